package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ExpectedCount;
import dev.plumbline.fact.Annotations.OneOf;
import dev.plumbline.fact.Annotations.ReadFrom;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A {@code NodeClaim} (karpenter.sh/v1).
 *
 * @param name {@code metadata.name}
 * @param nodePool label {@code karpenter.sh/nodepool}; null when it has none
 * @param nodeClass {@code spec.nodeClassRef.name}
 * @param instanceType label {@code node.kubernetes.io/instance-type}; null before launch
 * @param zone label {@code topology.kubernetes.io/zone}; null before launch
 * @param capacityType label {@code karpenter.sh/capacity-type}; null before launch
 * @param ami {@code status.imageID}; null before launch
 * @param nodeName {@code status.nodeName}; null before it registers
 * @param providerId {@code status.providerID}; null before launch
 * @param labels {@code metadata.labels}
 * @param annotations {@code metadata.annotations}
 * @param created {@code metadata.creationTimestamp}; null when not told
 * @param deleting whether {@code metadata.deletionTimestamp} is set
 * @param launched whether condition Launched is True
 * @param registered when condition Registered became True; null while it is not
 * @param initialized when condition Initialized became True; null while it is not
 * @param capacity {@code status.capacity}: what was promised at launch
 * @param allocatable {@code status.allocatable}: what was promised to pods at launch
 */
@ExpectedCount(1_000)
@ReadFrom(of = "NodeClaim", value = "spec.nodeClassRef.group")
public record NodeClaim(
    String name,
    @ReadFrom("metadata.labels") @Nullable String nodePool,
    @ReadFrom("spec.nodeClassRef.name") String nodeClass,
    @ReadFrom("metadata.labels") @Nullable String instanceType,
    @ReadFrom("metadata.labels") @Nullable String zone,
    @ReadFrom("metadata.labels") @OneOf({"on-demand", "reserved", "spot"})
        @Nullable String capacityType,
    @ReadFrom("status.imageID") @Nullable String ami,
    @ReadFrom("status.nodeName") @Nullable String nodeName,
    @ReadFrom("status.providerID") @Nullable String providerId,
    @ReadFrom("metadata.labels") Tags labels,
    @ReadFrom("metadata.annotations") Tags annotations,
    @ReadFrom("metadata.creationTimestamp") @Nullable Instant created,
    @ReadFrom("metadata.deletionTimestamp") boolean deleting,
    @ReadFrom("status.conditions[Launched].status") boolean launched,
    @ReadFrom({
          "status.conditions[Registered].status",
          "status.conditions[Registered].lastTransitionTime"
        })
        @Nullable Instant registered,
    @ReadFrom({
          "status.conditions[Initialized].status",
          "status.conditions[Initialized].lastTransitionTime"
        })
        @Nullable Instant initialized,
    @ReadFrom("status.capacity") Resources capacity,
    @ReadFrom("status.allocatable") Resources allocatable)
    implements Fact {

  @Override
  public String key() {
    return "NodeClaim/" + name;
  }

  /** The id of its instance, the last part of {@link #providerId}; null before launch. */
  public @Nullable String instanceId() {
    return providerId == null ? null : providerId.substring(providerId.lastIndexOf('/') + 1);
  }

  /** The label {@code karpenter.k8s.aws/placement-group-id}; empty when it has none. */
  public String placementGroup() {
    String group = labels.value("karpenter.k8s.aws/placement-group-id");
    return group == null ? "" : group;
  }

  /** The same in words: {@code no placement group} when there is none. */
  public String placementGroupOrNone() {
    return placementGroup().isEmpty() ? "no placement group" : placementGroup();
  }

  /** The name of its node; its own before it registers. */
  public String nodeOrClaim() {
    return nodeName == null ? name : nodeName;
  }
}
