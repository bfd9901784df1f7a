package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ExpectedCount;
import dev.plumbline.fact.Annotations.OneOf;
import dev.plumbline.fact.Annotations.ReadFrom;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Nodes, NodeClaims and instances. */
public sealed interface Nodes extends Fact {

  /**
   * An EC2 instance ({@code DescribeInstances}, {@code Reservations[].Instances[]}).
   *
   * @param id {@code InstanceId}
   * @param ami {@code ImageId}
   * @param instanceType {@code InstanceType}
   * @param zone {@code Placement.AvailabilityZone}; null when EC2 gives none
   * @param state {@code State.Name}: pending, running, shutting-down, terminated, stopping, stopped
   * @param subnet {@code SubnetId}; null when EC2 gives none
   * @param securityGroups {@code SecurityGroups[].GroupId}
   * @param capacityReservation {@code CapacityReservationId}; null when it uses none
   */
  @ExpectedCount(value = 1_000, bounds = true)
  @ReadFrom(of = "Instances")
  record Instance(
      @ReadFrom("InstanceId") String id,
      @ReadFrom("ImageId") String ami,
      @ReadFrom("InstanceType") String instanceType,
      @ReadFrom("Placement.AvailabilityZone") @Nullable String zone,
      @ReadFrom("State.Name") String state,
      @ReadFrom("SubnetId") @Nullable String subnet,
      @ReadFrom("SecurityGroups.GroupId") Values securityGroups,
      @ReadFrom("CapacityReservationId") @Nullable String capacityReservation)
      implements Nodes {

    @Override
    public String key() {
      return "Instance/" + id;
    }
  }

  /**
   * A {@code Node} (v1).
   *
   * @param name {@code metadata.name}
   * @param nodePool label {@code karpenter.sh/nodepool}; null when it has none
   * @param instanceType label {@code node.kubernetes.io/instance-type}; null when it has none
   * @param zone label {@code topology.kubernetes.io/zone}; null when it has none
   * @param providerId {@code spec.providerID}; null when not set
   * @param labels {@code metadata.labels}
   * @param created {@code metadata.creationTimestamp}; null if unknown
   * @param deleting whether {@code metadata.deletionTimestamp} is set
   * @param ready status of condition Ready: True, False, Unknown; null before the kubelet reports
   *     it
   * @param readySince {@code lastTransitionTime} of condition Ready; null if unknown
   * @param capacity {@code status.capacity}
   * @param allocatable {@code status.allocatable}
   */
  @ExpectedCount(value = 1_000, bounds = true)
  @ReadFrom(of = "Node")
  record Node(
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
      implements Nodes {

    @Override
    public String key() {
      return "Node/" + name;
    }

    /**
     * The EC2 instance in {@link #providerId}, {@code aws:///us-east-1a/i-0123}; null without it.
     */
    public @Nullable String instanceId() {
      return providerId == null ? null : providerId.substring(providerId.lastIndexOf('/') + 1);
    }

    /** Since when it is Ready and {@code initialized}, in epoch seconds. */
    public long healthySince(Instant initialized) {
      Instant from =
          readySince == null || initialized.isAfter(readySince) ? initialized : readySince;
      return from.getEpochSecond();
    }

    /**
     * Who runs it, where Karpenter has not launched it: the labels {@code
     * eks.amazonaws.com/compute-type}, {@code eks.amazonaws.com/nodegroup} and {@code
     * alpha.eksctl.io/nodegroup-name}; null where it has.
     */
    public @Nullable String runBy() {
      String compute = labels.value("eks.amazonaws.com/compute-type");
      switch (compute == null ? "" : compute) {
        case "auto":
          return "EKS Auto Mode";
        case "fargate":
          return "Fargate";
        case "hybrid":
          return "EKS Hybrid Nodes";
        default:
      }
      if (nodePool != null) {
        return null;
      }
      String managed = labels.value("eks.amazonaws.com/nodegroup");
      String eksctl = labels.value("alpha.eksctl.io/nodegroup-name");
      return managed != null
          ? "the EKS managed node group " + managed
          : eksctl != null
              ? "the self-managed node group " + eksctl
              : "no node group that is known (self-managed)";
    }

    /** Whether Karpenter has seen it join ({@code karpenter.sh/registered}). */
    public boolean registered() {
      return "true".equals(labels.value("karpenter.sh/registered"));
    }
  }

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
   * @param created {@code metadata.creationTimestamp}; null if unknown
   * @param deleting whether {@code metadata.deletionTimestamp} is set
   * @param launched whether condition Launched is True
   * @param registered when condition Registered became True; null while it is not
   * @param initialized when condition Initialized became True; null while it is not
   * @param capacity {@code status.capacity}: what was promised at launch
   * @param allocatable {@code status.allocatable}: what was promised to pods at launch
   * @param deleted {@code metadata.deletionTimestamp}; null while it is not deleted, and if unknown
   * @param expires when Karpenter deletes it for its age: {@code metadata.creationTimestamp} and
   *     {@code spec.expireAfter}; null when that is Never or not set
   */
  @ExpectedCount(value = 1_000, bounds = true)
  @ReadFrom(
      of = "NodeClaim",
      value = {"spec.nodeClassRef.group", "spec.nodeClassRef.kind"})
  record NodeClaim(
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
      @ReadFrom("status.allocatable") Resources allocatable,
      @ReadFrom("metadata.deletionTimestamp") @Nullable Instant deleted,
      @ReadFrom("spec.expireAfter") @Nullable Instant expires)
      implements Nodes {

    /** A claim of which it is not known when it was deleted, or will be. */
    public NodeClaim(
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
        Resources allocatable) {
      this(
          name,
          nodePool,
          nodeClass,
          instanceType,
          zone,
          capacityType,
          ami,
          nodeName,
          providerId,
          labels,
          annotations,
          created,
          deleting,
          launched,
          registered,
          initialized,
          capacity,
          allocatable,
          null,
          null);
    }

    @Override
    public String key() {
      return "NodeClaim/" + name;
    }

    /** Whether it was not deleted yet at that time; false when {@code at} is null. */
    public boolean livedUntil(@Nullable Instant at) {
      return at != null && (!deleting || (deleted != null && !deleted.isBefore(at)));
    }

    /**
     * What Karpenter counts a claim as, too, when it compares it with what is sold: on-demand for a
     * reserved one, whose reservation may have ended; else its own capacity type.
     */
    public @Nullable String fallbackCapacityType() {
      return "reserved".equals(capacityType) ? "on-demand" : capacityType;
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
}
