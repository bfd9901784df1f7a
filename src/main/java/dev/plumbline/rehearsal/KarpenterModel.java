package dev.plumbline.rehearsal;

import dev.plumbline.fact.Fact;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.rehearsal.MemoryApiServer.WatchEvent;
import dev.plumbline.rehearsal.ModelState.NodeClassState;
import dev.plumbline.rehearsal.ModelState.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * An imitation of Karpenter 1.13 on AWS with the scheduler, the workloads and the instances around
 * it, in virtual time: what replaces and launches nodes, and what of it can be seen. Held against
 * recorded watch streams of the real one by {@code RecordedKarpenterTest}.
 *
 * <p>Left out: consolidation of nodes that are in use, interruption, static pools, and eviction
 * from nodes that are not ready. A pod takes a node for itself.
 */
public final class KarpenterModel {

  /** A launch. */
  public record Launch(
      Instant at, String nodeClaim, String nodePool, String nodeClass, String image) {}

  private final ModelState state;
  private final NodeClassController nodeClasses;
  private final NodePoolController nodePools;
  private final PodScheduler pods;
  private final NodeClaimLifecycle lifecycle;
  private final NodeTermination termination;

  /**
   * Starts with no node. Reacts to what is in the server and what comes there.
   *
   * @param facts of the region: instance types, offerings, prices
   */
  KarpenterModel(
      Timeline time,
      MemoryApiServer server,
      AmiResolver resolver,
      Collection<? extends Fact> facts,
      SplittableRandom random) {
    state = new ModelState(time, server, random);
    var instanceTypes = new InstanceTypeProvider(facts);
    nodePools = new NodePoolController(state);
    nodeClasses = new NodeClassController(state, resolver, instanceTypes, nodePools);
    var conditions = new DisruptionConditions(state);
    pods = new PodScheduler(state, conditions);
    var queue = new DisruptionQueue(state);
    var readiness = new NodeReadiness(state, conditions, pods, queue);
    lifecycle = new NodeClaimLifecycle(state, instanceTypes, nodePools, readiness);
    termination = new NodeTermination(state, nodeClasses, nodePools, pods, queue);
    var provisioner = new Provisioner(state, instanceTypes, lifecycle);
    var disruption = new DisruptionController(state, provisioner, queue);
    state.onRequest(Singleton.PROVISION, provisioner::provision);
    state.onRequest(Singleton.DRIFT, conditions::drift);
    state.onRequest(Singleton.DISRUPTION, disruption::disrupt);
    server.watch(this::observe);
  }

  /** What becomes of the nodes that will boot an image; healthy if nothing is said. */
  public void behavior(String image, ImageBehavior behavior) {
    lifecycle.behavior(image, behavior);
  }

  /** Every launch so far, in order. */
  public List<Launch> launches() {
    return lifecycle.launches();
  }

  /** The images that nodes run now, by NodeClaim. */
  public Map<String, String> running() {
    var running = new TreeMap<String, String>();
    state.nodes.values().stream()
        .filter(node -> node.launched != null)
        .forEach(node -> running.put(node.name, String.valueOf(node.image)));
    return running;
  }

  /** Calls {@code each} with the node class and the image of every node. */
  void eachRunning(BiConsumer<String, String> each) {
    state.nodes.values().stream()
        .filter(node -> node.launched != null)
        .forEach(node -> each.accept(node.nodeClass, String.valueOf(node.image)));
  }

  /** Whether a node class has images. */
  boolean resolved(String nodeClass) {
    NodeClassState resolved = state.classes.get(nodeClass);
    return resolved != null && resolved.ready;
  }

  /** Whether every pod has a node. */
  public boolean allScheduled() {
    return pods.allScheduled();
  }

  /**
   * Sets how many pods a workload has.
   *
   * @param nodeSelector the labels that their nodes must have
   */
  public void demand(String workload, Map<String, String> nodeSelector, int count) {
    pods.demand(workload, nodeSelector, count);
  }

  /** Images or parameters have changed: node classes see it once their caches expire. */
  void imagesChanged() {
    nodeClasses.imagesChanged();
  }

  private void observe(WatchEvent event) {
    ObjectRef ref = event.ref();
    switch (ObjectKind.of(ref.kind())) {
      case EC2_NODE_CLASS -> nodeClasses.observe(event);
      case NODE_POOL -> nodePools.observe(event);
      case NODE_CLAIM -> {
        ModelNode node = state.nodes.get(ref.name());
        if (node != null
            && node.deleted == null
            && event.object().path("metadata").has("deletionTimestamp")) {
          termination.terminating(node);
        }
      }
      case null, default -> {}
    }
  }
}
