package dev.plumbline.action.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.Action;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.Change;
import dev.plumbline.action.LiveObjects;
import dev.plumbline.action.Planner;
import dev.plumbline.conclusion.ActionConclusions.ActionAllowance;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.Conclusions;
import dev.plumbline.fact.ObjectRef;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/**
 * Projects the objects to their state after all plans are executed: in every mode, over as many
 * rounds as necessary, without rate limits. Vetoed fields stay unchanged.
 */
public final class ProjectedState {

  /** A safe limit: exceeds the number of kinds of action that can wait for each other. */
  private static final int ROUNDS = 20;

  private ProjectedState() {}

  /**
   * The projected objects.
   *
   * @param conclusions what follows now; taken to follow then too
   */
  public static LiveObjects of(Planner planner, Conclusions conclusions, LiveObjects now) {
    Conclusions uncapped = new Uncapped(conclusions);
    LiveObjects objects = now;
    for (int round = 0; round < ROUNDS; round++) {
      List<Action> actions =
          planner.plan(uncapped, objects).actions().stream()
              .filter(action -> action.held() == null && !isTransient(action))
              .toList();
      LiveObjects next = after(objects, actions);
      if (next == objects) {
        break;
      }
      objects = next;
    }
    return objects;
  }

  /** What is remembered, or is there until a verdict, is no state that is to be committed. */
  private static boolean isTransient(Action action) {
    return action.kind() == ActionKind.KEEP_IMAGE_VERDICTS
        || action.kind() == ActionKind.PUBLISH_VERDICTS
        || action.kind() == ActionKind.MAINTAIN_CANARY;
  }

  private static LiveObjects after(LiveObjects objects, List<Action> actions) {
    Map<ObjectRef, JsonNode> next = new HashMap<>(objects.all());
    var done = new HashSet<ObjectRef>();
    for (Action action : actions) {
      ObjectRef ref = action.object();
      boolean writes =
          !(action.change() instanceof Change.PublishFindings
              || action.change() instanceof Change.PublishReport
              || action.change() instanceof Change.TagImage);
      if (writes && done.add(ref)) {
        switch (action.change()) {
          case Change.Patch patch -> next.put(ref, MergePatch.apply(patch.before(), patch.patch()));
          case Change.Apply apply -> next.put(ref, applied(apply));
          case Change.Delete delete -> next.remove(ref);
          default -> {}
        }
      }
    }
    return done.isEmpty() ? objects : new LiveObjects(next);
  }

  /** The object after it is applied; one that is ours as a whole loses what is not applied. */
  static JsonNode applied(Change.Apply apply) {
    if (apply.before() == null) {
      return apply.applied();
    }
    ObjectNode after = (ObjectNode) MergePatch.apply(apply.before(), apply.applied());
    if (Tiers.ours(apply.applied())) {
      after.set("spec", withDefaults(apply));
    }
    return after;
  }

  private static JsonNode withDefaults(Change.Apply apply) {
    ObjectNode spec = apply.applied().path("spec").deepCopy();
    JsonNode live = apply.before() == null ? spec : apply.before().path("spec");
    for (List<String> path : List.of(List.of("disruption"), List.of("template", "spec"))) {
      if (MergePatch.get(live, path) instanceof ObjectNode defaults) {
        JsonNode filled = MergePatch.apply(MergePatch.at(path, defaults), spec);
        spec = (ObjectNode) filled;
      }
    }
    return spec;
  }

  private record Uncapped(Conclusions conclusions) implements Conclusions {
    @Override
    public <T extends Conclusion> List<T> of(Class<T> type) {
      return type == ActionAllowance.class ? List.of() : conclusions.of(type);
    }
  }
}
