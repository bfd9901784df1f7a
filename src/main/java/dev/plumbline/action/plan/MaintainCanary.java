package dev.plumbline.action.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.Action;
import dev.plumbline.action.Action.Mode;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.Change;
import dev.plumbline.action.LiveObjects;
import dev.plumbline.action.plan.ClusterPlanner.KindPlanner;
import dev.plumbline.conclusion.CanaryConclusions.CanaryRetired;
import dev.plumbline.conclusion.CanaryConclusions.CanaryWanted;
import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.ObjectRef;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes the node class and the pool of a canary, one after the other, as the originals are then. It
 * never changes them, and deletes them when they are retired. A train has one canary at a time: the
 * next one waits until the one before is gone.
 */
final class MaintainCanary implements KindPlanner {

  private static final ActionKind KIND = ActionKind.MAINTAIN_CANARY;
  private static final String TRAIN = "plumbline.dev/train";
  private static final String RING = "plumbline.dev/ring";

  /** Before every ring that people number from 0. */
  private static final String FIRST_RING = "-1";

  private static final int MAX_WEIGHT = 100;

  static boolean ours(JsonNode object) {
    JsonNode metadata = object.path("metadata");
    return metadata.path("annotations").has(EC2NodeClass.CANARY_OF)
        && metadata.path("labels").path(Tiers.MANAGED_BY).asText().equals(Tiers.OURS);
  }

  /** What an object of a canary was made for, in words. */
  static String purpose(JsonNode object) {
    JsonNode annotations = object.path("metadata").path("annotations");
    return "made to try %s for EC2NodeClass/%s"
        .formatted(
            annotations.path(EC2NodeClass.CANARY_RELEASE).asText(),
            annotations.path(EC2NodeClass.CANARY_OF).asText());
  }

  @Override
  public void plan(DesiredState wanted, LiveObjects objects, Consumer<Action> plan) {
    for (List<CanaryWanted> each : wanted.by(CanaryWanted.class, CanaryWanted::train).values()) {
      for (CanaryWanted canary : each) {
        make(wanted, canary, objects, plan);
      }
    }
    for (List<CanaryRetired> each : wanted.by(CanaryRetired.class, CanaryRetired::name).values()) {
      for (CanaryRetired retired : each) {
        ObjectRef ref = ObjectRefs.of(retired.kind(), retired.name());
        JsonNode live = objects.get(ref);
        Mode mode = wanted.due(KIND, ref.key());
        if (live != null && mode != null && ours(live) && !deleting(live)) {
          plan.accept(
              new Action(
                  KIND, ref, mode, null, new Change.Delete(live), List.of(retired.message())));
        }
      }
    }
  }

  private static void make(
      DesiredState wanted, CanaryWanted canary, LiveObjects objects, Consumer<Action> plan) {
    JsonNode nodeClass = objects.get(ObjectKind.EC2_NODE_CLASS.ref(canary.nodeClass()));
    JsonNode pool = objects.get(ObjectKind.NODE_POOL.ref(canary.nodePool()));
    if (nodeClass == null || pool == null) {
      return;
    }
    ObjectRef classRef = ObjectKind.EC2_NODE_CLASS.ref(canary.name());
    ObjectRef poolRef = ObjectKind.NODE_POOL.ref(canary.name());
    JsonNode liveClass = objects.get(classRef);
    String follows = before(canary, objects);
    ObjectNode madeClass = nodeClass(canary, nodeClass, classRef);
    make(wanted, canary, liveClass, madeClass, follows != null ? follows : held(madeClass), plan);
    boolean isReady =
        liveClass != null && ours(liveClass) && !deleting(liveClass) && ready(liveClass);
    make(
        wanted,
        canary,
        objects.get(poolRef),
        pool(canary, pool, poolRef),
        follows != null
            ? follows
            : isReady ? null : "it follows " + classRef + ", once it is ready",
        plan);
  }

