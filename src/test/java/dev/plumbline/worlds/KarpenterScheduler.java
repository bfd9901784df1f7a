package dev.plumbline.worlds;

import dev.plumbline.conclusion.CapacityConclusions.NodeClassSizing;
import dev.plumbline.fact.Cluster.StatusCondition;
import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import dev.plumbline.fact.NodeClasses.KubeletConfiguration;
import dev.plumbline.fact.Pods.DaemonSet;
import dev.plumbline.fact.Pods.Pod;
import dev.plumbline.fact.Pools.MinValues;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.Pools.NodePoolTaint;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import dev.plumbline.worlds.KarpenterRequirements.Requirement;
import dev.plumbline.worlds.KarpenterTypes.Type;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The NodePool in which Karpenter launches a node for one pod that nothing else stands beside:
 * {@code pkg/controllers/provisioning} of core ({@code provisioner.go}, {@code
 * scheduling/scheduler.go}, {@code nodeclaim.go}, {@code preferences.go}) and {@code OrderByWeight}
 * of {@code pkg/utils/nodepool}. Sizes of types are those of {@link KarpenterSize}.
 */
class KarpenterScheduler {

  private final FactsByType facts;
  private final KarpenterTypes types;

  /** Whether a type counts; what Karpenter schedules with does not depend on images. */
  private final BiPredicate<EC2NodeClass, Type> counts;

  KarpenterScheduler(
      FactsByType facts, KarpenterTypes types, BiPredicate<EC2NodeClass, Type> counts) {
    this.facts = facts;
    this.types = types;
    this.counts = counts;
  }

  /** {@code trySchedule}: what {@code PreferNoSchedule} asks is dropped where no pool is left. */
  @Nullable String chosen(Pod pod) {
    String pool = addToNewNodeClaim(pod, false);
    return pool == null ? addToNewNodeClaim(pod, true) : pool;
  }

  private @Nullable String addToNewNodeClaim(Pod pod, boolean relaxed) {
    return ordered().stream()
        .filter(pool -> canAdd(pool, pod, relaxed))
        .map(NodePool::name)
        .findFirst()
        .orElse(null);
  }

  /** {@code NewScheduler} of the provisioner, and {@code OrderByWeight}. */
  List<NodePool> ordered() {
    return facts
        .where(NodePool.class, it -> it.replicas() == null && !it.deleting() && ready(it))
        .stream()
        .sorted(
            Comparator.comparingInt((NodePool it) -> it.weight() == null ? 0 : it.weight())
                .thenComparing(NodePool::name)
                .reversed())
        .toList();
  }

  private boolean ready(NodePool pool) {
    return facts.first(
            StatusCondition.class,
            it ->
                it.kind().equals("NodePool")
                    && it.name().equals(pool.name())
                    && it.type().equals("Ready")
                    && it.status().equals("True"))
        != null;
  }

  /** The template of the pool as {@code NewScheduler} makes it, then {@code CanAdd}. */
  private boolean canAdd(NodePool pool, Pod pod, boolean relaxed) {
    EC2NodeClass nodeClass =
        facts.first(EC2NodeClass.class, it -> it.name().equals(pool.nodeClass()));
    if (nodeClass == null || nodeClass.deleting()) {
      return false;
    }
    var template =
        KarpenterRequirements.of(pool.requirements().written())
            .add("karpenter.sh/nodepool", Requirement.in(pool.name()))
            .add("karpenter.k8s.aws/ec2nodeclass", Requirement.in(nodeClass.name()));
    var required = KarpenterRequirements.of(pod.requirements().written());
    if (!tolerates(pool, pod.tolerations().list(), relaxed)
        || !template.compatibleOrWellKnown(required)
        || exhausted(pool)) {
      return false;
    }
    return canAdd(
        new Attempt(
            template,
            template.copy().addAll(required),
            types.list(nodeClass).stream().filter(type -> counts.test(nodeClass, type)).toList(),
            type -> withinLimits(pool, nodeClass, type),
            type ->
                fits(pod.requests().plus(daemonOverhead(pool, template, type)), nodeClass, type),
            some -> satisfiesMinValues(pool, some)));
  }

  /**
   * One pod and one pool that may have it.
   *
   * @param template what the pool requires
   * @param wanted that and what the pod requires
   * @param types those of the node class
   */
  record Attempt(
      KarpenterRequirements template,
      KarpenterRequirements wanted,
      List<Type> types,
      Predicate<Type> withinLimits,
      Predicate<Type> fits,
      Predicate<List<Type>> satisfiesMinValues) {}

