package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ExpectedCount;
import dev.plumbline.fact.Annotations.ReadFrom;
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
@ExpectedCount(1_000)
@ReadFrom(of = "Node")
public record Node(
    String name,
    @ReadFrom("metadata.labels") @Nullable String nodePool,
    @ReadFrom("metadata.labels") @Nullable String instanceType,
    @ReadFrom("metadata.labels") @Nullable String zone,
    @ReadFrom("spec.providerID") @Nullable String providerId,
    @ReadFrom("metadata.labels") Tags labels,
    @ReadFrom("metadata.creationTimestamp") @Nullable Instant created,
    @ReadFrom("metadata.deletionTimestamp") boolean deleting,
    @ReadFrom("status.conditions[Ready].status") @Nullable String ready,
    @ReadFrom("status.conditions[Ready].lastTransitionTime") @Nullable Instant readySince,
    @ReadFrom("status.capacity") Resources capacity,
    @ReadFrom("status.allocatable") Resources allocatable)
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
