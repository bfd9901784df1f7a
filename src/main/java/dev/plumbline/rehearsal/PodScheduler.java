package dev.plumbline.rehearsal;

import dev.plumbline.rehearsal.ModelNode.ModelPod;
import dev.plumbline.rehearsal.ModelState.Singleton;
import java.util.List;
import java.util.Map;

/** The pods of the workloads, and the scheduler that binds them to nodes. */
final class PodScheduler {

  private final ModelState state;
  private final DisruptionConditions conditions;

  PodScheduler(ModelState state, DisruptionConditions conditions) {
    this.state = state;
    this.conditions = conditions;
  }

  /** Whether every pod has a node. */
  boolean allScheduled() {
    return state.pods.stream().allMatch(pod -> pod.node != null);
  }

  /**
   * Sets how many pods a workload has.
   *
   * @param nodeSelector the labels that their nodes must have
   */
  void demand(String workload, Map<String, String> nodeSelector, int count) {
    List<ModelPod> own = state.pods.stream().filter(pod -> pod.workload.equals(workload)).toList();
    for (int i = own.size(); i < count; i++) {
      add(workload, nodeSelector);
    }
    for (int i = count; i < own.size(); i++) {
      remove(own.get(i));
    }
    state.request(Singleton.PROVISION, ModelState.PROVISION);
  }

  private void add(String workload, Map<String, String> nodeSelector) {
    var pod =
        new ModelPod(
            state.nextName(workload),
            workload,
            nodeSelector,
            state.random.nextLong(),
            state.time.instant());
    state.pods.add(pod);
    state.server.put(pod.ref(), pod.object(false, false, state.time.instant()));
    state.time.in(ModelState.RECONCILE, this::schedule);
  }

  private void remove(ModelPod pod) {
    state.pods.remove(pod);
    ModelNode node = pod.node;
    if (node != null) {
      node.pod = null;
      node.podEvent = state.time.instant();
      conditions.consolidatable(node);
    }
    state.server.remove(pod.ref());
  }

  /** The pod of a node that is terminating leaves it; another one takes its place. */
  void evict(ModelNode node) {
    ModelPod pod = node.pod;
    if (pod != null) {
      remove(pod);
      add(pod.workload, pod.nodeSelector);
    }
  }

  /** Binds pods to nodes that are ready and free. */
  void schedule() {
    for (ModelPod pod : List.copyOf(state.pods)) {
      if (pod.node != null) {
        continue;
      }
      ModelNode free =
          state.nodes.values().stream()
              .filter(node -> node.schedulable() && pod.fits(node))
              .findFirst()
              .orElse(null);
      if (free != null) {
        pod.node = free;
        free.pod = pod;
        free.podEvent = state.time.instant();
        state.time.in(ModelState.KUBELET, () -> running(pod));
        conditions.consolidatable(free);
      }
      state.server.put(pod.ref(), pod.object(true, false, pod.created));
    }
  }

  private void running(ModelPod pod) {
    if (state.pods.contains(pod) && pod.node != null) {
      state.server.put(pod.ref(), pod.object(true, true, pod.created));
    }
  }
}
