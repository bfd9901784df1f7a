package dev.plumbline.action.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Iterator;

/** Compares what stands on the API server with what is to be written. */
final class JsonComparison {

  private JsonComparison() {}

  /** Whether two trees are the same; numbers by value. */
  static boolean same(JsonNode one, JsonNode other) {
    return covers(one, other) && covers(other, one);
  }

  /**
   * Whether all of {@code applied} stands in {@code live}, which may have more fields. Lists have
   * the same items in the same order, each of which may have more fields: those that the API server
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

  /** Whether what {@code change} touches is the same in both; its lists and values as a whole. */
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
