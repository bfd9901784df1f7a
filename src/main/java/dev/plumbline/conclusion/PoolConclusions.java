package dev.plumbline.conclusion;

import dev.plumbline.conclusion.ImageConclusions.HardwareGap;
import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.PodMatch;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Values;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a pool can launch, in which order and with which weight. */
public sealed interface PoolConclusions extends Conclusion {

  /**
   * The different values that the usable instance types of a NodePool have of a label with {@code
   * minValues}.
   *
   * @param nodePool the pool
   * @param label the label: karpenter.k8s.aws/instance-family
   * @param values the values
   */
  record MinValuesFound(@Key String nodePool, @Key String label, Values values)
      implements PoolConclusions {}

  /**
   * How many pods of the nodes of a NodePool cannot be evicted now, since a PodDisruptionBudget
   * allows no disruption. Concluded only where that is known of each of its nodes.
   *
   * @param nodePool the pool
   * @param pods how many, of {@link NodePoolWorkload#pods}
   */
  record NodePoolBlockedPods(@Key String nodePool, int pods) implements PoolConclusions {}

  /**
   * What runs on the nodes of a NodePool. Concluded of pools that have nodes, while the pods of the
   * cluster are watched: without it, what runs there is not known.
   *
   * @param nodePool the pool
   * @param nodes how many nodes it has
   * @param pods how many pods run on them that go elsewhere when their node goes: all but those of
   *     DaemonSets and static ones
   * @param statefulSetPods how many of these are of StatefulSets
   * @param replicaSetPods … of ReplicaSets, so of Deployments too
   * @param jobPods … of Jobs
   * @param otherPods … of another kind of object
   * @param unownedPods … of nothing, so that nobody makes them anew
   * @param volumePods how many of the pods mount a PersistentVolumeClaim
   * @param doNotDisruptPods how many of the pods have the annotation karpenter.sh/do-not-disrupt:
   *     "true"
   */
  record NodePoolWorkload(
      @Key String nodePool,
      int nodes,
      int pods,
      int statefulSetPods,
      int replicaSetPods,
      int jobPods,
      int otherPods,
      int unownedPods,
      int volumePods,
      int doNotDisruptPods)
      implements PoolConclusions {}

  /**
   * That pods wait, and what a NodePool gives the nodes it may launch for them.
   *
   * @param nodePool the pool
   * @param nodeClass its node class
   * @param requirements its requirements and labels, with those that Karpenter itself sets
   */
  record NodePoolAsked(@Key String nodePool, @Key String nodeClass, Requirements requirements)
      implements PoolConclusions, Internal {

    private static final Set<String> ZONES =
        Set.of("topology.kubernetes.io/zone", "topology.k8s.aws/zone-id");

    /**
     * Whether a node of the pool can be what {@code pod} requires, as far as the pool specifies.
     */
    public boolean takes(Requirements pod) {
      return PodMatch.fits(requirements, pod);
    }

    /**
     * What {@code pod} requires of a label that no node of the pool will have; null without one.
     */
    public @Nullable String unknownLabel(Requirements pod) {
      return PodMatch.unknownLabel(requirements, pod);
    }

    /** The first label of which pool and {@code pod} have no value in common; null without one. */
    public @Nullable String conflict(Requirements pod) {
      return PodMatch.conflict(requirements, pod);
    }

    /**
     * What {@code pod} requires of labels that the pool does not rule out and that somebody sets,
     * of its zone aside.
     */
    public Requirements unopposed(Requirements pod) {
      return Requirements.of(
          pod.written().stream()
              .filter(each -> !ZONES.contains(Requirements.label(each.key())))
              .filter(each -> takes(Requirements.of(each)))
              .toList());
    }

    /** What the pool gives of a label: {@code kubernetes.io/arch In [amd64]}. */
    public String gives(String label) {
      return PodMatch.asked(requirements, label);
    }
  }

  /**
   * {@link NodePoolUnusable} by its former name: shipped rules conclude it no longer. Rules in
   * recorded logs and in overlays still do, and are heard.
   *
   * @param rule the id of the rule
   * @param nodePool the pool
   */
  record NodePoolBarren(@Key String rule, @Key String nodePool) implements PoolConclusions {}

  /**
   * That Karpenter tries a NodePool for new nodes.
   *
   * @param nodePool the pool
   * @param weight {@code spec.weight}; 0 when it is not set
   */
  record NodePoolCandidate(@Key String nodePool, int weight) implements PoolConclusions, Internal {}

  /**
   * The cheapest vCPU that a NodePool can launch on demand.
   *
   * @param nodePool the pool
   * @param microUsdPerVcpuHour millionths of a US dollar for one vCPU an hour
   */
  record NodePoolCheapest(@Key String nodePool, long microUsdPerVcpuHour)
      implements PoolConclusions, Internal {}

  /**
   * That Karpenter does not try a NodePool for new nodes, for one reason of maybe several.
   *
   * @param nodePool the pool
   * @param rule the id of the rule
   * @param message the reason in words
   */
  record NodePoolExcluded(@Key String nodePool, @Key String rule, String message)
      implements PoolConclusions {}

