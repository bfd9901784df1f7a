package dev.plumbline.source;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.plumbline.fact.Requirement;
import java.util.ArrayList;
import java.util.List;

/**
 * The requirements of a NodePool as its people ask for them: without the entries that Plumbline has
 * added and remembers in annotations. An entry follows from what the pool asks for by itself, so it
 * must not make its own reason go away.
 */
final class OwnRequirements {

  private static final List<String> ANNOTATIONS =
      List.of("plumbline.dev/narrow-node-pool", "plumbline.dev/maintain-preference-tiers");

  private static final ObjectReader JSON = JsonMapper.builder().build().reader();

  private OwnRequirements() {}

  /** {@code requirements} of the pool at {@code root} without those that are ours. */
  static List<Requirement> without(List<Requirement> requirements, Cursor root) {
    var theirs = new ArrayList<>(requirements);
    for (String annotation : ANNOTATIONS) {
      Cursor memory = root.at("metadata").at("annotations").at(annotation);
      if (memory.present()) {
        written(memory.scalar()).forEach(theirs::remove);
      }
    }
    return theirs;
  }

  /** The entries that {@code memory} has; none when it cannot be read, or they cannot. */
  private static List<Requirement> written(String memory) {
    try {
      JsonNode written = JSON.readTree(memory).path("written");
      return written.isArray()
          ? RequirementList.read(
              Cursor.of(new Origin("", "", InvalidObjectException::new), written))
          : List.of();
    } catch (JsonProcessingException | InvalidSourceException e) {
      return List.of();
    }
  }
}
