package dev.plumbline.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.RecordType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Which fields of an API object facts are read from, as the facts declare it. Everything else is
 * dropped when the object arrives, and is in no snapshot.
 */
public final class FieldMask {

  static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";
  private static final List<String> ALWAYS =
      List.of("apiVersion", "kind", "metadata.name", "metadata.namespace");

  private static final Map<String, FieldMask> MASKS = new ConcurrentHashMap<>();

  private final Map<String, FieldMask> fields = new HashMap<>();

  private final Map<String, FieldMask> byType = new HashMap<>();

  private final List<String> secret = new ArrayList<>();
  private boolean whole;

  private FieldMask() {}

  /**
   * The mask of a Kubernetes kind (Pod) or of the items of a list that EC2 or SSM answers (Images).
   * It keeps everything of an object that no fact is read from.
   */
  public static FieldMask of(String object) {
    return MASKS.computeIfAbsent(object, FieldMask::declared);
  }

  /** The kinds whose objects are retained whole, since actions change them. */
  public static List<ObjectKind> wholeKinds() {
    return Arrays.stream(ObjectKind.values()).filter(kind -> of(kind.kind()).whole).toList();
  }

  private static FieldMask declared(String object) {
    var mask = new FieldMask();
    boolean read = false;
    for (RecordType type : FactTypes.ALL) {
      for (RecordType.Read each : type.reads()) {
        if (each.object().equals(object)) {
          read = true;
          if (each.secret()) {
            mask.secret.add(each.path());
          } else {
            mask.add(each.path());
          }
        }
      }
    }
    if (read) {
      ALWAYS.forEach(mask::add);
    }
    mask.whole |= !read;
    return mask;
  }

  private void add(String path) {
    FieldMask at = this;
    for (String step : path.isEmpty() ? new String[0] : path.split("\\.")) {
      int bracket = step.indexOf('[');
      String name = bracket < 0 ? step : step.substring(0, bracket);
      at = at.fields.computeIfAbsent(name, field -> new FieldMask());
      if (bracket >= 0) {
        String type = step.substring(bracket + 1, step.length() - 1);
        at = at.byType.computeIfAbsent(type, each -> new FieldMask());
        at.fields.computeIfAbsent("type", field -> new FieldMask()).whole = true;
      }
    }
    at.whole = true;
  }

  public @Nullable FieldMask field(String name) {
    return whole ? this : fields.get(name);
  }

  /** The masked object or list; a value of unexpected shape stays as it is. */
  public JsonNode keep(JsonNode node) {
    if (whole || !node.isContainerNode()) {
      return node;
    }
    if (node.isObject()) {
      return keepFields(node);
    }
    ArrayNode items = JsonNodeFactory.instance.arrayNode(node.size());
    for (JsonNode item : node) {
      FieldMask mask = byType.isEmpty() || !item.has("type") ? this : ofType(item);
      if (mask != null) {
        items.add(mask.keep(item));
      }
    }
    return items;
  }

  private @Nullable FieldMask ofType(JsonNode item) {
    return byType.get(item.path("type").asText());
  }

  /**
   * The masked object for a watch: everything but {@code managedFields} where actions change
   * objects of its kind.
   */
  public ObjectNode keepFields(JsonNode object) {
    ObjectNode kept = JsonNodeFactory.instance.objectNode();
    for (var field : object.properties()) {
      FieldMask mask = field(field.getKey());
      if (mask != null) {
        kept.set(field.getKey(), mask.keep(field.getValue()));
      }
    }
    if (whole && object.path("metadata") instanceof ObjectNode metadata) {
      kept.set("metadata", metadata.deepCopy().without("managedFields"));
    }
    return kept;
  }

  /** The masked object for a snapshot, without secrets. */
  public ObjectNode record(JsonNode object) {
    ObjectNode recorded = keepFields(object).deepCopy();
    if (recorded.path("metadata").path("annotations") instanceof ObjectNode annotations) {
      annotations.remove(LAST_APPLIED);
    }
    for (String path : secret) {
      int parent = path.lastIndexOf('.');
      if (recorded.at("/" + path.substring(0, parent).replace('.', '/'))
          instanceof ObjectNode holder) {
        holder.remove(path.substring(parent + 1));
      }
    }
    return recorded;
  }
}