  /**
   * {@code filterInstanceTypesByRequirements} of the template, then of what is left for the pod.
   */
  boolean canAdd(Attempt attempt) {
    List<Type> options =
        attempt.types().stream().filter(it -> it.launchable(attempt.template())).toList();
    List<Type> remaining =
        options.stream()
            .filter(attempt.withinLimits())
            .filter(it -> it.launchable(attempt.wanted()))
            .filter(attempt.fits())
            .toList();
    return !remaining.isEmpty()
        && attempt.satisfiesMinValues().test(options)
        && attempt.satisfiesMinValues().test(remaining);
  }

  /** Whether the limit of nodes is used up. */
  private static boolean exhausted(NodePool pool) {
    Quantity nodes = pool.limits().map().get("nodes");
    return nodes != null && nodes.compareTo(pool.usage().quantity("nodes")) == 0;
  }

  /** {@code filterByRemainingResources}; of what a limit is passed, nothing is left. */
  private boolean withinLimits(NodePool pool, EC2NodeClass nodeClass, Type type) {
    Resources capacity = size(nodeClass, type).capacity(null);
    return pool.limits().map().entrySet().stream()
        .allMatch(
            limit ->
                capacity.quantity(limit.getKey()).milli()
                    <= limit.getValue().milli() - pool.usage().quantity(limit.getKey()).milli());
  }

  /** {@code SatisfiesMinValues}, with {@code --min-values-policy=Strict}. */
  private boolean satisfiesMinValues(NodePool pool, List<Type> remaining) {
    return facts.where(MinValues.class, it -> it.nodePool().equals(pool.name())).stream()
        .allMatch(
            least -> {
              var values = new TreeSet<String>();
              remaining.forEach(it -> values.addAll(it.requirements().values(least.label())));
              return values.size() >= least.count();
            });
  }

  /** {@code Taints.Tolerates}; a startup taint is not among those of the template. */
  private boolean tolerates(NodePool pool, List<String> tolerations, boolean relaxed) {
    return facts
        .where(NodePoolTaint.class, it -> it.nodePool().equals(pool.name()) && !it.startup())
        .stream()
        .filter(it -> !relaxed || !it.effect().equals("PreferNoSchedule"))
        .allMatch(
            taint ->
                tolerations.stream()
                    .anyMatch(
                        it -> {
                          String[] parts = it.split(":", 2);
                          return (parts.length == 1 || parts[1].equals(taint.effect()))
                              && List.of(
                                      "*", taint.taintKey(), taint.taintKey() + "=" + taint.value())
                                  .contains(parts[0]);
                        }));
  }

  /**
   * {@code getDaemonOverhead}, by type as since kubernetes-sigs/karpenter#2975; before, what one
   * type of the pool would run counted for each of them.
   */
  private Resources daemonOverhead(NodePool pool, KarpenterRequirements template, Type type) {
    Resources all = Resources.NONE;
    for (DaemonSet set : facts.all(DaemonSet.class)) {
      var required = KarpenterRequirements.of(set.requirements().written());
      if (tolerates(pool, set.tolerations().list(), true)
          && template.compatibleOrWellKnown(required)
          && type.requirements().intersects(onType(required))) {
        all = all.plus(set.requests());
      }
    }
    return all;
  }

  /** What a DaemonSet requires of a type. */
  KarpenterRequirements onType(KarpenterRequirements ofDaemonSet) {
    return ofDaemonSet;
  }

  private boolean fits(Resources requests, EC2NodeClass nodeClass, Type type) {
    KarpenterSize size = size(nodeClass, type);
    Resources room = size.allocatable(size.capacity(null));
    return requests.map().entrySet().stream()
        .allMatch(each -> each.getValue().compareTo(room.quantity(each.getKey())) <= 0);
  }

  /** As {@code kubelet} of the node class and its family say; no world maps volumes. */
  private KarpenterSize size(EC2NodeClass nodeClass, Type type) {
    String family = types.family(nodeClass);
    boolean windows = family.startsWith("Windows");
    KubeletConfiguration kubelet =
        Objects.requireNonNull(
            facts.first(KubeletConfiguration.class, it -> it.nodeClass().equals(nodeClass.name())));
    Integer maxPods = kubelet.maxPods();
    return new KarpenterSize(
        new NodeClassSizing(
            nodeClass.name(),
            windows,
            maxPods == null && windows ? Integer.valueOf(110) : maxPods,
            0,
            !windows && !family.equals("Bottlerocket"),
            "0.075",
            0,
            false,
            0,
            0,
            false,
            windows ? 50 : 20,
            kubelet.kubeReserved(),
            kubelet.systemReserved(),
            kubelet.evictionHard()),
        type.info(),
        Tags.NONE,
        null);
  }
}
