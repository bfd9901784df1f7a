package dev.plumbline.action.plan;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.action.Action;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.LiveObjects;
import dev.plumbline.action.Mode;
import dev.plumbline.conclusion.NarrowingObjection;
import dev.plumbline.conclusion.NodePoolNarrowing;
import dev.plumbline.fact.ObjectRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Adds requirements to pools, and removes them when they have served. With an objection none is
 * added; those that are over go all the same.
 */
final class NarrowNodePool implements KindPlanner {

  @Override
  public void plan(Wanted wanted, LiveObjects objects, Consumer<Action> plan) {
    Map<String, List<NodePoolNarrowing>> narrowings =
        wanted.by(NodePoolNarrowing.class, NodePoolNarrowing::nodePool);
    Map<String, List<NarrowingObjection>> objections =
        wanted.by(NarrowingObjection.class, NarrowingObjection::nodePool);
    for (ObjectRef ref : objects.all().keySet()) {
      Mode mode =
          ref.kind().equals("NodePool") ? wanted.due(ActionKind.NARROW_NODE_POOL, ref.key()) : null;
      JsonNode object = objects.get(ref);
      if (mode == null || object == null) {
        continue;
      }
      List<NodePoolNarrowing> own = narrowings.getOrDefault(ref.name(), List.of());
      var entries =
          new ArrayList<JsonNode>(
              own.stream()
                  .map(n -> OwnedLists.requirement(n.key(), n.operator(), n.values().list()))
                  .sorted((one, other) -> one.toString().compareTo(other.toString()))
                  .distinct()
                  .toList());
      if (objections.containsKey(ref.name())) {
        List<JsonNode> written = Memory.entries(object, OwnEntries.NARROWING.annotation());
        entries.removeIf(entry -> !written.contains(Canonical.of(entry)));
      }
      Action action =
          OwnedLists.action(
              ActionKind.NARROW_NODE_POOL,
              ref,
              mode,
              new OwnedLists.Target(OwnEntries.NARROWING, object, entries),
              entries.isEmpty() ? List.of() : reasons(own));
      if (action != null) {
        plan.accept(action);
      }
    }
  }

  private static List<String> reasons(List<NodePoolNarrowing> narrowings) {
    return narrowings.stream()
        .map(n -> n.rule() + " " + n.message() + (n.until() == null ? "" : ", until " + n.until()))
        .distinct()
        .sorted()
        .toList();
  }
}
