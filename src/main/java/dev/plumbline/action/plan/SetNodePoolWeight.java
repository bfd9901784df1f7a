package dev.plumbline.action.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.Action;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.Change;
import dev.plumbline.action.LiveObjects;
import dev.plumbline.action.Mode;
import dev.plumbline.action.plan.ClusterPlanner.KindPlanner;
import dev.plumbline.conclusion.NodePoolFactor;
import dev.plumbline.conclusion.NodePoolWeight;
import dev.plumbline.fact.ObjectRef;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Writes the weight of pools, and puts the original one back when none is wanted. The weight of a
 * pool made for a tier follows from its tier, and a static pool has none.
 */
final class SetNodePoolWeight implements KindPlanner {

  @Override
  public void plan(Wanted wanted, LiveObjects objects, Consumer<Action> plan) {
    Map<String, List<NodePoolWeight>> weights =
        wanted.by(NodePoolWeight.class, NodePoolWeight::nodePool);
    Map<String, List<NodePoolFactor>> factors =
        wanted.by(NodePoolFactor.class, NodePoolFactor::nodePool);
    for (ObjectRef ref : objects.all().keySet()) {
      Mode mode =
          ref.kind().equals("NodePool")
              ? wanted.due(ActionKind.SET_NODE_POOL_WEIGHT, ref.key())
              : null;
      JsonNode object = objects.get(ref);
      if (mode == null || object == null || Tiers.ours(object) || isStatic(object)) {
        continue;
      }
      List<NodePoolWeight> weight = weights.getOrDefault(ref.name(), List.of());
      OwnField.Write write =
          OwnField.WEIGHT.to(
              object, weight.isEmpty() ? null : IntNode.valueOf(weight.getFirst().weight()));
      if (write != null) {
        plan.accept(
            new Action(
                ActionKind.SET_NODE_POOL_WEIGHT,
                ref,
                mode,
                write.vetoed()
                    ? "somebody has set another weight: it stays until something else is wanted. To"
                        + " have it set again, remove the annotation "
                        + OwnField.WEIGHT.annotation()
                        + "."
                    : null,
                write.gone()
                    ? new Change.Patch(object, write.patch())
                    : new Change.Apply(object, named(ref, write.patch())),
                weight.isEmpty()
                    ? List.of("no weight is wanted: the original one goes back")
                    : reasons(factors.getOrDefault(ref.name(), List.of()))));
      }
    }
  }

  private static boolean isStatic(JsonNode object) {
    return object.path("spec").hasNonNull("replicas");
  }

  /** The fields of {@code patch} as an object of its own, for server-side apply. */
  private static ObjectNode named(ObjectRef ref, ObjectNode patch) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.put("apiVersion", ref.apiVersion()).put("kind", ref.kind());
    object.putObject("metadata").put("name", ref.name());
    return MergePatch.and(object, patch);
  }

  private static List<String> reasons(List<NodePoolFactor> factors) {
    return factors.stream()
        .map(f -> "%s %+d, %s".formatted(f.rule(), f.points(), f.message()))
        .sorted()
        .toList();
  }
}
