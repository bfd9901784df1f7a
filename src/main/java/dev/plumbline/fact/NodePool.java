package dev.plumbline.fact;

import org.jspecify.annotations.Nullable;

/**
 * A {@code NodePool} (karpenter.sh/v1).
 *
 * @param name {@code metadata.name}
 * @param nodeClass {@code spec.template.spec.nodeClassRef.name}
 * @param weight {@code spec.weight}, 1 to 100; null when not set, which counts as 0
 * @param requirements {@code spec.template.spec.requirements} together with {@code
 *     spec.template.metadata.labels}, which Karpenter reads as requirements too
 * @param annotations {@code metadata.annotations}
 */
public record NodePool(
    String name,
    String nodeClass,
    @Nullable Integer weight,
    Requirements requirements,
    Tags annotations)
    implements Fact {

  @Override
  public String key() {
    return "NodePool/" + name;
  }
}
