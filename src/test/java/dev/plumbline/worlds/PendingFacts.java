package dev.plumbline.worlds;

import dev.plumbline.fact.Cluster.StatusCondition;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Operator;
import dev.plumbline.fact.Pods.DaemonSet;
import dev.plumbline.fact.Pods.NodeAffinityTerm;
import dev.plumbline.fact.Pods.Pod;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.Pools.NodePoolTaint;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Requirement;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Values;
import java.time.Instant;
import java.util.Map;

/** Pods that wait, the DaemonSets beside them, and the taints in their way. */
final class PendingFacts extends AddedFacts {

  private PendingFacts(long seed, Map<String, Fact> facts) {
    super(seed * 41 + 7, facts);
  }

  /** Adds some to most worlds. */
  static void random(long seed, Map<String, Fact> facts) {
    var more = new PendingFacts(seed, facts);
    if (more.chance(0.2)) {
      return;
    }
    for (int i = 0, n = 1 + more.random.nextInt(4); i < n; i++) {
      more.pod("wait-" + more.random.nextInt(5));
    }
    for (int i = 0, n = more.random.nextInt(3); i < n; i++) {
      more.daemonSet("agent-" + more.random.nextInt(3));
    }
    for (NodePool pool : more.all(NodePool.class)) {
      if (more.chance(0.25)) {
        more.taint(pool.name());
      }
    }
    // After all others, so that those stay what they are.
    for (Pod pod : more.all(Pod.class)) {
      if (more.chance(0.1)) {
        more.put(
            new Pod(
                pod.namespace(),
                pod.name(),
                pod.created(),
                pod.requests(),
                pod.requirements(),
                pod.tolerations(),
                more.chance(0.5) ? Values.of(Pod.CLAIM + "gpu") : Values.NONE,
                pod.daemonSet(),
                pod.deleting(),
                more.chance(0.5) ? "node-1" : null));
      }
    }
  }

  private void pod(String name) {
    Instant created = chance(0.5) ? null : Instant.parse("2026-08-31T23:50:00Z");
    var pod =
        new Pod(
            "shop",
            name,
            created,
            requests(),
            requirements(),
            tolerations(),
            Values.NONE,
            chance(0.05),
            chance(0.05),
            null);
    put(pod);
    if (chance(0.1)) {
      put(new NodeAffinityTerm("Pod", pick(pod.path(), "shop/gone"), 2, requirements()));
    }
    if (chance(0.2)) {
      String reason = pick("Unschedulable", "SchedulingGated");
      put(new StatusCondition("Pod", pod.path(), "PodScheduled", "False", reason, "so", null));
    }
  }

  private void daemonSet(String name) {
    var set = new DaemonSet("kube-system", name, requests(), requirements(), tolerations());
    put(set);
    if (chance(0.2)) {
      put(new NodeAffinityTerm("DaemonSet", set.path(), 2, requirements()));
    }
  }

  private void taint(String pool) {
    put(
        new NodePoolTaint(
            pool,
            pick("dedicated", "spare"),
            pick("", "a"),
            pick("NoSchedule", "NoExecute", "PreferNoSchedule"),
            chance(0.2)));
  }

  private Resources requests() {
    return Resources.of(
        Map.of(
            "cpu",
            Quantity.ofMilli(pick(100, 200, 1000, 1900, 5000)),
            pick("memory", "memory", "nvidia.com/gpu"),
            pick(Quantity.ofWhole(1), Quantity.ofMebibytes(512), Quantity.ofMebibytes(7000)),
            "pods",
            Quantity.ofWhole(1)));
  }

  private Requirements requirements() {
    if (chance(0.5)) {
      return Requirements.NONE;
    }
    return Requirements.of(requirement(), requirement());
  }

  private Requirement requirement() {
    return switch (random.nextInt(9)) {
      case 0 -> new Requirement("team", pick(Operator.IN, Operator.NOT_IN), "a");
      case 1 -> new Requirement("kubernetes.io/arch", Operator.IN, pick("amd64", "arm64"));
      case 2 ->
          new Requirement(
              "topology.kubernetes.io/zone", Operator.IN, pick("us-east-1a", "us-east-1c"));
      case 3 -> new Requirement("karpenter.k8s.aws/instance-cpu", Operator.GT, pick("3", "200"));
      case 4 ->
          new Requirement("karpenter.sh/capacity-type", Operator.IN, pick("spot", "reserved"));
      case 5 -> new Requirement("karpenter.sh/nodepool", Operator.IN, "pool-0", "pool-1");
      case 6 -> new Requirement("karpenter.k8s.aws/instance-gpu-count", Operator.EXISTS);
      case 7 -> new Requirement("kubernetes.io/os", Operator.IN, pick("linux", "windows"));
      default ->
          new Requirement("karpenter.k8s.aws/instance-category", Operator.IN, pick("c", "m"));
    };
  }

  private Values tolerations() {
    return chance(0.6)
        ? Values.NONE
        : Values.of(pick("*", "dedicated", "dedicated=a:NoSchedule", "spare:NoExecute"));
  }
}
