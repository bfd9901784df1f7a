package dev.plumbline.action.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What {@code metadata.managedFields} says that we own by server-side apply. A field that is owned
 * and applied no more is what an apply takes away.
 */
final class OwnedFields {

  private OwnedFields() {}

  /** Whether {@code manager} owns a field of {@code live} that {@code applied} has not. */
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
