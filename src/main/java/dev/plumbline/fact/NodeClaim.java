package dev.plumbline.fact;

import org.jspecify.annotations.Nullable;

/**
 * A {@code NodeClaim} (karpenter.sh/v1).
 *
 * @param name {@code metadata.name}
 * @param nodePool label {@code karpenter.sh/nodepool}; null when it has none
 * @param nodeClass {@code spec.nodeClassRef.name}
 * @param instanceType label {@code node.kubernetes.io/instance-type}; null before launch
 * @param ami {@code status.imageID}; null before launch
 * @param nodeName {@code status.nodeName}; null before it registers
 * @param providerId {@code status.providerID}; null before launch
 * @param labels {@code metadata.labels}
 */
public record NodeClaim(
    String name,
    @Nullable String nodePool,
    String nodeClass,
    @Nullable String instanceType,
    @Nullable String ami,
    @Nullable String nodeName,
    @Nullable String providerId,
    Tags labels)
    implements Fact {

  @Override
  public String key() {
    return "NodeClaim/" + name;
  }
}
