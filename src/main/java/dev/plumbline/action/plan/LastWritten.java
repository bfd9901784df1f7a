package dev.plumbline.action.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What we wrote into a field of somebody else's object, as the annotation of its kind of action has
 * it.
 *
 * @param original what stood there before; null when nothing did, and for a list of which only some
 *     entries are ours
 * @param written what we wrote; for such a list, the entries that are ours
 */
record LastWritten(@Nullable JsonNode original, @Nullable JsonNode written) {

  private static final ObjectReader JSON = JsonMapper.builder().build().reader();

  static @Nullable LastWritten of(JsonNode object, String annotation) {
    JsonNode text = object.path("metadata").path("annotations").get(annotation);
    if (text == null || !text.isTextual()) {
      return null;
    }
    try {
      JsonNode memory = JSON.readTree(text.textValue());
      return memory.isObject() && memory.has("written")
          ? new LastWritten(
              CanonicalJson.of(memory.get("original")), CanonicalJson.of(memory.get("written")))
          : null;
    } catch (JsonProcessingException e) {
      return null;
    }
  }

  /** The owned entries; empty without the annotation. */
  static List<JsonNode> entries(JsonNode object, String annotation) {
    LastWritten memory = of(object, annotation);
    var entries = new ArrayList<JsonNode>();
    if (memory != null && memory.written() != null) {
      memory.written().forEach(entries::add);
    }
    return entries;
  }

  static ObjectNode patch(String annotation, @Nullable LastWritten memory) {
    if (memory == null) {
      return annotate(annotation, null);
    }
    ObjectNode text = JsonNodeFactory.instance.objectNode();
    text.set("original", memory.original() == null ? NullNode.getInstance() : memory.original());
    text.set("written", memory.written());
    return annotate(annotation, text);
  }

  /** The patch that records the owned entries of a list; an empty list removes the annotation. */
  static ObjectNode patch(String annotation, List<JsonNode> entries) {
    ObjectNode text = JsonNodeFactory.instance.objectNode();
    text.putArray("written").addAll(entries);
    return annotate(annotation, entries.isEmpty() ? null : text);
  }

  private static ObjectNode annotate(String annotation, @Nullable JsonNode text) {
    return MergePatch.at(
        List.of("metadata", "annotations", annotation),
        text == null ? null : TextNode.valueOf(text.toString()));
  }
}
