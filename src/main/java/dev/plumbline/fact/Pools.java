package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ExpectedCount;
import dev.plumbline.fact.Annotations.OneOf;
import dev.plumbline.fact.Annotations.ReadFrom;
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import dev.plumbline.fact.Pods.Pod;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** NodePool objects and the parts of their spec. */
public sealed interface Pools extends Fact {

  /**
   * One of {@code NodePool.spec.disruption.budgets}; a pool without any has the default of one that
   * lets 10 percent go.
   *
   * @param nodePool the pool
   * @param position its place in the list, from 0
   * @param nodes {@code nodes}: 5, 20%
   * @param reasons {@code reasons}: Drifted, Empty, Underutilized; none for all of them, unless
   *     {@code noReason}
   * @param schedule {@code schedule}: when it begins, as cron in UTC; null when it holds always
   * @param duration {@code duration}: how long it holds from then on; null when it holds always
   * @param noReason whether {@code reasons} is a list without items: it is for no reason at all
   */
  @ReadFrom(of = "NodePool", at = "spec.disruption.budgets")
  record DisruptionBudget(
      String nodePool,
      int position,
      @ReadFrom("nodes") String nodes,
      @ReadFrom("reasons") Values reasons,
      @ReadFrom("schedule") @Nullable String schedule,
      @ReadFrom("duration") @Nullable Duration duration,
      @ReadFrom("reasons") boolean noReason)
      implements Pools {

    private static final Pattern NODES = Pattern.compile("(\\d{1,9})(%?)");

    @Override
    public String key() {
      return "DisruptionBudget/" + nodePool + "/" + position;
    }

    /** Whether it holds at {@code now}; one whose schedule cannot be read never does. */
    public boolean active(EvaluationTime now) {
      if (schedule == null) {
        return duration == null;
      }
      Cron cron = Cron.parse(schedule);
      return cron != null && cron.hit(now, duration == null ? Duration.ZERO : duration);
    }

    /** The same at an instant. */
    public boolean active(Instant now) {
      return active(new EvaluationTime(now));
    }

    /**
     * Whether Karpenter fails on it at {@code now}, and then replaces no node of the pool for any
     * reason: its schedule cannot be read, or it is active and its nodes cannot.
     */
    public boolean broken(EvaluationTime now) {
      return scheduleUnreadable()
          || (schedule == null && duration != null)
          || (active(now) && nodesUnreadable());
    }

    /** The same at an instant. */
    public boolean broken(Instant now) {
      return broken(new EvaluationTime(now));
    }

    /** Whether there is a schedule and it cannot be read. */
    public boolean scheduleUnreadable() {
      return schedule != null && Cron.parse(schedule) == null;
    }

    /** Whether {@code nodes} is neither a number nor a percentage. */
    public boolean nodesUnreadable() {
      return share(nodes, 0) < 0;
    }

    /** Whether it is for {@code reason}. */
    public boolean concerns(String reason) {
      return !noReason && (reasons.none() || reasons.has(reason));
    }

    /** Whether it never lets a node go. */
    public boolean nothing() {
      return share(nodes, 1_000) == 0;
    }

    /** How many nodes of {@code of} may go at once; 0 when {@code nodes} cannot be read. */
    public long limit(long of) {
      return Math.max(0, share(nodes, of));
    }

    /** The budget in words: {@code 10%}, {@code 5 from 0 9 * * * for 8h}. */
    public String text() {
      return nodes
          + (schedule == null ? "" : " from " + schedule)
          + (duration == null ? "" : " for " + Durations.text(duration));
    }

    /** {@code nodes} of {@code of} nodes, a percentage rounded up; -1 when it is neither. */
    public static long share(String nodes, long of) {
      Matcher match = NODES.matcher(nodes);
      if (!match.matches()) {
        return -1;
      }
      long amount = Long.parseLong(match.group(1));
      return match.group(2).isEmpty() ? amount : (amount * of + 99) / 100;
    }
  }

  /**
   * The budgets that Plumbline wrote to hold a pool, by its annotation {@code
   * plumbline.dev/hold-disruption}. They are no {@link DisruptionBudget}.
   *
   * @param nodePool the pool
   * @param present whether all of them are in {@code spec.disruption.budgets}; somebody may have
   *     removed them
   */
  @ReadFrom(of = "NodePool")
  record WrittenHold(
      String nodePool,
      @ReadFrom({"metadata.annotations", "spec.disruption.budgets"}) boolean present)
      implements Pools {

    @Override
    public String key() {
      return "WrittenHold/" + nodePool;
    }
  }

