package dev.plumbline.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.fact.Cluster.DisruptionBlocked;
import dev.plumbline.fact.Cluster.NodeInterruption;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Launches.LaunchFailure;
import dev.plumbline.fact.Nearest;
import dev.plumbline.fact.NodeOverlays.NodeOverlay;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.Pools.ForeignNodePool;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Resources;
import dev.plumbline.source.InvalidSourceException.InvalidObjectException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;

/**
 * Facts out of Kubernetes objects: EC2NodeClass (karpenter.k8s.aws/v1), NodePool and NodeClaim
 * (karpenter.sh/v1), NodeOverlay (karpenter.sh/v1alpha1), DaemonSet (apps/v1), Node and Pod (v1),
 * ImageVerdict (plumbline.dev/v1alpha1), and their lists. Every other kind makes none, unless it is
 * almost one of these, and neither does a claim whose node class is of another group, as Karpenter
 * itself has it, or a pod that waits for no node. A pool of another group is a {@link
 * ForeignNodePool}.
 */
public final class KarpenterObjects {

  private KarpenterObjects() {}

  /**
   * The facts of one object as the API server gives it; the first is the object itself.
   *
   * @throws InvalidObjectException when it is not what its kind promises
   */
  public static List<Fact> facts(JsonNode object) {
    return read(Cursor.of(new Origin("", "", InvalidObjectException::new), object));
  }

  static List<Fact> read(Cursor object) {
    return read(
        object,
        object.required("apiVersion", "Try: check whether this is a Kubernetes object.").text(),
        object.required("kind", "Try: check whether this is a Kubernetes object.").text());
  }

  static List<Fact> read(Cursor object, String apiVersion, String kindName) {
    ObjectKind kind = ObjectKind.of(kindName);
    if (kind == null || !reads(apiVersion, kindName)) {
      requireNoTypo(object, apiVersion, kindName);
      return List.of();
    }
    Cursor name =
        object
            .required("metadata", "Try: check whether this is a Kubernetes object.")
            .required("name", "Try: check whether this is a Kubernetes object.");
    Cursor root = object.named(kind.key(name.text()));
    if (!apiVersion.equals(kind.apiVersion())) {
      throw root.at("apiVersion")
          .wrong(
              "is \"" + apiVersion + "\", which is not read",
              "Try: convert the object to " + kind.apiVersion() + ".");
    }
    return once(
        switch (kind) {
          case EC2_NODE_CLASS -> NodeClassObjects.facts(root, name.text());
          case NODE_POOL -> NodePoolObjects.facts(root, name.text());
          case NODE_CLAIM -> NodeObjects.claim(root, name.text());
          case NODE_OVERLAY -> overlay(root, name.text());
          case NODE -> NodeObjects.node(root, name.text());
          case DAEMON_SET -> PodObjects.daemonSet(root, name.text());
          case POD -> PodObjects.pod(root, name.text());
          case IMAGE_VERDICT -> VerdictObjects.facts(root, name.text());
          case EVENT -> event(root, name.text());
        });
  }

  /**
   * Of two conditions of one type, or of two items of a list with one name, the first counts; an
   * Event names each offering that it failed to launch.
   */
  private static List<Fact> once(List<Fact> facts) {
    var keys = new HashSet<String>();
    return facts.stream()
        .filter(fact -> fact instanceof LaunchFailure || keys.add(fact.key()))
        .toList();
  }

  /**
   * What is almost a kind of Karpenter's or ours, or almost of its group, would be left out in
   * silence.
   */
  private static void requireNoTypo(Cursor object, String apiVersion, String kindName) {
    String group = ObjectKind.group(apiVersion);
    List<ObjectKind> own =
        Arrays.stream(ObjectKind.values()).filter(kind -> kind.group().contains(".")).toList();
    for (ObjectKind kind : own) {
      boolean ours = own.stream().anyMatch(each -> each.group().equals(group));
      if (kind.is(kindName) && (ours || Nearest.of(group, List.of(kind.group())) != null)) {
        throw object
            .at("apiVersion")
            .wrong(
                "is \"" + apiVersion + "\", which has no " + kindName,
                "Did you mean " + kind.apiVersion() + "?");
      }
    }
    List<String> kinds =
        own.stream().filter(kind -> kind.group().equals(group)).map(ObjectKind::kind).toList();
    if (Nearest.of(kindName, kinds) != null) {
      throw object
          .at("kind")
          .wrong(
              "is \"" + kindName + "\", which " + group + " does not have",
              Nearest.suggestion(kindName, kinds));
    }
  }

  /** What is said of anything but a NodeClaim, and for another reason, is no fact. */
  private static List<Fact> event(Cursor root, String name) {
    Cursor about = root.at("involvedObject");
    if (!ObjectKind.NODE_CLAIM.kind().equals(about.at("kind").textOrNull())) {
      return List.of();
    }
    String reason = root.at("reason").textOrNull();
    String event = ObjectParts.namespace(root) + "/" + name;
    if (DisruptionBlocked.REASON.equals(reason)) {
      String message = root.at("message").textOrNull();
      return List.of(
          new DisruptionBlocked(
              event,
              about.required("name", ObjectParts.CUT).text(),
              message == null ? "" : message,
              root.at("lastTimestamp").instantOrNull()));
    }
    if (NodeInterruption.REASON.equals(reason)) {
      return List.of(
          new NodeInterruption(
              event,
              about.required("name", ObjectParts.CUT).text(),
              root.at("lastTimestamp").instantOrNull()));
    }
    if (LaunchFailure.REASON.equals(reason)) {
      return LaunchFailureText.facts(
          about.required("name", ObjectParts.CUT).text(),
          root.at("message").textOrNull(),
          root.at("lastTimestamp").instantOrNull());
    }
    return List.of();
  }

  private static List<Fact> overlay(Cursor root, String name) {
    Cursor spec = root.at("spec");
    String price = spec.at("price").scalarOrNull();
    Requirements requirements = Requirements.of(RequirementList.read(spec.at("requirements")));
    Resources capacity = Quantities.all(spec.at("capacity"));
    var facts = new ArrayList<Fact>();
    facts.add(
        new NodeOverlay(
            name,
            ObjectParts.annotations(root),
            ObjectParts.labels(root),
            ObjectParts.deleting(root),
            requirements.none() ? null : requirements,
            price == null ? spec.at("priceAdjustment").scalarOrNull() : price,
            capacity.none() ? null : capacity,
            spec.at("weight").wholeNumberOrNull()));
    facts.addAll(ObjectParts.conditions(root.at("status"), ObjectKind.NODE_OVERLAY, name));
    return facts;
  }

  static boolean reads(String apiVersion, String kindName) {
    ObjectKind kind = ObjectKind.of(kindName);
    return kind != null && kind.group().equals(ObjectKind.group(apiVersion));
  }

  /** Amounts of resources as Kubernetes writes them: {@code 640Mi}, {@code cpu: 1930m}. */
  static final class Quantities {

    private Quantities() {}

    /** The amount at {@code value}, which must be there. */
    static Quantity one(Cursor value) {
      Quantity quantity = Quantity.parse(value.scalar());
      if (quantity == null) {
        throw value.wrong(
            "is " + value.shown() + ", which is not a quantity", "Try: write it as 640Mi or 2.");
      }
      return quantity;
    }

    static Resources all(Cursor list) {
      var byName = new HashMap<String, Quantity>();
      list.fields((name, value) -> byName.put(name, one(value)));
      return Resources.of(byName);
    }
  }
}
