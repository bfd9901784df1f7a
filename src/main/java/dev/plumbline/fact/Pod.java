package dev.plumbline.fact;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A {@code Pod} (v1) that waits for a node: phase Pending, bound to none.
 *
 * @param namespace {@code metadata.namespace}
 * @param name {@code metadata.name}
 * @param created {@code metadata.creationTimestamp}; null when not told
 * @param requests what its containers ask for together, as the scheduler counts it: the greater of
 *     the sum over {@code containers} and the greatest of {@code initContainers}, sidecars counted
 *     with both, and {@code overhead}; one of {@code pods}
 */
public record Pod(String namespace, String name, @Nullable Instant created, Resources requests)
    implements Fact {

  @Override
  public String key() {
    return "Pod/" + namespace + "/" + name;
  }
}
