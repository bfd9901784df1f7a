package dev.plumbline.worlds;

import dev.plumbline.fact.Cluster.StatusCondition;
import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import dev.plumbline.fact.Pods.DaemonSet;
import dev.plumbline.fact.Pods.Pod;
import dev.plumbline.fact.Pools.MinValues;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.Pools.NodePoolTaint;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Requirement;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Values;
import java.util.ArrayList;
import java.util.Map;

/** Pods that wait, what stands beside them on a node, and what keeps them from pools. */
final class LivePods extends Dice {

  private final LiveWorld world;
  private final LivePools pools;

  private LivePods(LiveWorld world, LivePools pools) {
    super(world.random.split());
    this.world = world;
    this.pools = pools;
  }

  static void random(LiveWorld world, LivePools pools) {
    var pods = new LivePods(world, pools);
    for (NodePool pool : world.all(NodePool.class)) {
      pods.pool(pool);
    }
    for (int i = 0, n = 2 + pods.random.nextInt(3); i < n; i++) {
      pods.pod("pod-" + i);
    }
    if (pods.chance(0.5)) {
      Requirements required =
          pods.chance(0.7) ? Requirements.NONE : Requirements.of(pods.pools.requirement());
      world.put(
          new DaemonSet("kube-system", "agent", pods.requests(200), required, pods.tolerations()));
    }
  }

  private void pool(NodePool pool) {
    boolean deleting =
        world.all(EC2NodeClass.class).stream()
            .anyMatch(it -> it.name().equals(pool.nodeClass()) && it.deleting());
    String ready = deleting || chance(0.04) ? "False" : chance(0.97) ? "True" : "Unknown";
    world.put(new StatusCondition("NodePool", pool.name(), "Ready", ready, "Ready", "", null));
    if (chance(0.25)) {
      String effect = pick("NoSchedule", "NoSchedule", "NoExecute", "PreferNoSchedule");
      world.put(
          new NodePoolTaint(
              pool.name(), pick("dedicated", "spare"), pick("", "a"), effect, chance(0.2)));
    }
    if (chance(0.2)) {
      String label = pick("instance-family", "instance-category", "instance-cpu");
      world.put(new MinValues(pool.name(), "karpenter.k8s.aws/" + label, pick(1, 2, 3, 4)));
    }
  }

  private void pod(String name) {
    var requirements = new ArrayList<Requirement>();
    for (int i = 0, n = pick(0, 0, 1, 2); i < n; i++) {
      requirements.add(pools.requirement());
    }
    world.put(
        new Pod(
            "shop",
            name,
            null,
            requests(pick(100, 500, 1900, 3900, 7000, 30_000)),
            Requirements.of(requirements),
            tolerations(),
            Values.NONE,
            false,
            false,
            null));
  }

  private Resources requests(int milliCpu) {
    Quantity memory = Quantity.ofMebibytes(pick(128, 512, 3000, 7000, 14_000));
    Resources all =
        Resources.of(
            Map.of(
                "cpu",
                Quantity.ofMilli(milliCpu),
                "memory",
                milliCpu == 200 ? Quantity.ofMebibytes(256) : memory,
                "pods",
                Quantity.ofWhole(1)));
    return milliCpu != 200 && chance(0.08) ? all.with("nvidia.com/gpu", Quantity.ofWhole(1)) : all;
  }

  private Values tolerations() {
    return chance(0.6)
        ? Values.NONE
        : Values.of(pick("*", "dedicated", "dedicated=a:NoSchedule", "spare:NoExecute"));
  }
}
