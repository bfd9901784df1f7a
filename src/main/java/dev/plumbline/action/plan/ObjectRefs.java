package dev.plumbline.action.plan;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.fact.Fleet.FleetMember;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.fact.RecordType;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Resolves the object keys of conclusions, KIND/NAME. */
final class ObjectRefs {

  private static final Map<String, String> VERSION_BY_KIND =
      Map.of(
          RecordType.name(Ami.class),
          "ec2",
          RecordType.name(FleetMember.class),
          "plumbline.dev/v1",
          "Cluster",
          "plumbline.dev/v1");

  private ObjectRefs() {}

  static ObjectNode named(ObjectRef ref) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.put("apiVersion", ref.apiVersion()).put("kind", ref.kind());
    object.putObject("metadata").put("name", ref.name());
    return object;
  }

  static ObjectRef of(String kind, String name) {
    return of(kind, null, name);
  }

  private static ObjectRef of(String kind, @Nullable String namespace, String name) {
    ObjectKind known = ObjectKind.of(kind);
    String version = known == null ? VERSION_BY_KIND.get(kind) : known.apiVersion();
    return new ObjectRef(version == null ? "v1" : version, kind, namespace, name);
  }

  /** The object called NodePool/default or Pod/shop/cart-0; one without a name is called so. */
  static ObjectRef of(String key) {
    String[] parts = key.split("/", 3);
    if (parts.length == 3) {
      return of(parts[0], parts[1], parts[2]);
    }
    return parts.length == 2
        ? of(parts[0], parts[1])
        : of(key, key.toLowerCase(java.util.Locale.ROOT));
  }
}
