package dev.plumbline.action.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** JSON merge patches (RFC 7396): create, apply, compute. */
public final class MergePatch {

  private MergePatch() {}

  static ObjectNode at(List<String> path, @Nullable JsonNode value) {
    JsonNode node = value == null ? NullNode.getInstance() : value;
    var steps = new ArrayDeque<>(path);
    while (!steps.isEmpty()) {
      ObjectNode parent = JsonNodeFactory.instance.objectNode();
      parent.set(steps.removeLast(), node);
      node = parent;
    }
    return (ObjectNode) node;
  }

  static JsonNode get(JsonNode object, List<String> path) {
    JsonNode node = object;
    for (String step : path) {
      node = node.path(step);
    }
    return node;
  }

  static ObjectNode and(ObjectNode patch, ObjectNode more) {
    ObjectNode both = patch.deepCopy();
    for (var field : more.properties()) {
      JsonNode there = both.get(field.getKey());
      both.set(
          field.getKey(),
          there instanceof ObjectNode one && field.getValue() instanceof ObjectNode other
              ? and(one, other)
              : field.getValue());
    }
    return both;
  }

  public static JsonNode apply(@Nullable JsonNode target, JsonNode patch) {
    if (!patch.isObject()) {
      return patch;
    }
    ObjectNode result =
        target instanceof ObjectNode object
            ? object.deepCopy()
            : JsonNodeFactory.instance.objectNode();
    for (var field : patch.properties()) {
      if (field.getValue().isNull()) {
        result.remove(field.getKey());
      } else {
        result.set(field.getKey(), apply(result.get(field.getKey()), field.getValue()));
      }
    }
    return result;
  }

  static ObjectNode between(JsonNode before, JsonNode after) {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    for (var field : before.properties()) {
      if (!after.has(field.getKey())) {
        patch.putNull(field.getKey());
      }
    }
    for (var field : after.properties()) {
      JsonNode old = before.get(field.getKey());
      JsonNode now = field.getValue();
      if (CanonicalJson.same(old, now)) {
        continue;
      }
      patch.set(
          field.getKey(),
          old instanceof ObjectNode && now instanceof ObjectNode ? between(old, now) : now);
    }
    return patch;
  }
}
