package dev.plumbline.action.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.plan.OwnedEntries.ListAction;
import dev.plumbline.conclusion.PreferenceConclusions.TierNodeOverlay;
import dev.plumbline.conclusion.PreferenceConclusions.TierNodePool;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.fact.Requirement;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Generates the objects of preference tiers. */
final class Tiers {

  static final String TIER_OF = "plumbline.dev/tier-of";
  static final String TIER = "plumbline.dev/tier";

  private static final String MODE = "plumbline.dev/mode";
  static final String MANAGED_BY = "app.kubernetes.io/managed-by";
  static final String OURS = "plumbline";

  /** A digest of what was applied last, so that a field left out since then is noticed. */
  private static final String APPLIED = "plumbline.dev/applied";

  private Tiers() {}

  static boolean ours(JsonNode object) {
    return !tierOf(object).isEmpty()
        && object.path("metadata").path("labels").path(MANAGED_BY).asText().equals(OURS);
  }

  /** The pool whose tier an object implements; empty if none. */
  static String tierOf(JsonNode object) {
    return object.path("metadata").path("labels").path(TIER_OF).asText();
  }

  /**
   * The NodePool of a tier: what its parent is, narrowed and held as that is, with the requirements
   * and the weight of the tier.
   *
   * @param live the pool of the tier, whose entries of ours stay; null when there is none yet
   */
  static ObjectNode pool(TierNodePool tier, JsonNode parent, @Nullable JsonNode live) {
    ObjectNode object = object(ObjectKind.NODE_POOL.ref(tier.name()), parent, tier.tier());
    ObjectNode spec = parent.path("spec").deepCopy();
    spec.remove(List.of("weight", "replicas"));
    if (tier.weight() > 0) {
      spec.put("weight", tier.weight());
    }
    var requirements = new ArrayList<>(OwnedEntries.LEFT_OUT.theirs(parent));
    requirements(tier.requirements().list(), requirements);
    spec.withObject("/template/spec").set("requirements", OwnedEntries.array(requirements));
    object.set("spec", spec);
    mark(object);
    if (live != null) {
      keep(OwnedEntries.NARROWING, object, live);
      keep(OwnedEntries.HOLD, object, live);
    }
    return object;
  }

  static ObjectNode overlay(TierNodeOverlay tier, JsonNode parent) {
    ObjectNode object = object(ObjectKind.NODE_OVERLAY.ref(tier.name()), parent, tier.tier());
    var requirements = new ArrayList<JsonNode>();
    requirements(tier.requirements().list(), requirements);
    ObjectNode spec = object.putObject("spec");
    spec.set("requirements", OwnedEntries.array(requirements));
    spec.put("priceAdjustment", tier.priceAdjustment()).put("weight", tier.weight());
    mark(object);
    return object;
  }

  /** The NodePool of a removed tier: launches nothing, and keeps its nodes. */
  static ObjectNode stopped(ObjectRef ref, JsonNode live) {
    ObjectNode object = ObjectRefs.named(ref);
    ObjectNode metadata = object.withObject("/metadata");
    ObjectNode labels = metadata.putObject("labels");
    for (String label : List.of(TIER_OF, TIER, MANAGED_BY)) {
      JsonNode value = live.path("metadata").path("labels").get(label);
      if (value != null) {
        labels.set(label, value);
      }
    }
    JsonNode owners = live.path("metadata").path("ownerReferences");
    if (!owners.isMissingNode()) {
      metadata.set("ownerReferences", owners);
    }
    mode(live, object);
    object.set("spec", live.path("spec").deepCopy());
    object.withObject("/spec/limits").put("cpu", "0");
    mark(object);
    return object;
  }

  private static ObjectNode object(ObjectRef ref, JsonNode parent, int tier) {
    ObjectNode object = ObjectRefs.named(ref);
    ObjectNode metadata = object.withObject("/metadata");
    String name = parent.path("metadata").path("name").asText();
    metadata
        .putObject("labels")
        .put(MANAGED_BY, OURS)
        .put(TIER, Integer.toString(tier))
        .put(TIER_OF, name);
    String uid = parent.path("metadata").path("uid").asText();
    if (!uid.isEmpty()) {
      metadata
          .putArray("ownerReferences")
          .addObject()
          .put("apiVersion", parent.path("apiVersion").asText())
          .put("kind", parent.path("kind").asText())
          .put("name", name)
          .put("uid", uid)
          .put("controller", false)
          .put("blockOwnerDeletion", true);
    }
    mode(parent, object);
    return object;
  }

  private static void mode(JsonNode from, ObjectNode object) {
    JsonNode mode = from.path("metadata").path("annotations").get(MODE);
    if (mode != null) {
      object.withObject("/metadata/annotations").set(MODE, mode);
    }
  }

  private static void requirements(List<Requirement> more, List<JsonNode> requirements) {
    for (Requirement requirement : more) {
      JsonNode entry = CanonicalJson.of(ListAction.requirement(requirement));
      if (entry != null && !requirements.contains(entry)) {
        requirements.add(entry);
      }
    }
  }

  private static void keep(OwnedEntries own, ObjectNode object, JsonNode live) {
    boolean listed = !own.list(object).isEmpty();
    var list = new ArrayList<>(listed ? own.list(object) : own.theirs(live));
    List<JsonNode> standing = own.standing(live);
    standing.stream().filter(entry -> !list.contains(entry)).forEach(list::add);
    if (!standing.isEmpty()) {
      ObjectNode patch = MergePatch.at(own.path(), OwnedEntries.array(list));
      object.setAll(MergePatch.and(object, patch));
    }
  }

  private static void mark(ObjectNode object) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest(String.valueOf(CanonicalJson.of(object)).getBytes(StandardCharsets.UTF_8));
      object
          .withObject("/metadata")
          .withObject("/annotations")
          .put(APPLIED, HexFormat.of().formatHex(digest, 0, 8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
