package dev.plumbline.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.fact.Fact;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All facts of one owner now, in place of those before.
 *
 * @param owner who publishes: images, SourceStatus/images, NodePool/default; never two for one fact
 * @param facts empty when it is gone
 * @param document what it was read from, in the shape of the snapshot folder, with the fields that
 *     are read alone; null when it is gone or there is none
 */
public record FactUpdate(String owner, List<? extends Fact> facts, @Nullable JsonNode document) {

  public static FactUpdate of(Fact fact) {
    return new FactUpdate(fact.key(), List.of(fact), null);
  }

  public static FactUpdate gone(String owner) {
    return new FactUpdate(owner, List.of(), null);
  }
}
