package dev.plumbline.action.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.Action;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.LiveObjects;
import dev.plumbline.action.plan.ClusterPlanner.KindPlanner;
import dev.plumbline.action.plan.OwnedEntries.ListAction;
import dev.plumbline.conclusion.DisruptionConclusions.DisruptionHold;
import dev.plumbline.fact.ObjectKind;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Adds a disruption budget of 0 to pools on hold, and removes it afterwards. */
final class HoldDisruption implements KindPlanner {

  private static final String DEFAULT_NODES = "10%";

  @Override
  public void plan(DesiredState wanted, LiveObjects objects, Consumer<Action> plan) {
    Map<String, List<DisruptionHold>> holds =
        wanted.by(DisruptionHold.class, DisruptionHold::nodePool);
    wanted.eachDue(
        ActionKind.HOLD_DISRUPTION,
        ObjectKind.NODE_POOL,
        objects,
        (ref, mode, object) -> {
          List<DisruptionHold> own = holds.getOrDefault(ref.name(), List.of());
          Action action =
              ListAction.action(
                  ActionKind.HOLD_DISRUPTION,
                  ref,
                  mode,
                  new ListAction.Target(
                      OwnedEntries.HOLD,
                      object,
                      own.isEmpty() ? object : withDefault(object),
                      own.isEmpty() ? List.of() : List.of(budget(own))),
                  own.stream().map(h -> h.rule() + " " + h.message()).distinct().sorted().toList());
          if (action != null) {
            plan.accept(action);
          }
        });
  }

  /** One budget for all the reasons; one without reasons is for every reason. */
  private static ObjectNode budget(List<DisruptionHold> holds) {
    ObjectNode budget = JsonNodeFactory.instance.objectNode();
    budget.put("nodes", "0");
    if (holds.stream().noneMatch(hold -> hold.reasons().none())) {
      var reasons = new TreeSet<String>();
      holds.forEach(hold -> reasons.addAll(hold.reasons().list()));
      ArrayNode list = budget.putArray("reasons");
      reasons.forEach(list::add);
    }
    return budget;
  }

  /**
   * The pool as the API server shows it: without budgets it has one of 10%, which a list that holds
   * ours alone would lose.
   */
  private static JsonNode withDefault(JsonNode object) {
    if (object.path("spec").path("disruption").has("budgets")) {
      return object;
    }
    ObjectNode whole = object.deepCopy();
    whole
        .withObject("/spec/disruption")
        .putArray("budgets")
        .addObject()
        .put("nodes", DEFAULT_NODES);
    return whole;
  }
}
