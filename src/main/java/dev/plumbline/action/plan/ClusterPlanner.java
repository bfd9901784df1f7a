package dev.plumbline.action.plan;

import dev.plumbline.action.Action;
import dev.plumbline.action.LiveObjects;
import dev.plumbline.action.Plan;
import dev.plumbline.action.Planner;
import dev.plumbline.action.plan.DesiredState.ActionSequencing;
import dev.plumbline.conclusion.Conclusions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/**
 * Plans every kind of action. An object for which an action is not due is left unchanged: a closed
 * gate never reverts anything. Where it is due and nothing is desired, owned fields are released.
 */
public final class ClusterPlanner implements Planner {

  static final Comparator<Action> ORDER =
      Comparator.comparing(Action::kind).thenComparing(Action::object);

  private final List<KindPlanner> kinds =
      List.of(
          new PinAmis(),
          new TagAmi(),
          new SetNodePoolWeight(),
          new MaintainPreferenceTiers(),
          new NarrowNodePool(),
          new HoldDisruption(),
          new MaintainCanary(),
          new KeepImageVerdicts(),
          new PublishVerdicts());

  @Override
  public Plan plan(Conclusions conclusions, LiveObjects objects) {
    var wanted = new DesiredState(conclusions);
    var actions = new ArrayList<Action>();
    for (KindPlanner kind : kinds) {
      kind.plan(wanted, objects, actions::add);
    }
    actions.sort(ORDER);
    var plan = new ArrayList<>(wanted.within(ActionSequencing.oneByOne(actions)));
    new Report(List.copyOf(plan)).plan(wanted, objects, plan::add);
    plan.sort(ORDER);
    return new Plan(List.copyOf(plan));
  }

  @FunctionalInterface
  interface KindPlanner {

    void plan(DesiredState wanted, LiveObjects objects, Consumer<Action> plan);
  }
}
