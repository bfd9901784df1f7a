package dev.plumbline.action.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.Action;
import dev.plumbline.action.Action.Mode;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.Change;
import dev.plumbline.action.LiveObjects;
import dev.plumbline.action.Plan;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.ObjectRef;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Plans how everything that is ours is given back: fields that still have what we wrote get their
 * original value, entries of ours and annotations of ours go, and so do the objects made for tiers
 * and canaries. What somebody else has written since then stays. One action an object.
 */
public final class ReleasePlanner {

  public Plan plan(LiveObjects objects) {
    return plan(objects, EnumSet.allOf(ActionKind.class));
  }

  /** What these kinds of action have written, and nothing else. */
  public Plan plan(LiveObjects objects, Set<ActionKind> of) {
    var actions = new ArrayList<Action>();
    objects
        .all()
        .forEach(
            (ref, object) -> {
              Action action = release(ref, object, of);
              if (action != null) {
                actions.add(action);
              }
            });
    actions.sort(
        Comparator.comparing(ReleasePlanner::isCanaryClass).thenComparing(ClusterPlanner.ORDER));
    return new Plan(List.copyOf(actions));
  }

  /** It goes after its pool, whose nodes it outlives by its finalizer. */
  private static boolean isCanaryClass(Action action) {
    return action.kind() == ActionKind.MAINTAIN_CANARY
        && ObjectKind.EC2_NODE_CLASS.is(action.object().kind());
  }

  private static @Nullable Action release(ObjectRef ref, JsonNode object, Set<ActionKind> of) {
    if (MaintainCanary.ours(object)) {
      return !of.contains(ActionKind.MAINTAIN_CANARY)
              || object.path("metadata").hasNonNull("deletionTimestamp")
          ? null
          : action(
              ActionKind.MAINTAIN_CANARY,
              ref,
              new Change.Delete(object),
              List.of(MaintainCanary.purpose(object)));
    }
    if (Tiers.ours(object)) {
      return !of.contains(ActionKind.MAINTAIN_PREFERENCE_TIERS)
              || object.path("metadata").hasNonNull("deletionTimestamp")
          ? null
          : action(
              ActionKind.MAINTAIN_PREFERENCE_TIERS,
              ref,
              new Change.Delete(object),
              List.of("made for a tier of NodePool/" + Tiers.tierOf(object)));
    }
    JsonNode after = object;
    var kinds = new TreeSet<ActionKind>();
    after = field(OwnedField.SELECTOR_TERMS, ActionKind.PIN_AMIS, after, of, kinds);
    after = field(OwnedField.WEIGHT, ActionKind.SET_NODE_POOL_WEIGHT, after, of, kinds);
    after = entries(OwnedEntries.LEFT_OUT, ActionKind.MAINTAIN_PREFERENCE_TIERS, after, of, kinds);
    after = entries(OwnedEntries.NARROWING, ActionKind.NARROW_NODE_POOL, after, of, kinds);
    after = entries(OwnedEntries.HOLD, ActionKind.HOLD_DISRUPTION, after, of, kinds);
    if (kinds.isEmpty()) {
      return null;
    }
    ObjectNode patch = MergePatch.between(object, after);
    return action(
        kinds.first(),
        ref,
        new Change.Patch(object, patch),
        kinds.stream()
            .map(kind -> "what " + kind.wire() + " has written goes back")
            .sorted()
            .toList());
  }

  private static Action action(
      ActionKind kind, ObjectRef ref, Change change, List<String> reasons) {
    return new Action(kind, ref, Mode.ENFORCE, null, change, reasons);
  }

  private static JsonNode field(
      OwnedField field,
      ActionKind kind,
      JsonNode object,
      Set<ActionKind> of,
      TreeSet<ActionKind> kinds) {
    OwnedField.Write write = field.to(object, null);
    return forgotten(
        object, write == null ? null : write.patch(), field.annotation(), kind, of, kinds);
  }

  private static JsonNode entries(
      OwnedEntries own,
      ActionKind kind,
      JsonNode object,
      Set<ActionKind> of,
      TreeSet<ActionKind> kinds) {
    OwnedEntries.Write write = own.to(object, List.of());
    return forgotten(
        object, write == null ? null : write.patch(), own.annotation(), kind, of, kinds);
  }

  /** After the patch; an annotation that cannot be read goes too. */
  private static JsonNode forgotten(
      JsonNode object,
      @Nullable ObjectNode patch,
      String annotation,
      ActionKind kind,
      Set<ActionKind> of,
      TreeSet<ActionKind> kinds) {
    if (!of.contains(kind) || !object.path("metadata").path("annotations").has(annotation)) {
      return object;
    }
    kinds.add(kind);
    JsonNode after = patch == null ? object : MergePatch.apply(object, patch);
    return MergePatch.apply(after, LastWritten.patch(annotation, (LastWritten) null));
  }
}
