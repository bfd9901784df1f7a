package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ReadFrom;
import org.jspecify.annotations.Nullable;

/**
 * A {@code NodeOverlay} (karpenter.sh/v1alpha1) as far as it matters whose it is.
 *
 * @param name {@code metadata.name}
 * @param annotations {@code metadata.annotations}
 * @param labels {@code metadata.labels}
 * @param deleting whether {@code metadata.deletionTimestamp} is set
 */
@ReadFrom(of = "NodeOverlay", whole = true)
public record NodeOverlay(
    String name,
    @ReadFrom("metadata.annotations") Tags annotations,
    @ReadFrom("metadata.labels") Tags labels,
    @ReadFrom("metadata.deletionTimestamp") boolean deleting)
    implements Fact {

  @Override
  public String key() {
    return "NodeOverlay/" + name;
  }

  /**
   * The pool one of whose tiers it makes (label {@code plumbline.dev/tier-of}); null when it is
   * nobody's.
   */
  public @Nullable String tierOf() {
    return labels.value("plumbline.dev/tier-of");
  }
}
