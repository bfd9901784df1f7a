package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.PodMatch;
import dev.plumbline.fact.Requirements;
import org.jspecify.annotations.Nullable;

/**
 * That pods wait, and what a NodePool gives the nodes it may launch for them.
 *
 * @param nodePool the pool
 * @param nodeClass its node class
 * @param requirements its requirements and labels, with those that Karpenter itself sets
 */
public record NodePoolAsked(@Key String nodePool, @Key String nodeClass, Requirements requirements)
    implements Conclusion, Internal {

  /** Whether a node of the pool can be what {@code pod} requires, as far as the pool tells. */
  public boolean takes(Requirements pod) {
    return PodMatch.fits(requirements, pod);
  }

  /** What {@code pod} requires of a label that no node of the pool will have; null without one. */
  public @Nullable String unknownLabel(Requirements pod) {
    return PodMatch.unknownLabel(requirements, pod);
  }

  /** The first label of which pool and {@code pod} have no value in common; null without one. */
  public @Nullable String conflict(Requirements pod) {
    return PodMatch.conflict(requirements, pod);
  }

  /** What the pool gives of a label: {@code kubernetes.io/arch In [amd64]}. */
  public String gives(String label) {
    return PodMatch.asked(requirements, label);
  }
}
