package dev.plumbline.action.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import dev.plumbline.action.Action;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.Change;
import dev.plumbline.action.LiveObjects;
import dev.plumbline.action.plan.ClusterPlanner.KindPlanner;
import dev.plumbline.conclusion.PoolConclusions.NodePoolFactor;
import dev.plumbline.conclusion.PoolConclusions.NodePoolWeight;
import dev.plumbline.fact.ObjectKind;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Writes the weight of pools, and puts the original one back when none is wanted. The weight of a
 * pool made for a tier follows from its tier, and a static pool has none.
 */
final class SetNodePoolWeight implements KindPlanner {

  @Override
  public void plan(DesiredState wanted, LiveObjects objects, Consumer<Action> plan) {
    Map<String, List<NodePoolWeight>> weights =
        wanted.by(NodePoolWeight.class, NodePoolWeight::nodePool);
    Map<String, List<NodePoolFactor>> factors =
        wanted.by(NodePoolFactor.class, NodePoolFactor::nodePool);
    wanted.eachDue(
        ActionKind.SET_NODE_POOL_WEIGHT,
        ObjectKind.NODE_POOL,
        objects,
        (ref, mode, object) -> {
          if (Tiers.ours(object) || isStatic(object)) {
            return;
          }
          List<NodePoolWeight> weight = weights.getOrDefault(ref.name(), List.of());
          OwnedField.Write write =
              OwnedField.WEIGHT.to(
                  object, weight.isEmpty() ? null : IntNode.valueOf(weight.getFirst().weight()));
          if (write != null) {
            plan.accept(
                new Action(
                    ActionKind.SET_NODE_POOL_WEIGHT,
                    ref,
                    mode,
                    write.vetoed()
                        ? "somebody has set another weight: it stays until something else is"
                            + " wanted. To have it set again, remove the annotation "
                            + OwnedField.WEIGHT.annotation()
                            + "."
                        : null,
                    write.gone()
                        ? new Change.Patch(object, write.patch())
                        : new Change.Apply(
                            object, MergePatch.and(ObjectRefs.named(ref), write.patch())),
                    weight.isEmpty()
                        ? List.of("no weight is wanted: the original one goes back")
                        : reasons(factors.getOrDefault(ref.name(), List.of()))));
          }
        });
  }

  private static boolean isStatic(JsonNode object) {
    return object.path("spec").hasNonNull("replicas");
  }

  private static List<String> reasons(List<NodePoolFactor> factors) {
    return factors.stream()
        .map(f -> String.format(Locale.ROOT, "%s %+d, %s", f.rule(), f.points(), f.message()))
        .sorted()
        .toList();
  }
}
