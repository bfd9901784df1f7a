package dev.plumbline.host.audit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.Action;
import dev.plumbline.action.Plan;
import dev.plumbline.action.plan.PlanJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How two plans differ.
 *
 * @param planned what was not planned before, or otherwise, in the order of the plan: by {@link
 *     #key}
 * @param dropped what is planned no more
 */
record PlanDifference(Map<String, ObjectNode> planned, List<Action> dropped) {

  /** What a plan says of one thing is found by. */
  static String key(Action action) {
    return action.kind().wire() + " " + action.object().key();
  }

  @SuppressWarnings("ReferenceEquality")
  static PlanDifference between(Plan before, Plan after) {
    var difference = new PlanDifference(new LinkedHashMap<>(), new ArrayList<>());
    if (before == after) {
      return difference;
    }
    var left = new LinkedHashMap<String, Action>();
    before.actions().forEach(action -> left.put(key(action), action));
    for (Action action : after.actions()) {
      Action old = left.remove(key(action));
      if (old == null || !old.equals(action)) {
        // A copy: what is planned must not change with what is told of it.
        ObjectNode json = PlanJson.of(action).deepCopy();
        // Another version of the object it was planned from does not make it another action.
        if (old == null || !json.equals(PlanJson.of(old))) {
          difference.planned().put(key(action), json);
        }
      }
    }
    difference.dropped().addAll(left.values());
    return difference;
  }

  boolean none() {
    return planned.isEmpty() && dropped.isEmpty();
  }
}
