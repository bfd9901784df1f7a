package dev.plumbline.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Pools.NodeOverlay;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Resources;
import dev.plumbline.source.InvalidSourceException.InvalidObjectException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Facts out of Kubernetes objects: EC2NodeClass (karpenter.k8s.aws/v1), NodePool and NodeClaim
 * (karpenter.sh/v1), NodeOverlay (karpenter.sh/v1alpha1), DaemonSet (apps/v1), Node and Pod (v1),
 * and their lists. Every other kind makes none, and neither does a pool or claim whose node class
 * is of another group, as Karpenter itself has it, or a pod that waits for no node.
 */
public final class KarpenterObjects {

  private static final Map<String, String> VERSION_BY_KIND =
      Map.of(
          "EC2NodeClass", ObjectParts.PROVIDER + "/v1",
          "NodePool", "karpenter.sh/v1",
          "NodeClaim", "karpenter.sh/v1",
          "NodeOverlay", "karpenter.sh/v1alpha1",
          "DaemonSet", "apps/v1",
          "Node", "v1",
          "Pod", "v1");

  private KarpenterObjects() {}

  /**
   * The facts of one object as the API server gives it; the first is the object itself.
   *
   * @return none for a kind that is not read
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

  static List<Fact> read(Cursor object, String apiVersion, String kind) {
    if (!reads(apiVersion, kind)) {
      return List.of();
    }
    String version = VERSION_BY_KIND.get(kind);
    Cursor name =
        object
            .required("metadata", "Try: check whether this is a Kubernetes object.")
            .required("name", "Try: check whether this is a Kubernetes object.");
    Cursor root = object.named(kind + "/" + name.text());
    if (!apiVersion.equals(version)) {
      throw root.at("apiVersion")
          .wrong(
              "is \"" + apiVersion + "\", which is not read",
              "Try: convert the object to " + version + ".");
    }
    return switch (kind) {
      case "EC2NodeClass" -> NodeClassObjects.facts(root, name.text());
      case "NodePool" -> NodePoolObjects.facts(root, name.text());
      case "NodeClaim" -> NodeObjects.claim(root, name.text());
      case "NodeOverlay" -> List.of(overlay(root, name.text()));
      case "Node" -> NodeObjects.node(root, name.text());
      case "DaemonSet" -> PodObjects.daemonSet(root, name.text());
      default -> PodObjects.pod(root, name.text());
    };
  }

  private static NodeOverlay overlay(Cursor root, String name) {
    return new NodeOverlay(
        name, ObjectParts.annotations(root), ObjectParts.labels(root), ObjectParts.deleting(root));
  }

  static boolean reads(String apiVersion, String kind) {
    String version = VERSION_BY_KIND.get(kind);
    return version != null && group(version).equals(group(apiVersion));
  }

  private static String group(String apiVersion) {
    int slash = apiVersion.indexOf('/');
    return slash < 0 ? "" : apiVersion.substring(0, slash);
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
