package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a node of a type has, and what nodes have shown. */
public sealed interface CapacityConclusions extends Conclusion {

  /**
   * The table of branch network interfaces that the operator supplies, since EC2 does not report it
   * them.
   *
   * @param byType how many, by instance type; none when no table is supplied
   */
  record BranchInterfaces(Tags byType) implements CapacityConclusions, Internal {}

  /**
   * That a node has far less than its {@code NodeClaim} promised.
   *
   * @param rule the id of the rule
   * @param node the node
   * @param nodeClaim its claim
   * @param instanceType the instance type
   * @param ami the image id
   * @param promised {@code status.capacity} of the claim, of the resources that fall short
   * @param real {@code status.capacity} of the node, of the same resources
   * @param message the finding and the fix, in words
   */
  record CapacityMismatch(
      @Key String rule,
      @Key String node,
      @Key String nodeClaim,
      @Key String instanceType,
      @Key String ami,
      Resources promised,
      Resources real,
      String message)
      implements CapacityConclusions {}

  /**
   * What makes the capacity of the nodes of an {@code EC2NodeClass} other than its author may
   * think.
   *
   * @param rule the id of the rule
   * @param nodeClass the node class
   * @param message the finding and the fix, in words
   */
  record CapacityObjection(@Key String rule, @Key String nodeClass, String message)
      implements CapacityConclusions, Objection {}

  /**
   * That nodes of a type and image have less memory than is worked out for them, so that pods are
   * promised room which is not there.
   *
   * @param rule the id of the rule
   * @param nodeClass the node class
   * @param instanceType the instance type
   * @param ami the image id
   * @param estimated the memory that is worked out
   * @param learned the memory that nodes have shown
   * @param message the finding and the fix, in words
   */
  record CapacityOverestimate(
      @Key String rule,
      @Key String nodeClass,
      @Key String instanceType,
      @Key String ami,
      Quantity estimated,
      Quantity learned,
      String message)
      implements CapacityConclusions {}

  /**
   * The volume that pods on the nodes of a node class use, where no instance store takes its place.
   *
   * @param nodeClass the node class
   * @param gib its size in GiB
   */
  record EphemeralVolume(@Key String nodeClass, int gib) implements CapacityConclusions, Internal {}

  /**
   * What a node of a type and image has, and what of it pods can use.
   *
   * @param nodeClass the node class
   * @param instanceType the instance type
   * @param ami the image id
   * @param capacity {@code status.capacity}; a resource of which there is nothing is not named
   * @param allocatable {@code status.allocatable}: without what Kubernetes, the system and eviction
   *     keep back
   * @param basis estimated: all of it is worked out; learned: the memory is what nodes have shown
   * @param unknown the resources that EC2 does not report
   */
  record InstanceTypeCapacity(
      @Key String nodeClass,
      @Key String instanceType,
      @Key String ami,
      Resources capacity,
      Resources allocatable,
      String basis,
      Values unknown)
      implements CapacityConclusions {

    public InstanceTypeCapacity {
      capacity = Shared.RESOURCES.of(capacity);
      allocatable = Shared.RESOURCES.of(allocatable);
    }

    /** Whether one more such node stays within what limits leave. */
    public boolean within(Resources left) {
      Resources one = capacity.with("nodes", Quantity.ofWhole(1));
      return left.map().entrySet().stream()
          .noneMatch(rest -> rest.getValue().below(one.quantity(rest.getKey())));
    }
  }

  /**
   * The memory that nodes of a type and image are known to have: what a recorder writes back to
   * {@code learnedCapacity}.
   *
   * @param instanceType the instance type
   * @param ami the image id
   * @param memory {@code status.capacity.memory}
   * @param confirmed when a node last agreed; null while one does, for which a recorder writes the
   *     time of the evaluation
   */
  record LearnedCapacity(
      @Key String instanceType, @Key String ami, Quantity memory, @Nullable Instant confirmed)
      implements CapacityConclusions {}

  /**
   * The volume for pods that an {@code EC2NodeClass} maps.
   *
   * @param nodeClass the node class
   * @param gib its size in GiB
   */
  record MappedVolume(@Key String nodeClass, int gib) implements CapacityConclusions, Internal {}

  /**
   * The size of that volume where it is not in whole GiB: Karpenter counts it as it is written,
   * though EC2 creates the next whole GiB.
   *
   * @param nodeClass the node class
   * @param gib its size in GiB, rounded up
   * @param size its size in bytes
   */
  record MappedVolumeSize(@Key String nodeClass, @Key int gib, Quantity size)
      implements CapacityConclusions, Internal {}

