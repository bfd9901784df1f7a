package dev.plumbline.source;

import dev.plumbline.fact.Fact;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a snapshot folder says, whole.
 *
 * @param path the folder or embedded example, as it was asked for
 * @param at the time to judge at
 * @param region the region it was taken in; null when not told
 * @param facts what it says, with the parameters (set or by default) and without the other facts of
 *     {@link PolicyData}
 */
public record Snapshot(String path, Instant at, @Nullable String region, List<Fact> facts) {

  public Snapshot {
    facts = List.copyOf(facts);
  }
}
