package dev.plumbline.fact;

import java.time.Instant;
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
 * @param created {@code metadata.creationTimestamp}; null when not told
 * @param deleting whether {@code metadata.deletionTimestamp} is set
 * @param ready status of condition Ready: True, False, Unknown; null before the kubelet tells
 * @param readySince {@code lastTransitionTime} of condition Ready; null when not told
 * @param capacity {@code status.capacity}
 * @param allocatable {@code status.allocatable}
 */
public record Node(
    String name,
    @Nullable String nodePool,
    @Nullable String instanceType,
    @Nullable String zone,
    @Nullable String providerId,
    Tags labels,
    @Nullable Instant created,
    boolean deleting,
    @Nullable String ready,
    @Nullable Instant readySince,
    Resources capacity,
    Resources allocatable)
    implements Fact {

  @Override
  public String key() {
    return "Node/" + name;
  }

  /** The EC2 instance in {@link #providerId}, {@code aws:///us-east-1a/i-0123}; null without it. */
  public @Nullable String instanceId() {
    return providerId == null ? null : providerId.substring(providerId.lastIndexOf('/') + 1);
  }

  /** Whether Karpenter has seen it join ({@code karpenter.sh/registered}). */
  public boolean registered() {
    return "true".equals(labels.value("karpenter.sh/registered"));
  }
}
