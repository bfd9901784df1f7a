package dev.plumbline.action.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.ChangeWriter.WriteFaultException;
import dev.plumbline.fact.ObjectRef;
import org.jspecify.annotations.Nullable;

/** Field ownership in {@code metadata.managedFields}. */
public final class ManagedFields {

  private ManagedFields() {}

  public static boolean of(JsonNode live) {
    for (JsonNode entry : live.at("/metadata/managedFields")) {
      if (ours(entry)) {
        return true;
      }
    }
    return false;
  }

  /** The manager, other than ours, that last wrote a field of the spec; null if there is none. */
  static @Nullable String lastOther(JsonNode live) {
    String last = null;
    String at = "";
    for (JsonNode entry : live.at("/metadata/managedFields")) {
      String time = entry.path("time").asText();
      if (!ours(entry)
          && !entry.has("subresource")
          && entry.path("fieldsV1").has("f:spec")
          && time.compareTo(at) >= 0) {
        last = entry.path("manager").asText();
        at = time;
      }
    }
    return last;
  }

  /**
   * Releases ownership without changing a field; fails if the object changed since it was read.
   *
   * @throws WriteFaultException when that cannot be done
   */
  public static void leave(ObjectApi server, ObjectRef ref, JsonNode live) {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    ObjectNode metadata = patch.putObject("metadata");
    metadata.set("uid", live.at("/metadata/uid"));
    metadata.set("resourceVersion", live.at("/metadata/resourceVersion"));
    ArrayNode others = metadata.putArray("managedFields");
    for (JsonNode entry : live.at("/metadata/managedFields")) {
      if (!ours(entry)) {
        others.add(entry);
      }
    }
    if (others.isEmpty()) {
      // An empty list would count as absent; one empty entry clears it.
      others.addObject();
    }
    server.merge(ref, patch);
  }

  private static boolean ours(JsonNode entry) {
    return entry.path("manager").asText().equals(ObjectApi.FIELD_MANAGER);
  }

  /**
   * The fields that Plumbline owns by server-side apply. An apply removes owned fields that it does
   * not contain.
   */
  static final class OwnedFields {

    private OwnedFields() {}

    static boolean beyond(JsonNode live, JsonNode applied, String manager) {
      for (JsonNode entry : live.path("metadata").path("managedFields")) {
        if (entry.path("manager").asText().equals(manager)
            && entry.path("operation").asText().equals("Apply")
            && !entry.has("subresource")
            && beyond(entry.path("fieldsV1"), applied)) {
          return true;
        }
      }
      return false;
    }

    private static boolean beyond(JsonNode owned, JsonNode applied) {
      for (var field : owned.properties()) {
        String key = field.getKey();
        if (!key.startsWith("f:")) {
          // An item of a list (k:, v:, i:) is compared with its list; "." is the field itself.
          continue;
        }
        JsonNode value = applied.path(key.substring(2));
        if (value.isMissingNode() || beyond(field.getValue(), value)) {
          return true;
        }
      }
      return false;
    }
  }
}
