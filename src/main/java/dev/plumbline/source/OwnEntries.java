package dev.plumbline.source;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plumbline.fact.Requirement;
import java.util.ArrayList;
import java.util.List;

/**
 * The lists of a NodePool as its people have written them: without the entries that Plumbline has
 * added and remembers in annotations. An entry follows from what the pool asks for by itself, so it
 * must not make its own reason go away.
 */
final class OwnEntries {

  private static final List<String> OF_REQUIREMENTS =
      List.of("plumbline.dev/narrow-node-pool", "plumbline.dev/maintain-preference-tiers");
  private static final String OF_BUDGETS = "plumbline.dev/hold-disruption";

  private static final ObjectReader JSON = JsonMapper.builder().build().reader();

  private OwnEntries() {}

  /** {@code requirements} of the pool at {@code root} without those that are ours. */
  static List<Requirement> without(List<Requirement> requirements, Cursor root) {
    var theirs = new ArrayList<>(requirements);
    OF_REQUIREMENTS.forEach(
        annotation -> requirements(written(root, annotation)).forEach(theirs::remove));
    return theirs;
  }

  /** The budgets of the pool at {@code root} that are ours, as they stand there. */
  static List<JsonNode> budgets(Cursor root) {
    var ours = new ArrayList<JsonNode>();
    written(root, OF_BUDGETS).forEach(ours::add);
    return ours;
  }

  private static List<Requirement> requirements(JsonNode written) {
    try {
      return RequirementList.read(
          Cursor.of(new Origin("", "", InvalidObjectException::new), written));
    } catch (InvalidSourceException e) {
      return List.of();
    }
  }

  /** The entries that an annotation remembers; none when it cannot be read. */
  private static JsonNode written(Cursor root, String annotation) {
    Cursor memory = root.at("metadata").at("annotations").at(annotation);
    try {
      JsonNode written =
          memory.present() ? JSON.readTree(memory.scalar()).path("written") : memory.node();
      return written.isArray() ? written : JsonNodeFactory.instance.arrayNode();
    } catch (JsonProcessingException e) {
      return JsonNodeFactory.instance.arrayNode();
    }
  }
}
