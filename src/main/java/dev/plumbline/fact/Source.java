package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ExpectedCount;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a source of facts, whatever its answer ({@code gates.yaml}); how it is doing,
 * its {@link SourceStatus} tells.
 *
 * @param name images, instance-types, …
 * @param whole the source it is a part of, which is not ready when that one is not; null when it is
 *     none: node-pools is a part of cluster
 * @param neverEmpty whether an answer without a thing in it cannot be true
 */
@ExpectedCount(10)
public record Source(String name, @Nullable String whole, boolean neverEmpty) implements Fact {

  @Override
  public String key() {
    return "Source/" + name;
  }
}