  private static void make(
      DesiredState wanted,
      CanaryWanted canary,
      @Nullable JsonNode live,
      ObjectNode made,
      @Nullable String held,
      Consumer<Action> plan) {
    ObjectRef ref = ObjectRefs.of(made.path("kind").asText(), made.at("/metadata/name").asText());
    Mode mode = wanted.due(KIND, ref.key());
    if (mode == null || (live != null && ours(live))) {
      return;
    }
    plan.accept(
        new Action(
            KIND,
            ref,
            mode,
            live == null
                ? held
                : "an object of this name is there and was not made for a canary. Try: rename it.",
            new Change.Apply(live, made),
            List.of(
                canary.release()
                    + " is tried by at most "
                    + canary.nodes()
                    + " nodes before others of the train launch it")));
  }

  /** Why a canary must wait: what another one left of the same train; null if there is nothing. */
  private static @Nullable String before(CanaryWanted canary, LiveObjects objects) {
    for (Map.Entry<ObjectRef, JsonNode> each : objects.all().entrySet()) {
      JsonNode annotations = each.getValue().path("metadata").path("annotations");
      if (ours(each.getValue())
          && annotations.path(TRAIN).asText().equals(canary.train())
          && (deleting(each.getValue())
              || !annotations.path(EC2NodeClass.CANARY_OF).asText().equals(canary.nodeClass())
              || !annotations.path(EC2NodeClass.CANARY_POOL).asText().equals(canary.nodePool())
              || !annotations
                  .path(EC2NodeClass.CANARY_RELEASE)
                  .asText()
                  .equals(canary.release()))) {
        return "it follows the canary before it: " + each.getKey() + " is not gone yet";
      }
    }
    return null;
  }

  /** The copy of a node class, which launches the candidate. */
  private static ObjectNode nodeClass(CanaryWanted canary, JsonNode original, ObjectRef ref) {
    ObjectNode object = object(canary, ref);
    ObjectNode spec = original.path("spec").deepCopy();
    spec.putArray("amiSelectorTerms")
        .addObject()
        .put(canary.release().contains("@") ? "alias" : "id", canary.release());
    object.set("spec", spec);
    object.withObject("/metadata/annotations").put(RING, FIRST_RING);
    return object;
  }

  private static @Nullable String held(ObjectNode nodeClass) {
    return nodeClass.at("/spec/amiSelectorTerms/0").has("alias")
            || nodeClass.path("spec").hasNonNull("amiFamily")
        ? null
        : PinAmis.FAMILY_MISSING;
  }

  /** The copy of a pool: tried before the original, and not beyond so many nodes. */
  private static ObjectNode pool(CanaryWanted canary, JsonNode original, ObjectRef ref) {
    ObjectNode object = object(canary, ref);
    ObjectNode spec = original.path("spec").deepCopy();
    spec.put("weight", Math.min(MAX_WEIGHT, spec.path("weight").asInt() + 1));
    spec.withObject("/template/spec/nodeClassRef").put("name", canary.name());
    ObjectNode limits = spec.withObject("/limits");
    int most = limits.path("nodes").asInt(canary.nodes());
    limits.put("nodes", Integer.toString(Math.min(most, canary.nodes())));
    if (spec.at("/disruption/budgets").isArray()) {
      spec.withObject("/disruption")
          .set("budgets", OwnedEntries.array(OwnedEntries.HOLD.theirs(original)));
    }
    object.set("spec", spec);
    return object;
  }

  private static ObjectNode object(CanaryWanted canary, ObjectRef ref) {
    ObjectNode object = ObjectRefs.named(ref);
    ObjectNode metadata = object.withObject("/metadata");
    metadata.putObject("labels").put(Tiers.MANAGED_BY, Tiers.OURS);
    metadata
        .putObject("annotations")
        .put(EC2NodeClass.CANARY_OF, canary.nodeClass())
        .put(EC2NodeClass.CANARY_POOL, canary.nodePool())
        .put(EC2NodeClass.CANARY_RELEASE, canary.release())
        .put(TRAIN, canary.train());
    return object;
  }

  private static boolean ready(JsonNode object) {
    for (JsonNode condition : object.path("status").path("conditions")) {
      if (condition.path("type").asText().equals("Ready")) {
        return condition.path("status").asText().equals("True");
      }
    }
    return false;
  }

  private static boolean deleting(JsonNode object) {
    return object.path("metadata").hasNonNull("deletionTimestamp");
  }
}
