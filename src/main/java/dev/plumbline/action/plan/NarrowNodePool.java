package dev.plumbline.action.plan;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.action.Action;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.LiveObjects;
import dev.plumbline.action.plan.ClusterPlanner.KindPlanner;
import dev.plumbline.action.plan.OwnedEntries.ListAction;
import dev.plumbline.conclusion.NarrowingConclusions.NarrowingObjection;
import dev.plumbline.conclusion.NarrowingConclusions.NodePoolNarrowing;
import dev.plumbline.fact.ObjectKind;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Adds requirements to pools, and removes them when they have served. Where none is to be added
 * because of an objection, all stays as it is.
 */
final class NarrowNodePool implements KindPlanner {

  @Override
  public void plan(DesiredState wanted, LiveObjects objects, Consumer<Action> plan) {
    Map<String, List<NodePoolNarrowing>> narrowings =
        wanted.by(NodePoolNarrowing.class, NodePoolNarrowing::nodePool);
    Map<String, List<NarrowingObjection>> objections =
        wanted.by(NarrowingObjection.class, NarrowingObjection::nodePool);
    wanted.eachDue(
        ActionKind.NARROW_NODE_POOL,
        ObjectKind.NODE_POOL,
        objects,
        (ref, mode, object) -> {
          List<NodePoolNarrowing> own = narrowings.getOrDefault(ref.name(), List.of());
          if (own.isEmpty() && objections.containsKey(ref.name())) {
            return;
          }
          List<JsonNode> entries =
              own.stream()
                  .<JsonNode>map(
                      n -> ListAction.requirement(n.key(), n.operator(), n.values().list()))
                  .sorted((one, other) -> one.toString().compareTo(other.toString()))
                  .distinct()
                  .toList();
          Action action =
              ListAction.action(
                  ActionKind.NARROW_NODE_POOL,
                  ref,
                  mode,
                  new ListAction.Target(OwnedEntries.NARROWING, object, entries),
                  entries.isEmpty() ? List.of() : reasons(own));
          if (action != null) {
            plan.accept(action);
          }
        });
  }

  private static List<String> reasons(List<NodePoolNarrowing> narrowings) {
    return narrowings.stream()
        .map(n -> n.rule() + " " + n.message() + (n.until() == null ? "" : ", until " + n.until()))
        .distinct()
        .sorted()
        .toList();
  }
}
