package dev.plumbline.action.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Canonical JSON for comparison: the order of fields and the notation of numbers are ignored, and
 * null equals absent.
 */
final class CanonicalJson {

  private CanonicalJson() {}

  /** The document with sorted fields, without nulls; null if empty. */
  static @Nullable JsonNode of(@Nullable JsonNode node) {
    if (node == null || node.isNull() || node.isMissingNode()) {
      return null;
    }
    if (node.isObject()) {
      var sorted = new TreeMap<String, JsonNode>();
      for (var field : node.properties()) {
        JsonNode value = of(field.getValue());
        if (value != null) {
          sorted.put(field.getKey(), value);
        }
      }
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      sorted.forEach(object::set);
      return object;
    }
    if (node.isArray()) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      for (JsonNode item : node) {
        array.add(of(item));
      }
      return array;
    }
    return node.isNumber() ? number(node) : node;
  }

  private static JsonNode number(JsonNode node) {
    if (node.canConvertToInt() && node.canConvertToExactIntegral()) {
      return IntNode.valueOf(node.intValue());
    }
    return DecimalNode.valueOf(node.decimalValue().stripTrailingZeros());
  }

  static boolean same(@Nullable JsonNode one, @Nullable JsonNode other) {
    JsonNode left = of(one);
    JsonNode right = of(other);
    return left == null ? right == null : left.equals(right);
  }

  /**
   * Whether every field of {@code applied} stands in {@code live}: more there does not count, as
   * the API server fills in what it takes for granted. A list counts as a whole, except that of the
   * owners, to which others may add.
   */
  static boolean covers(@Nullable JsonNode live, JsonNode applied) {
    if (live == null || !applied.isObject()) {
      return same(live, applied);
    }
    for (var field : applied.properties()) {
      JsonNode there = live.get(field.getKey());
      boolean held =
          field.getKey().equals("ownerReferences")
              ? holdsAll(there, field.getValue())
              : covers(there, field.getValue());
      if (!held) {
        return false;
      }
    }
    return true;
  }

  private static boolean holdsAll(@Nullable JsonNode live, JsonNode applied) {
    for (JsonNode item : applied) {
      boolean found = false;
      if (live != null) {
        for (JsonNode there : live) {
          found |= same(there, item);
        }
      }
      if (!found) {
        return false;
      }
    }
    return true;
  }
}
