package dev.plumbline.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.ObjectRef;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The content of a snapshot folder.
 *
 * @param facts its facts, with the parameters (set or by default) and without the other facts of
 *     {@link PolicyData}
 * @param objects the objects that actions change, whole but for {@code metadata.managedFields}:
 *     EC2NodeClass, NodePool, NodeOverlay; iterated in their order
 */
public record Snapshot(
    String path,
    Instant at,
    @Nullable String region,
    List<Fact> facts,
    Map<ObjectRef, JsonNode> objects) {

  public Snapshot {
    facts = List.copyOf(facts);
    objects = Collections.unmodifiableSortedMap(new TreeMap<>(objects));
  }

  /** A snapshot without objects that actions change. */
  public Snapshot(String path, Instant at, @Nullable String region, List<Fact> facts) {
    this(path, at, region, facts, Map.of());
  }
}
