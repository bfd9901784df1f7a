package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ExpectedCount;
import dev.plumbline.fact.Annotations.ReadFrom;
import dev.plumbline.fact.Disruption.DisruptionBudget;
import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import dev.plumbline.fact.Pods.Pod;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** NodePool objects and the parts of their spec. */
public sealed interface Pools extends Fact {

  /**
   * A {@code NodePool} (karpenter.sh/v1) whose node class is not Karpenter's for EC2: another
   * program launches its nodes, and none of it is judged.
   *
   * @param name {@code metadata.name}
   * @param group {@code spec.template.spec.nodeClassRef.group}: eks.amazonaws.com
   * @param nodeClassKind {@code spec.template.spec.nodeClassRef.kind}: NodeClass; empty without one
   */
  @ReadFrom(of = "NodePool", at = "spec.template.spec.nodeClassRef")
  record ForeignNodePool(
      String name, @ReadFrom("group") String group, @ReadFrom("kind") String nodeClassKind)
      implements Pools {

    @Override
    public String key() {
      return "ForeignNodePool/" + name;
    }

    /** Whose it is, in words: {@code EKS Auto Mode}. */
    public String owner() {
      return group.equals("eks.amazonaws.com") ? "EKS Auto Mode" : "the provider " + group;
    }
  }

  /**
   * A {@code minValues} of {@code NodePool.spec.template.spec.requirements}: how many different
   * values of a label the candidates of one launch must have.
   *
   * @param nodePool the pool
   * @param label {@code key}: karpenter.k8s.aws/instance-family
   * @param count {@code minValues}
   */
  @ReadFrom(of = "NodePool", at = "spec.template.spec.requirements")
  record MinValues(String nodePool, @ReadFrom("key") String label, @ReadFrom("minValues") int count)
      implements Pools {

    @Override
    public String key() {
      return "MinValues/" + nodePool + "/" + label;
    }
  }

  /**
   * A {@code NodePool} (karpenter.sh/v1) without its lists, which are facts of their own: {@link
   * DisruptionBudget}, {@link MinValues}, {@link NodePoolTaint}, {@link PreferenceItem}, {@link
   * StatusCondition}.
   *
   * @param name {@code metadata.name}
   * @param nodeClass {@code spec.template.spec.nodeClassRef.name}
   * @param weight {@code spec.weight}, 1 to 100; null when not set, which counts as 0
   * @param requirements {@code spec.template.spec.requirements} together with {@code
   *     spec.template.metadata.labels}, which Karpenter reads as requirements too
   * @param annotations {@code metadata.annotations}
   * @param labels {@code metadata.labels}
   * @param deleting whether {@code metadata.deletionTimestamp} is set
   * @param replicas {@code spec.replicas}: the nodes a static pool keeps; null for any other pool
   * @param limits {@code spec.limits}
   * @param usage {@code status.resources}: what its nodes have together
   * @param specRequirements {@code spec.template.spec.requirements} as they stand, those included
   *     that Plumbline has added; null when they are {@code requirements}
   */
  @ExpectedCount(100)
  @ReadFrom(of = "NodePool", whole = true, value = "spec.template.spec.nodeClassRef.group")
  record NodePool(
      String name,
      @ReadFrom("spec.template.spec.nodeClassRef.name") String nodeClass,
      @ReadFrom("spec.weight") @Nullable Integer weight,
      @ReadFrom({"spec.template.spec.requirements", "spec.template.metadata.labels"})
          Requirements requirements,
      @ReadFrom("metadata.annotations") Tags annotations,
      @ReadFrom("metadata.labels") Tags labels,
      @ReadFrom("metadata.deletionTimestamp") boolean deleting,
      @ReadFrom("spec.replicas") @Nullable Integer replicas,
      @ReadFrom("spec.limits") Resources limits,
      @ReadFrom("status.resources") Resources usage,
      @ReadFrom("spec.template.spec.requirements") @Nullable Requirements specRequirements)
      implements Pools {

    private static final String CAPACITY_TYPE = "karpenter.sh/capacity-type";

    /** A pool whose requirements are those of its spec alone. */
    public NodePool(
        String name,
        String nodeClass,
        @Nullable Integer weight,
        Requirements requirements,
        Tags annotations,
        Tags labels,
        boolean deleting,
        @Nullable Integer replicas,
        Resources limits,
        Resources usage) {
      this(
          name,
          nodeClass,
          weight,
          requirements,
          annotations,
          labels,
          deleting,
          replicas,
          limits,
          usage,
          null);
    }

    /**
     * What Karpenter compares the labels of its NodeClaims with ({@code RequirementsDrifted}): the
     * requirements of the spec without the labels of the template.
     */
    public Requirements ofClaims() {
      return specRequirements == null ? requirements : specRequirements;
    }

    @Override
    public String key() {
      return "NodePool/" + name;
    }

    /**
     * The points of the annotation {@code plumbline.dev/weight}; null when it is not set or no
     * whole number.
     */
    public @Nullable Integer ownPoints() {
      String points = annotations.value("plumbline.dev/weight");
      try {
        return points == null ? null : Integer.valueOf(points);
      } catch (NumberFormatException e) {
        return null;
      }
    }

    /**
     * Whether Karpenter tries a pool before another one: that of the greater weight, and of equal
     * ones that which comes later by name.
     */
    public static boolean triedBefore(int weight, String name, int otherWeight, String otherName) {
      return weight > otherWeight || (weight == otherWeight && name.compareTo(otherName) > 0);
    }

    /** The weight as Karpenter counts it: 0 when none is set. */
    public int ownWeight() {
      return weight == null ? 0 : weight;
    }

    /** What the annotation {@code plumbline.dev/prefer-form} asks for; null without it. */
    public @Nullable String preferForm() {
      return annotations.value("plumbline.dev/prefer-form");
    }

    /**
     * The pool whose tier this one is (label {@code plumbline.dev/tier-of}); null when it is no
     * tier.
     */
    public @Nullable String tierOf() {
      return labels.value("plumbline.dev/tier-of");
    }

    /**
     * The node class that its own one is a canary of (annotation {@code plumbline.dev/canary-of});
     * null when it was not made for a canary.
     */
    public @Nullable String canaryOf() {
      return annotations.value(EC2NodeClass.CANARY_OF);
    }

    /**
     * The release that it is to try (annotation {@code plumbline.dev/canary-release}); null when it
     * was not made for a canary.
     */
    public @Nullable String canaryRelease() {
      return annotations.value(EC2NodeClass.CANARY_RELEASE);
    }

    /**
     * The pool that it is a copy of (annotation {@code plumbline.dev/canary-pool}); null when it
     * was not made for a canary.
     */
    public @Nullable String canaryPool() {
      return annotations.value(EC2NodeClass.CANARY_POOL);
    }

    /** Whether it is static and {@code limits.nodes} keeps it from all of its {@code replicas}. */
    public boolean shortOfReplicas() {
      Quantity most = limits.map().get("nodes");
      return replicas != null && most != null && most.below(Quantity.ofWhole(replicas));
    }

    /** Whether its nodes must be in a capacity reservation. */
    public boolean reservedAlone() {
      return requirements.allow(CAPACITY_TYPE, "reserved")
          && !requirements.allow(CAPACITY_TYPE, "on-demand")
          && !requirements.allow(CAPACITY_TYPE, "spot");
    }

    /** What its limits leave; nothing of what it has more of than it may. */
    public Resources left() {
      return limits.minus(usage);
    }

    /** The labels of {@code spec.template.metadata.labels}. */
    public Tags templateLabels() {
      var labels = new TreeMap<String, String>();
      if (specRequirements != null) {
        requirements.written().stream()
            .filter(each -> !specRequirements.written().contains(each))
            .filter(each -> each.operator() == Operator.IN && each.values().size() == 1)
            .forEach(each -> labels.put(each.key(), each.values().getFirst()));
      }
      return Tags.of(labels);
    }

    /** {@link #requirements} with the labels that Karpenter itself gives every node of the pool. */
    public Requirements ofNodes() {
      return requirements
          .with("karpenter.sh/nodepool", name)
          .with("karpenter.k8s.aws/ec2nodeclass", nodeClass);
    }
  }

