package dev.plumbline.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.fact.ObjectRef;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Keeps the objects that actions change as the API server gives them, without {@code
 * metadata.managedFields}.
 */
final class ChangeableObjects {

  private static final Set<String> KINDS =
      Set.of(
          ObjectParts.PROVIDER + "/v1 EC2NodeClass",
          "karpenter.sh/v1 NodePool",
          "karpenter.sh/v1alpha1 NodeOverlay");

  private final Map<ObjectRef, JsonNode> byRef = new TreeMap<>();

  /** Keeps {@code object} if it is of such a kind; items of a list may leave theirs to the list. */
  void add(Cursor object, String apiVersion, String kind) {
    if (!KINDS.contains(apiVersion + " " + kind) || !object.node().isObject()) {
      return;
    }
    String name =
        object.required("metadata", ObjectParts.CUT).required("name", ObjectParts.CUT).text();
    ObjectNode whole = JsonNodeFactory.instance.objectNode();
    whole.put("apiVersion", apiVersion).put("kind", kind);
    whole.setAll((ObjectNode) object.node().deepCopy());
    ((ObjectNode) whole.get("metadata")).remove("managedFields");
    byRef.put(new ObjectRef(apiVersion, kind, null, name), whole);
  }

  Map<ObjectRef, JsonNode> byRef() {
    return Collections.unmodifiableMap(byRef);
  }
}
