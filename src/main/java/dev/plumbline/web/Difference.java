package dev.plumbline.web;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.plumbline.action.Change;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One field that a change makes another.
 *
 * @param path where it is, as a JSON pointer
 * @param before what is there now; missing when there is nothing
 * @param after what will be there; missing when there will be nothing
 */
record Difference(String path, JsonNode before, JsonNode after) {

  /** What tells an object apart is no change to it. */
  private static final Set<String> IDENTITY = Set.of("/apiVersion", "/kind", "/metadata/name");

  private static final JsonNode NOTHING = MissingNode.getInstance();

  /** Every field that {@code change} makes another, in the order of the object. */
  static List<Difference> of(Change change) {
    var differences = new ArrayList<Difference>();
    switch (change) {
      case Change.Apply apply ->
          walk("", apply.before() == null ? NOTHING : apply.before(), apply.applied(), differences);
      case Change.Patch patch -> walk("", patch.before(), patch.patch(), differences);
      case Change.Delete delete -> differences.add(new Difference("", delete.before(), NOTHING));
      case Change.TagImage tags -> tags(tags, differences);
      case Change.Say say -> {
        // Says something and changes nothing.
      }
    }
    return differences;
  }

  void write(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("path", path);
    if (!before.isMissingNode()) {
      json.writeFieldName("before");
      json.writeTree(before);
    }
    if (!after.isMissingNode()) {
      json.writeFieldName("after");
      json.writeTree(after);
    }
    json.writeEndObject();
  }

  /** In a merge patch null removes a field; what is applied has none. */
  private static void walk(String path, JsonNode before, JsonNode after, List<Difference> to) {
    if (after.isObject() && !after.isEmpty()) {
      for (Map.Entry<String, JsonNode> field : after.properties()) {
        walk(
            path + "/" + field.getKey().replace("~", "~0").replace("/", "~1"),
            before.path(field.getKey()),
            field.getValue(),
            to);
      }
      return;
    }
    JsonNode written = after.isNull() ? NOTHING : after;
    if (!before.equals(written) && !IDENTITY.contains(path)) {
      to.add(new Difference(path, before, written));
    }
  }

  private static void tags(Change.TagImage tags, List<Difference> to) {
    tags.set().forEach((key, value) -> walk("/" + key, tag(tags, key), new TextNode(value), to));
    for (String key : tags.removed()) {
      to.add(new Difference("/" + key, tag(tags, key), NOTHING));
    }
  }

  private static JsonNode tag(Change.TagImage tags, String key) {
    String value = tags.before().get(key);
    return value == null ? NOTHING : new TextNode(value);
  }
}
