package dev.plumbline.action.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Iterator;

/** Compares live objects with what is to be written. */
final class JsonComparison {

  private JsonComparison() {}

  /** Whether two trees are equal; numbers compare by value. */
  static boolean same(JsonNode one, JsonNode other) {
    return covers(one, other) && covers(other, one);
  }

  /**
   * Whether {@code live} contains all of {@code applied}. Lists must have the same items in the
   * same order; objects, also in lists, may have more fields, such as those that the API server
   * defaults.
   */
  static boolean covers(JsonNode live, JsonNode applied) {
    if (applied.isObject()) {
      if (!live.isObject()) {
        return false;
      }
      for (var field : applied.properties()) {
        if (!covers(live.path(field.getKey()), field.getValue())) {
          return false;
        }
      }
      return true;
    }
    if (applied.isArray()) {
      if (!live.isArray() || live.size() != applied.size()) {
        return false;
      }
      Iterator<JsonNode> items = live.iterator();
      for (JsonNode item : applied) {
        if (!covers(items.next(), item)) {
          return false;
        }
      }
      return true;
    }
    if (applied.isNumber()) {
      return live.isNumber() && live.decimalValue().compareTo(applied.decimalValue()) == 0;
    }
    return applied.equals(live) || (isNothing(applied) && isNothing(live));
  }

  static boolean sameWhereTouched(JsonNode before, JsonNode live, JsonNode change) {
    if (!change.isObject() || change.isEmpty()) {
      return same(before, live) || (isNothing(before) && isNothing(live));
    }
    for (var field : change.properties()) {
      String key = field.getKey();
      if (!sameWhereTouched(before.path(key), live.path(key), field.getValue())) {
        return false;
      }
    }
    return true;
  }

  private static boolean isNothing(JsonNode node) {
    return node.isMissingNode() || node.isNull();
  }
}
