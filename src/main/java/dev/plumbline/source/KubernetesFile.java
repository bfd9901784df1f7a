package dev.plumbline.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.ObjectRef;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The objects of one file of {@code cluster/}: single, several documents, or lists. */
final class KubernetesFile {

  private static final String NO_OBJECT = "Try: check whether this is a Kubernetes object.";

  private KubernetesFile() {}

  static void read(List<Cursor> documents, FactSet facts, Consumer<String> kinds) {
    read(documents, facts, new ChangeableObjects()::add, kinds);
  }

  /**
   * Adds the facts of {@code documents}.
   *
   * @param objects is given each object, whatever its kind
   * @param kinds is given the kind of each that facts are read from
   */
  static void read(List<Cursor> documents, FactSet facts, Each objects, Consumer<String> kinds) {
    for (Cursor document : documents) {
      String apiVersion = document.required("apiVersion", NO_OBJECT).text();
      String kind = document.required("kind", NO_OBJECT).text();
      if (kind.endsWith("List") && document.at("items").present()) {
        for (Cursor item : document.at("items").items()) {
          addItem(
              item,
              apiVersion,
              kind,
              (object, version, itemKind) -> {
                add(object, version, itemKind, facts, kinds);
                objects.object(object, version, itemKind);
              });
        }
      } else {
        add(document, apiVersion, kind, facts, kinds);
        objects.object(document, apiVersion, kind);
      }
    }
  }

  private static void addItem(Cursor item, String apiVersion, String listKind, Each each) {
    boolean typed = !listKind.equals("List");
    String kind =
        typed && !item.at("kind").present()
            ? listKind.substring(0, listKind.length() - "List".length())
            : item.required("kind", NO_OBJECT).text();
    String version =
        typed && !item.at("apiVersion").present()
            ? apiVersion
            : item.required("apiVersion", NO_OBJECT).text();
    each.object(item, version, kind);
  }

  @FunctionalInterface
  interface Each {
    void object(Cursor object, String apiVersion, String kind);
  }

  private static void add(
      Cursor object, String apiVersion, String kind, FactSet facts, Consumer<String> kinds) {
    List<Fact> read = KarpenterObjects.read(object, apiVersion, kind);
    if (KarpenterObjects.reads(apiVersion, kind)) {
      kinds.accept(kind);
    }
    if (!read.isEmpty()) {
      String name = object.at("metadata").at("name").text();
      facts.of(owner(kind, name, object), document(object, apiVersion, kind));
      facts.addOnce(read, object.named(kind + "/" + name));
    }
  }

  private static String owner(String kind, String name, Cursor object) {
    String namespace = object.at("metadata").at("namespace").textOrNull();
    return kind + "/" + (namespace == null ? "" : namespace + "/") + name;
  }

  private static JsonNode document(Cursor object, String apiVersion, String kind) {
    if (object.at("kind").present() && object.at("apiVersion").present()) {
      return object.node();
    }
    ObjectNode typed = ((ObjectNode) object.node()).deepCopy();
    return typed.put("apiVersion", apiVersion).put("kind", kind);
  }

  /**
   * Keeps the objects that actions change as the API server gives them, without {@code
   * metadata.managedFields}.
   */
  static final class ChangeableObjects {

    private static final Set<String> KINDS =
        Set.of(
            ObjectKind.EC2_NODE_CLASS.apiVersion() + " " + ObjectKind.EC2_NODE_CLASS,
            "karpenter.sh/v1 NodePool",
            "karpenter.sh/v1alpha1 NodeOverlay");

    private final Map<ObjectRef, JsonNode> byRef = new TreeMap<>();

    /**
     * Keeps {@code object} if it is of such a kind; items of a list may leave theirs to the list.
     */
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
}