  /**
   * A taint of the nodes that a NodePool launches.
   *
   * @param nodePool the pool
   * @param taintKey {@code key}: dedicated
   * @param value {@code value}; empty without one
   * @param effect NoSchedule, PreferNoSchedule or NoExecute
   * @param startup whether it is one of {@code spec.template.spec.startupTaints}, which somebody
   *     takes away once the node is up, and not of {@code taints}
   */
  @ReadFrom(of = "NodePool", at = "spec.template.spec.taints")
  @ReadFrom(of = "NodePool", at = "spec.template.spec.startupTaints")
  record NodePoolTaint(
      String nodePool,
      @ReadFrom("key") String taintKey,
      @ReadFrom("value") String value,
      @ReadFrom("effect") String effect,
      boolean startup)
      implements Pools {

    @Override
    public String key() {
      return "NodePoolTaint/" + nodePool + "/" + text() + (startup ? "/startup" : "");
    }

    /** As kubectl writes it: dedicated=gpu:NoSchedule. */
    public String text() {
      return taintKey + (value.isEmpty() ? "" : "=" + value) + ":" + effect;
    }

    /** Whether one of {@code tolerations}, in the form of {@link Pod#tolerations}, is for it. */
    public boolean toleratedBy(Values tolerations) {
      for (String toleration : tolerations.list()) {
        int colon = toleration.lastIndexOf(':');
        String what = colon < 0 ? toleration : toleration.substring(0, colon);
        boolean sameEffect = colon < 0 || toleration.substring(colon + 1).equals(effect);
        if (sameEffect
            && (what.equals("*") || what.equals(taintKey) || what.equals(taintKey + "=" + value))) {
          return true;
        }
      }
      return false;
    }

    /** The toleration for it, as a pod writes it. */
    public String toleration() {
      return "{key: "
          + taintKey
          + (value.isEmpty() ? ", operator: Exists" : ", operator: Equal, value: \"" + value + "\"")
          + ", effect: "
          + effect
          + "}";
    }
  }

  /**
   * One item of the annotation {@code plumbline.dev/prefer} of a NodePool: {@code c7i-flex, c7i,
   * *}.
   *
   * @param nodePool the pool
   * @param position its place among the items, from 1
   * @param text the item without a leading {@code !}: c7i-flex, m7*, 7, @graviton, *
   * @param excluded whether it was led by {@code !}: what fits is never taken
   */
  @ReadFrom(of = "NodePool")
  record PreferenceItem(
      String nodePool,
      int position,
      @ReadFrom("metadata.annotations") String text,
      @ReadFrom("metadata.annotations") boolean excluded)
      implements Pools {

    @Override
    public String key() {
      return "PreferenceItem/" + nodePool + "/" + position;
    }

    /** What the group is called, {@code graviton}; the text itself when it is no group. */
    public String group() {
      return named() ? text.substring(1) : text;
    }

    /** Whether it is a named group, {@code @graviton}. */
    public boolean named() {
      return text.startsWith("@");
    }
  }
}
