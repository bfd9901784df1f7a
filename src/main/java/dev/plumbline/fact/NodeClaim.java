package dev.plumbline.fact;

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
public record NodeClaim(
    String name,
    @Nullable String nodePool,
    String nodeClass,
    @Nullable String instanceType,
    @Nullable String zone,
    @Nullable String capacityType,
    @Nullable String ami,
    @Nullable String nodeName,
    @Nullable String providerId,
    Tags labels,
    Tags annotations,
    @Nullable Instant created,
    boolean deleting,
    boolean launched,
    @Nullable Instant registered,
    @Nullable Instant initialized,
    Resources capacity,
    Resources allocatable)
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
