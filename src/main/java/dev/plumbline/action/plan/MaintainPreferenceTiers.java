package dev.plumbline.action.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.Action;
import dev.plumbline.action.Action.Mode;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.Change;
import dev.plumbline.action.LiveObjects;
import dev.plumbline.action.plan.ClusterPlanner.KindPlanner;
import dev.plumbline.action.plan.OwnedEntries.ListAction;
import dev.plumbline.conclusion.PreferenceConclusions.TierNodeOverlay;
import dev.plumbline.conclusion.PreferenceConclusions.TierNodePool;
import dev.plumbline.conclusion.PreferenceConclusions.TierRetired;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.fact.Requirement;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes the NodePools and NodeOverlays of a preference and closes the pool itself to what it leaves
 * out. One that is of no use any more launches nothing until its nodes are gone, then it goes.
 */
final class MaintainPreferenceTiers implements KindPlanner {

  private static final ActionKind KIND = ActionKind.MAINTAIN_PREFERENCE_TIERS;

  @Override
  public void plan(DesiredState wanted, LiveObjects objects, Consumer<Action> plan) {
    Map<String, List<TierNodePool>> pools = wanted.by(TierNodePool.class, TierNodePool::nodePool);
    Map<String, List<TierNodeOverlay>> overlays =
        wanted.by(TierNodeOverlay.class, TierNodeOverlay::nodePool);
    wanted.eachDue(
        KIND,
        ObjectKind.NODE_POOL,
        objects,
        (ref, mode, parent) -> {
          if (deleting(parent)) {
            return;
          }
          List<TierNodePool> tiers = pools.getOrDefault(ref.name(), List.of());
          for (TierNodePool tier : tiers) {
            if (!tier.name().equals(ref.name())) {
              JsonNode live = objects.get(ObjectKind.NODE_POOL.ref(tier.name()));
              make(tier.tier(), mode, parent, live, Tiers.pool(tier, parent, live), plan);
            }
          }
          for (TierNodeOverlay tier : overlays.getOrDefault(ref.name(), List.of())) {
            JsonNode live = objects.get(ObjectKind.NODE_OVERLAY.ref(tier.name()));
            make(tier.tier(), mode, parent, live, Tiers.overlay(tier, parent), plan);
          }
          if (Tiers.tierOf(parent).isEmpty()) {
            closeOut(ref, mode, parent, tiers, plan);
          }
        });
    retire(wanted, objects, plan);
  }

  private static void make(
      int tier,
      Mode mode,
      JsonNode parent,
      @Nullable JsonNode live,
      ObjectNode applied,
      Consumer<Action> plan) {
    if (live != null && (deleting(live) || CanonicalJson.covers(live, applied))) {
      return;
    }
    String pool = parent.path("metadata").path("name").asText();
    plan.accept(
        new Action(
            KIND,
            ObjectRefs.of(applied.path("kind").asText(), applied.at("/metadata/name").asText()),
            mode,
            live != null && !Tiers.tierOf(live).equals(pool)
                ? "an object of this name is there and was not made for NodePool/"
                    + pool
                    + ". Try: rename it."
                : null,
            new Change.Apply(live, applied),
            List.of("tier " + tier + " of the preference of NodePool/" + pool)));
  }

  private static void closeOut(
      ObjectRef ref, Mode mode, JsonNode parent, List<TierNodePool> tiers, Consumer<Action> plan) {
    List<JsonNode> entries =
        tiers.stream()
            .filter(tier -> tier.name().equals(ref.name()))
            .flatMap(tier -> tier.requirements().list().stream())
            .<JsonNode>map((Requirement requirement) -> ListAction.requirement(requirement))
            .toList();
    Action action =
        ListAction.action(
            KIND,
            ref,
            mode,
            new ListAction.Target(OwnedEntries.LEFT_OUT, parent, entries),
            entries.isEmpty() ? List.of() : List.of("its preference leaves these types out"));
    if (action != null) {
      plan.accept(action);
    }
  }

  private static void retire(DesiredState wanted, LiveObjects objects, Consumer<Action> plan) {
    for (List<TierRetired> retired : wanted.by(TierRetired.class, TierRetired::name).values()) {
      for (TierRetired tier : retired) {
        ObjectRef ref = ObjectRefs.of(tier.kind(), tier.name());
        JsonNode live = objects.get(ref);
        Mode own = wanted.due(KIND, ref.key());
        Mode mode = own != null ? own : wanted.due(KIND, ObjectKind.NODE_POOL.key(tier.nodePool()));
        if (live == null || mode == null || deleting(live) || !Tiers.ours(live)) {
          continue;
        }
        Change change = change(tier, ref, live);
        if (change != null) {
          plan.accept(new Action(KIND, ref, mode, null, change, List.of(tier.message())));
        }
      }
    }
  }

  private static @Nullable Change change(TierRetired tier, ObjectRef ref, JsonNode live) {
    if (tier.drained()) {
      return new Change.Delete(live);
    }
    if (!ObjectKind.NODE_POOL.is(tier.kind())) {
      return null;
    }
    ObjectNode stopped = Tiers.stopped(ref, live);
    return CanonicalJson.covers(live, stopped) ? null : new Change.Apply(live, stopped);
  }

  private static boolean deleting(JsonNode object) {
    return object.path("metadata").hasNonNull("deletionTimestamp");
  }
}