  /**
   * A kind of device that a NodePool admits and no resolved image of its node class drives.
   *
   * @param nodePool the pool
   * @param nodeClass its node class
   * @param architecture {@code kubernetes.io/arch}
   * @param device GPU or accelerator
   * @param manufacturer as in the label: nvidia, amd, aws, qualcomm
   */
  record NodePoolHardwareGap(
      @Key String nodePool,
      @Key String nodeClass,
      @Key String architecture,
      @Key String device,
      @Key String manufacturer)
      implements PoolConclusions, Internal {

    /** The device in words: a GPU of nvidia. */
    public String named() {
      return gap().named();
    }

    /** The label that names the maker of such a device. */
    public String label() {
      return gap().label();
    }

    private HardwareGap gap() {
      return new HardwareGap(nodeClass, architecture, device, manufacturer);
    }
  }

  /**
   * Points that a rule gives a NodePool; their sum is the weight it should have.
   *
   * @param rule the id of the rule that gives them
   * @param nodePool the pool
   * @param points how many; below zero to take some
   * @param message what they are given for
   */
  record NodePoolFactor(@Key String rule, @Key String nodePool, int points, String message)
      implements PoolConclusions {}

  /**
   * What is wrong with a NodePool, with the way to mend it.
   *
   * @param rule the id of the rule
   * @param nodePool the pool
   * @param message the finding and the fix, in words
   */
  record NodePoolObjection(@Key String rule, @Key String nodePool, String message)
      implements PoolConclusions, Objection {}

  /**
   * Why a NodePool launches no node now, whichever pod waits.
   *
   * @param rule the id of the rule; in the order of Karpenter
   * @param nodePool the pool
   * @param obstacle excluded, gate, image, types, limits, minValues or offerings
   * @param message what is in the way and the fix, in words
   */
  record NodePoolObstacle(@Key String rule, @Key String nodePool, String obstacle, String message)
      implements PoolConclusions {}

  /**
   * Which NodePool Karpenter tries next, where launches of one fail for want of capacity: the first
   * after it whose launches do not. It takes a pod only if it fits.
   *
   * @param nodePool the pool whose launches fail
   * @param next the next one
   */
  record NodePoolFallback(@Key String nodePool, String next) implements PoolConclusions {}

  /**
   * When Karpenter tries a NodePool for new nodes: the greater weight first, then the later name.
   *
   * @param nodePool the pool
   * @param position 1 for the first
   * @param weight {@code spec.weight}; 0 when it is not set
   */
  record NodePoolOrder(@Key String nodePool, int position, int weight) implements PoolConclusions {}

  /**
   * That a NodePool prefers instance types in an order.
   *
   * @param nodePool the pool
   * @param form how it is implemented: nodepool (a NodePool a tier, by weight) or nodeoverlay (one
   *     pool, by price)
   * @param tiers how many items it names besides those it excludes: the tiers, empty ones counted
   * @param weight the weight of the pool; 0 when none is set
   */
  record NodePoolPreference(@Key String nodePool, String form, int tiers, int weight)
      implements PoolConclusions {

    /** Whether Karpenter tries a pool of that weight and name before this one. */
    public boolean follows(int otherWeight, String otherName) {
      return NodePool.triedBefore(otherWeight, otherName, weight, nodePool);
    }
  }

  /**
   * The instance types that a NodePool can launch, whatever the image: what rules read that need
   * the pool as a whole, and not again with each image. Concluded only where there is one.
   *
   * @param nodePool the pool
   * @param instanceTypes the types, of which {@code InstanceTypeUsable} holds
   */
  record NodePoolTypes(@Key String nodePool, Values instanceTypes)
      implements PoolConclusions, Summary {}

  /**
   * That a NodePool can launch no instance type, although everything that decides so is known.
   *
   * @param rule the id of the rule
   * @param nodePool the pool
   */
  record NodePoolUnusable(@Key String rule, @Key String nodePool) implements PoolConclusions {}

  /**
   * The weight that a NodePool should have: the sum of its factors.
   *
   * @param nodePool the pool
   * @param weight 1 to 100, as {@code spec.weight}
   */
  record NodePoolWeight(@Key String nodePool, int weight) implements PoolConclusions {

    /** {@code sum} within what Karpenter allows of a weight: 1 to 100. */
    public static int clamped(Number sum) {
      return Math.clamp(sum.longValue(), 1, 100);
    }
  }

  /**
   * The nodes of a pool as its disruption budgets count them.
   *
   * @param nodePool the pool
   * @param claims its initialized node claims
   * @param gone how many of them no longer count
   * @param disrupting how many of them are being deleted or not ready
   */
  record PoolNodes(@Key String nodePool, long claims, long gone, long disrupting)
      implements PoolConclusions {

    /** How many nodes a percentage is of. */
    public long nodes() {
      return claims - gone;
    }

    /** How many nodes may go now where {@code limit} may at once. */
    public long left(long limit) {
      return Math.max(0, Math.min(limit, nodes()) - disrupting);
    }

    /** What uses the budgets up already, in words; empty when nothing does. */
    public String inUse() {
      return disrupting == 0 ? "" : "; " + disrupting + " deleting or not ready already";
    }
  }
}
