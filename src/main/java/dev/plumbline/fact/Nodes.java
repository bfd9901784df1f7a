package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ExpectedCount;
import dev.plumbline.fact.Annotations.OneOf;
import dev.plumbline.fact.Annotations.ReadFrom;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Nodes, NodeClaims, instances, and what past launches have shown. */
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

  /**
   * A NodeClaim that was launched and is gone by now ({@code pastLaunches} in {@code
   * snapshot.yaml}).
   *
   * @param nodeClaim its name
   * @param nodePool its pool
   * @param instanceType the type that was launched
   * @param ami the image it was launched with
   * @param launched when
   * @param promised {@code status.allocatable} of the claim
   * @param allocatable {@code status.allocatable} of its node; null when it never joined
   * @param nodeClass {@code spec.nodeClassRef.name}; null if unknown
   * @param zone label {@code topology.kubernetes.io/zone}; null if unknown
   * @param registered when condition Registered became True; null if it never did
   * @param initialized when condition Initialized became True; null if it never did
   * @param ready status of condition Ready of its node before its deletion began; null when none
   *     was seen
   * @param readySince {@code lastTransitionTime} of that condition; null when none was seen
   * @param deleted when its deletion began ({@code metadata.deletionTimestamp}); else when it was
   *     found gone; null if unknown
   * @param disruption why Karpenter disrupted it (reason of condition DisruptionReason: Drifted,
   *     Underutilized, Empty, …); null if it did not
   * @param interrupted when Karpenter deleted it since EC2 took its instance ({@code lastTimestamp}
   *     of the Event TerminatingOnInterruption); null if it did not say so
   * @param expires when Karpenter would have deleted it for its age; null when never
   * @param node {@code status.nodeName}; null if it never registered, or unknown
   * @param drift reason of condition Drifted when it was deleted: AMIDrift, NodePoolDrifted, …;
   *     null if it had not drifted
   * @param deletedWith what was deleted before it: NodePool, its pool, whose deletion takes its
   *     claims along; Node, its node, which Karpenter's finalizer takes the claim along with; null
   *     when neither was seen
   */
  record PastLaunch(
      String nodeClaim,
      String nodePool,
      String instanceType,
      String ami,
      Instant launched,
      Resources promised,
      @Nullable Resources allocatable,
      @Nullable String nodeClass,
      @Nullable String zone,
      @Nullable Instant registered,
      @Nullable Instant initialized,
      @Nullable String ready,
      @Nullable Instant readySince,
      @Nullable Instant deleted,
      @Nullable String disruption,
      @Nullable Instant interrupted,
      @Nullable Instant expires,
      @Nullable String node,
      @Nullable String drift,
      @OneOf({"Node", "NodePool"}) @Nullable String deletedWith)
      implements Nodes {

    /** A launch of which it is not known what it was deleted with. */
    public PastLaunch(
        String nodeClaim,
        String nodePool,
        String instanceType,
        String ami,
        Instant launched,
        Resources promised,
        @Nullable Resources allocatable,
        @Nullable String nodeClass,
        @Nullable String zone,
        @Nullable Instant registered,
        @Nullable Instant initialized,
        @Nullable String ready,
        @Nullable Instant readySince,
        @Nullable Instant deleted,
        @Nullable String disruption,
        @Nullable Instant interrupted,
        @Nullable Instant expires) {
      this(
          nodeClaim,
          nodePool,
          instanceType,
          ami,
          launched,
          promised,
          allocatable,
          nodeClass,
          zone,
          registered,
          initialized,
          ready,
          readySince,
          deleted,
          disruption,
          interrupted,
          expires,
          null,
          null,
          null);
    }

    /** Whether Karpenter said why, or its age says so, or what it was deleted with. */
    public boolean told() {
      return interrupted != null || disruption != null || expired() || deletedWith != null;
    }

    /** The name of its node; its own where that is unknown. */
    public String nodeOrClaim() {
      return node == null ? nodeClaim : node;
    }

    /** Whether its node was not Ready when its deletion began. */
    public boolean notReady() {
      return ready != null && !ready.equals("True") && readySince != null && deleted != null;
    }

    /** Whether its deletion began at {@code time} or later; false when that is unknown. */
    public boolean deletedFrom(Instant time) {
      return deleted != null && !deleted.isBefore(time);
    }

    /** Why Karpenter disrupted it: {@code Drifted (AMIDrift)}; empty if it did not. */
    public String disruptedFor() {
      return disruption == null
          ? ""
          : disruption + (drift == null || !disruption.equals("Drifted") ? "" : " (" + drift + ")");
    }

    /** Whether its deletion began when it was as old as {@code spec.expireAfter} says. */
    public boolean expired() {
      return expires != null && deleted != null && !deleted.isBefore(expires);
    }

    /** How long its node was healthy: from initialized until it went NotReady or was deleted. */
    public long healthySeconds() {
      return Times.seconds(initialized, "True".equals(ready) ? deleted : readySince);
    }

    /** The same launch, which was interrupted then. */
    public PastLaunch interruptedAt(Instant at) {
      return new PastLaunch(
          nodeClaim,
          nodePool,
          instanceType,
          ami,
          launched,
          promised,
          allocatable,
          nodeClass,
          zone,
          registered,
          initialized,
          ready,
          readySince,
          deleted,
          disruption,
          at,
          expires,
          node,
          drift,
          deletedWith);
    }

    /** A launch of which nothing but its capacity is known. */
    public PastLaunch(
        String nodeClaim,
        String nodePool,
        String instanceType,
        String ami,
        Instant launched,
        Resources promised,
        @Nullable Resources allocatable) {
      this(
          nodeClaim,
          nodePool,
          instanceType,
          ami,
          launched,
          promised,
          allocatable,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null);
    }

    @Override
    public String key() {
      return "PastLaunch/" + nodeClaim;
    }
  }

  /**
   * That Karpenter failed to launch NodeClaims of a pool, and has not launched one since ({@code
   * launchFailures} in {@code snapshot.yaml}). EC2 had no capacity: Karpenter deletes such a claim
   * at once and says so in an {@code Event} (v1), its {@code reason} InsufficientCapacityError, of
   * which no more than 300 characters are kept, so that it often names one offering of many, or
   * none. For anything else condition {@code Launched} of the claim stays Unknown, with a reason.
   *
   * @param nodePool label {@code karpenter.sh/nodepool} of the claims; else their names without the
   *     last five characters
   * @param capacityType what was asked for: spot, on-demand or reserved; {@code *} if unknown
   * @param instanceType the type that EC2 names, or the only one the claims admit; {@code *} if
   *     unknown
   * @param zone the zone that EC2 names, or the only one the claims admit; {@code *} if unknown
   * @param code the code EC2 gave: InsufficientInstanceCapacity; InsufficientCapacityError if
   *     Karpenter quotes none; else the {@code reason} of condition Launched
   * @param message the {@code message} of condition Launched; empty for want of capacity
   * @param since the first failure of those without a launch between them
   * @param last the last one
   */
  @ExpectedCount(100)
  @ReadFrom(
      of = "Event",
      value = {"reason", "involvedObject.kind", "involvedObject.name", "message", "lastTimestamp"})
  @ReadFrom(
      of = "NodeClaim",
      value = {
        "metadata.labels",
        "status.conditions[Launched].status",
        "status.conditions[Launched].reason",
        "status.conditions[Launched].message",
        "status.conditions[Launched].lastTransitionTime"
      })
  record LaunchFailure(
      String nodePool,
      @OneOf({"*", "on-demand", "reserved", "spot"}) String capacityType,
      String instanceType,
      String zone,
      String code,
      String message,
      Instant since,
      Instant last)
      implements Nodes {

    /** {@code reason} of the Event for want of capacity. */
    public static final String REASON = "InsufficientCapacityError";

    private static final Duration FIRST_PAUSE = Duration.ofMinutes(3);

    /** As Karpenter counts them ({@code unfulfillableCapacityErrorCodes}). */
    private static final Set<String> CAPACITY =
        Set.of(
            REASON,
            "InsufficientInstanceCapacity",
            "InsufficientFreeAddressesInSubnet",
            "MaxFleetCountExceeded",
            "MaxSpotInstanceCountExceeded",
            "ReservationCapacityExceeded",
            "UnfulfillableCapacity",
            "Unsupported",
            "VcpuLimitExceeded");

    @Override
    public String key() {
      return "LaunchFailure/" + nodePool + "/" + capacityType + "/" + instanceType + "/" + zone;
    }

    /**
     * Whether EC2 could not fulfil it, so that Karpenter tries something else. Where condition
     * Launched tells, it tries the same again.
     */
    public boolean capacity() {
      return message.isEmpty() && CAPACITY.contains(code);
    }

    /** Whether it is known which offering failed. */
    public boolean offering() {
      return !capacityType.equals("*") && !instanceType.equals("*") && !zone.equals("*");
    }

    /**
     * Until when it is best not tried again: after the last failure as long again as it has failed
     * until then, {@code shortest} at least and {@code longest} at most. One that fails whenever it
     * is tried again waits twice as long each time.
     */
    public Instant retry(Duration shortest, Duration longest) {
      Duration pause = Duration.between(since, last);
      pause = pause.compareTo(shortest) < 0 ? shortest : pause;
      return last.plus(pause.compareTo(longest) > 0 ? longest : pause);
    }

    /** When an offering may be tried again that is left alone for {@code span}. */
    public Instant until(Duration span) {
      return last.plus(span);
    }

    /** Whether Karpenter has launched {@code claim} since, of what failed. */
    public boolean overcomeBy(NodeClaim claim) {
      return claim.launched()
          && nodePool.equals(claim.nodePool())
          && claim.created() != null
          && claim.created().isAfter(last)
          && (capacityType.equals("*") || capacityType.equals(claim.capacityType()))
          && (instanceType.equals("*") || instanceType.equals(claim.instanceType()))
          && (zone.equals("*") || zone.equals(claim.zone()));
    }

    /** Both as one, with the code of the later; {@code other} has the same key. */
    public LaunchFailure with(LaunchFailure other) {
      boolean later =
          other.last.isAfter(last)
              || (other.last.equals(last) && other.told().compareTo(told()) > 0);
      return new LaunchFailure(
          nodePool,
          capacityType,
          instanceType,
          zone,
          later ? other.code : code,
          later ? other.message : message,
          other.since.isBefore(since) ? other.since : since,
          later ? other.last : last);
    }

    /**
     * Whether {@code other} came so long after it that it is not the same want: after twice the
     * pause that follows {@link #last}.
     */
    public boolean over(Instant other) {
      return other.isAfter(
          last.plus(
              Duration.between(last, retry(FIRST_PAUSE, Duration.ofDays(1))).multipliedBy(2)));
    }

    /** The code with the message, if there is one. */
    public String told() {
      return message.isEmpty() ? code : code + ": " + message;
    }
  }
}