  /**
   * That a {@code NodePool} is consolidated by another policy than those that empty nodes or
   * underutilized ones alone.
   *
   * @param nodePool the pool
   * @param policy {@code spec.disruption.consolidationPolicy}: Balanced
   */
  @ReadFrom(of = "NodePool", at = "spec.disruption")
  record NodePoolConsolidation(
      String nodePool, @ReadFrom("consolidationPolicy") @OneOf("Balanced") String policy)
      implements Pools {

    @Override
    public String key() {
      return "NodePoolConsolidation/" + nodePool;
    }
  }

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
   * A {@code NodeOverlay} (karpenter.sh/v1alpha1): what Karpenter is to believe of some offerings.
   *
   * @param name {@code metadata.name}
   * @param annotations {@code metadata.annotations}
   * @param labels {@code metadata.labels}
   * @param deleting whether {@code metadata.deletionTimestamp} is set
   * @param requirements {@code spec.requirements}: the offerings it is for; null when not set
   * @param price {@code spec.price} or {@code spec.priceAdjustment}: 0.5, -10%; null without one
   * @param capacity {@code spec.capacity}: the extended resources it adds; null without any
   * @param weight {@code spec.weight}, 1 to 10000; null when not set, which counts as 0
   */
  @ReadFrom(of = "NodeOverlay", whole = true)
  record NodeOverlay(
      String name,
      @ReadFrom("metadata.annotations") Tags annotations,
      @ReadFrom("metadata.labels") Tags labels,
      @ReadFrom("metadata.deletionTimestamp") boolean deleting,
      @ReadFrom("spec.requirements") @Nullable Requirements requirements,
      @ReadFrom({"spec.price", "spec.priceAdjustment"}) @Nullable String price,
      @ReadFrom("spec.capacity") @Nullable Resources capacity,
      @ReadFrom("spec.weight") @Nullable Integer weight)
      implements Pools {

    /** The one that counts first, which has the greatest weight, comes last. */
    public static final Comparator<NodeOverlay> BY_WEIGHT =
        Comparator.comparingInt(NodeOverlay::ownWeight).thenComparing(NodeOverlay::name);

    private static final String POOL = "karpenter.sh/nodepool";

    /** 0.5, +0.5, -0.5 US dollars an hour, or +10% and -10% of what it is. */
    private static final Pattern PRICE =
        Pattern.compile("(?<number>(?<sign>[+-])?[0-9]{1,9}(?:\\.[0-9]{1,12})?)(?<percent>%)?");

    /** An overlay that is there and changes nothing. */
    public NodeOverlay(String name, Tags annotations, Tags labels, boolean deleting) {
      this(name, annotations, labels, deleting, null, null, null, null);
    }

    @Override
    public String key() {
      return "NodeOverlay/" + name;
    }

    /** {@code spec.requirements}; nothing required when not set. */
    public Requirements selector() {
      return requirements == null ? Requirements.NONE : requirements;
    }

    private int ownWeight() {
      return weight == null ? 0 : weight;
    }

    /** Whether both set prices, are of one weight, and this one counts first by name. */
    public boolean pricesAgainst(NodeOverlay other) {
      return price != null && other.price != null && beside(other);
    }

    /** Whether both add the same resource, are of one weight, and this one counts first by name. */
    public boolean addsAgainst(NodeOverlay other) {
      return beside(other)
          && added().map().keySet().stream().anyMatch(resource -> other.added().has(resource));
    }

    private boolean beside(NodeOverlay other) {
      return ownWeight() == other.ownWeight()
          && name.compareTo(other.name) > 0
          && !apart(selector().values(POOL), other.selector().values(POOL));
    }

    private static boolean apart(Values some, Values others) {
      return !some.none() && !others.none() && some.list().stream().noneMatch(others::has);
    }

    private Resources added() {
      return capacity == null ? Resources.NONE : capacity;
    }

    /**
     * Whether Karpenter counts a type as priced by it, which has no price of its own: {@code
     * spec.price} for nothing but {@code node.kubernetes.io/instance-type In} ({@code
     * pkg/providers/instancetype/offering}).
     */
    public boolean prices(String instanceType) {
      Matcher change = PRICE.matcher(price == null ? "" : price);
      List<Requirement> own = selector().written();
      return change.matches()
          && change.group("sign") == null
          && change.group("percent") == null
          && own.size() == 1
          && own.getFirst().key().equals("node.kubernetes.io/instance-type")
          && own.getFirst().operator() == Operator.IN
          && own.getFirst().values().contains(instanceType);
    }

    /** Whether it adds resources. */
    public boolean adds() {
      return !added().none();
    }

    /**
     * What an offering costs that has the price {@code microUsdPerHour} without it ({@code
     * AdjustedPrice} in {@code sigs.k8s.io/karpenter/pkg/cloudprovider}); the price itself where it
     * sets none that can be read.
     */
    public long priced(long microUsdPerHour) {
      Matcher change = PRICE.matcher(price == null ? "" : price);
      if (!change.matches()) {
        return microUsdPerHour;
      }
      BigDecimal given = new BigDecimal(change.group("number"));
      BigDecimal own = BigDecimal.valueOf(microUsdPerHour);
      BigDecimal priced =
          change.group("percent") != null
              ? own.add(own.multiply(given).movePointLeft(2))
              : change.group("sign") == null
                  ? given.movePointRight(6)
                  : own.add(given.movePointRight(6));
      return Math.max(0, priced.setScale(0, RoundingMode.HALF_UP).longValue());
    }

    /**
     * What {@code overlays} add together: of a resource that several add, what that of the greatest
     * weight does, and of equal ones the last by name.
     */
    public static Resources adding(Collection<NodeOverlay> overlays) {
      Resources all = Resources.NONE;
      for (NodeOverlay each : overlays.stream().sorted(BY_WEIGHT).toList()) {
        all = all.withAll(each.added());
      }
      return all;
    }

    /**
     * The pool one of whose tiers it makes (label {@code plumbline.dev/tier-of}); null when it is
     * nobody's.
     */
    public @Nullable String tierOf() {
      return labels.value("plumbline.dev/tier-of");
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
     * The pool whose tier this one is (label {@code plumbline.dev/tier-of}); null when it is
     * nobody's.
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
