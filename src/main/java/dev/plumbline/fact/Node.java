package dev.plumbline.fact;

import org.jspecify.annotations.Nullable;

/**
 * A {@code Node} (v1).
 *
 * @param name {@code metadata.name}
 * @param nodePool label {@code karpenter.sh/nodepool}; null when it has none
 * @param instanceType label {@code node.kubernetes.io/instance-type}; null when it has none
 * @param zone label {@code topology.kubernetes.io/zone}; null when it has none
 * @param providerId {@code spec.providerID}; null when not set
 * @param labels {@code metadata.labels}
 */
public record Node(
    String name,
    @Nullable String nodePool,
    @Nullable String instanceType,
    @Nullable String zone,
    @Nullable String providerId,
    Tags labels)
    implements Fact {

  @Override
  public String key() {
    return "Node/" + name;
  }
}
