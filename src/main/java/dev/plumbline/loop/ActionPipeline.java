package dev.plumbline.loop;

import dev.plumbline.action.Actuator;
import dev.plumbline.action.Outcome;
import dev.plumbline.action.Plan;
import dev.plumbline.action.Planner;
import dev.plumbline.action.plan.ClusterPlanner;
import dev.plumbline.log.Recorded;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The stages after settling: plan, record, act.
 *
 * @param leader whether this replica is the leader now; called from the loop, must not block
 */
public record ActionPipeline(
    Planner planner,
    DecisionRecorder recorder,
    Actuator actuator,
    ActionHistory history,
    BooleanSupplier leader) {

  public static final ActionPipeline DISABLED =
      new ActionPipeline(
          (conclusions, objects) -> Plan.NOTHING,
          DecisionRecorder.NONE,
          new Idle(),
          ActionHistory.NONE,
          () -> false);

  /** Plans without acting. */
  public static final ActionPipeline DRY_RUN =
      new ActionPipeline(
          new ClusterPlanner(), DecisionRecorder.NONE, new Idle(), ActionHistory.NONE, () -> false);

  public ActionPipeline with(DecisionRecorder other) {
    return new ActionPipeline(planner, other, actuator, history, leader);
  }

  /** The same, which acts only while {@code may}. */
  public ActionPipeline onlyWhile(BooleanSupplier may) {
    return new ActionPipeline(
        planner, recorder, actuator, history, () -> may.getAsBoolean() && leader.getAsBoolean());
  }

  private static final class Idle implements Actuator {

    @Override
    public void apply(Recorded<Plan> plan, Consumer<Outcome> outcomes) {
      // nothing to do
    }

    @Override
    public void stop() {
      // nothing is being done
    }

    @Override
    public void close() {
      // nothing to finish
    }
  }
}