  /**
   * By which formulas and settings the instance types of an {@code EC2NodeClass} are sized; with
   * the amounts that follow for one type, rounded as Karpenter rounds them.
   *
   * @param nodeClass the node class
   * @param windows whether its nodes run Windows
   * @param maxPods the pods a node takes; null when its network interfaces limit them
   * @param podsPerCore the pods a core takes at most; 0 without such a limit
   * @param reservesByNetwork whether the memory reserved for Kubernetes grows with the pods that
   *     all network interfaces allow; else with the pods a node takes
   * @param overhead the share of the memory that the hypervisor keeps, as a decimal fraction: 0.075
   * @param reservedInterfaces how many network interfaces no pod may use
   * @param listsInterfaces whether the node class lists the network interfaces
   * @param efaOnly how many of those are for EFA alone
   * @param efaOnlyOnFirstCard how many of those are on network card 0
   * @param instanceStore whether the instance store, where there is one, is the storage of pods
   * @param volumeGiB the volume that pods use otherwise, in GiB
   * @param kubeReserved {@code kubelet.kubeReserved}
   * @param systemReserved {@code kubelet.systemReserved}
   * @param evictionHard {@code kubelet.evictionHard}
   */
  record NodeClassSizing(
      @Key String nodeClass,
      boolean windows,
      @Nullable Integer maxPods,
      int podsPerCore,
      boolean reservesByNetwork,
      String overhead,
      int reservedInterfaces,
      boolean listsInterfaces,
      int efaOnly,
      int efaOnlyOnFirstCard,
      boolean instanceStore,
      int volumeGiB,
      Resources kubeReserved,
      Resources systemReserved,
      Tags evictionHard)
      implements CapacityConclusions, Internal {}

  /**
   * The memory that a registered node has, with the type and image it really runs.
   *
   * @param node the node
   * @param instanceType its label {@code node.kubernetes.io/instance-type}
   * @param ami the image of its EC2 instance; that of its claim while the instance is not known
   * @param memory {@code status.capacity.memory}
   */
  record NodeMemory(@Key String node, @Key String instanceType, @Key String ami, Quantity memory)
      implements CapacityConclusions, Internal {
    /**
     * Whether it has less memory than {@code other}; as much of it, whether it comes first by name.
     */
    public boolean smallerThan(NodeMemory other) {
      int order = memory.compareTo(other.memory);
      return order < 0 || (order == 0 && node.compareTo(other.node) < 0);
    }
  }

  /**
   * Which of the {@code blockDeviceMappings} of an {@code EC2NodeClass} is the volume for pods.
   *
   * @param nodeClass the node class
   * @param position its place in the list, from 0
   */
  record PodDevice(@Key String nodeClass, int position) implements CapacityConclusions, Internal {}

  /**
   * What limits the pods on the nodes of a node class.
   *
   * @param nodeClass the node class
   * @param basis maxPods, podsPerCore, network, amiFamily
   * @param pods how many; by core where {@code basis} is podsPerCore; null when the network
   *     interfaces of the type decide
   */
  record PodLimit(@Key String nodeClass, String basis, @Nullable Integer pods)
      implements CapacityConclusions, Internal {}

  /**
   * The numbers by which instance types are sized, as parameters set them.
   *
   * @param values by parameter ({@code capacity.kubeReservedMiB}), or parameter and item ({@code
   *     capacity.kubeReservedCpuPercent/0}); what is not set is as in Karpenter
   */
  record SizingNumbers(Tags values) implements CapacityConclusions, Internal {}

  /**
   * By which settings the types of a node class are sized.
   *
   * @param nodeClass the node class
   * @param overhead the share of the memory that the hypervisor keeps, as a decimal fraction: 0.075
   * @param reservedInterfaces how many network interfaces no pod may use
   * @param podsPerCore the pods a core takes at most; 0 without such a limit
   */
  record SizingSettings(
      @Key String nodeClass, String overhead, int reservedInterfaces, int podsPerCore)
      implements CapacityConclusions, Internal {}

  /**
   * The least memory that any node of a type and image has.
   *
   * @param instanceType the instance type
   * @param ami the image id
   * @param memory {@code status.capacity.memory} of that node
   */
  record SmallestMemory(@Key String instanceType, @Key String ami, Quantity memory)
      implements CapacityConclusions, Internal {}
}
