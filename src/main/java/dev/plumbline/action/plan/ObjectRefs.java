package dev.plumbline.action.plan;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.fact.ObjectRef;
import java.util.Map;

/** Resolves the object keys of conclusions, KIND/NAME. */
final class ObjectRefs {

  private static final String KARPENTER = "karpenter.sh/v1";

  private static final Map<String, String> VERSION_BY_KIND =
      Map.of(
          "EC2NodeClass", "karpenter.k8s.aws/v1",
          "NodePool", KARPENTER,
          "NodeClaim", KARPENTER,
          "NodeOverlay", "karpenter.sh/v1alpha1",
          "Node", "v1",
          "Pod", "v1",
          "Ami", "ec2",
          "Cluster", "plumbline.dev/v1");

  private ObjectRefs() {}

  static ObjectNode named(ObjectRef ref) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.put("apiVersion", ref.apiVersion()).put("kind", ref.kind());
    object.putObject("metadata").put("name", ref.name());
    return object;
  }

  static ObjectRef nodeClass(String name) {
    return of("EC2NodeClass", name);
  }

  static ObjectRef nodePool(String name) {
    return of("NodePool", name);
  }

  static ObjectRef of(String kind, String name) {
    return new ObjectRef(VERSION_BY_KIND.getOrDefault(kind, "v1"), kind, null, name);
  }

  /** The object called NodePool/default or Pod/shop/cart-0; one without a name is called so. */
  static ObjectRef of(String key) {
    String[] parts = key.split("/", 3);
    if (parts.length == 3) {
      return new ObjectRef(
          VERSION_BY_KIND.getOrDefault(parts[0], "v1"), parts[0], parts[1], parts[2]);
    }
    return parts.length == 2
        ? of(parts[0], parts[1])
        : of(key, key.toLowerCase(java.util.Locale.ROOT));
  }
}
