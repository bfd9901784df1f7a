package dev.plumbline.twin;

import dev.plumbline.conclusion.DaemonSetLands;
import dev.plumbline.conclusion.NodeClassPlatform;
import dev.plumbline.conclusion.NodePoolAsked;
import dev.plumbline.conclusion.NodePoolObstacle;
import dev.plumbline.conclusion.NodePoolOrder;
import dev.plumbline.conclusion.PodAdmitted;
import dev.plumbline.conclusion.PodDestination;
import dev.plumbline.conclusion.PodIgnored;
import dev.plumbline.conclusion.PodMeets;
import dev.plumbline.conclusion.PodObstacle;
import dev.plumbline.conclusion.PodShape;
import dev.plumbline.fact.DaemonSet;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.NodeAffinityTerm;
import dev.plumbline.fact.NodePool;
import dev.plumbline.fact.NodePoolTaint;
import dev.plumbline.fact.Pod;
import dev.plumbline.fact.PodMatch;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.StatusCondition;
import dev.plumbline.fact.Values;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** pending-pods.drl: where would a node be launched for a pod that waits? */
final class TwinPending {

  private final TwinFacts world;
  private final TwinConclusions out;
  private final Map<String, Pod> pods = new TreeMap<>();
  private final Map<String, DaemonSet> sets = new TreeMap<>();
  private final List<NodeAffinityTerm> terms = new ArrayList<>();
  private final List<NodePoolTaint> taints = new ArrayList<>();
  private final Map<String, PodShape> shapes = new LinkedHashMap<>();

  private TwinPending(Collection<Fact> facts, TwinFacts world, TwinConclusions out) {
    this.world = world;
    this.out = out;
    for (Fact fact : facts) {
      switch (fact) {
        case Pod it -> pods.put(it.path(), it);
        case DaemonSet it -> sets.put(it.path(), it);
        case NodeAffinityTerm it -> terms.add(it);
        case NodePoolTaint it -> taints.add(it);
        default -> {}
      }
    }
  }

  static void explain(Collection<Fact> facts, TwinFacts world, TwinConclusions out) {
    var pending = new TwinPending(facts, world, out);
    pending.ignored();
    pending.shape();
    if (!pending.shapes.isEmpty()) {
      world.pools.forEach(pending::judge);
      pending.send();
    }
  }

  private void ignored() {
    for (Pod pod : pods.values()) {
      if (pod.deleting()) {
        out.add(new PodIgnored("PEND-001", pod.path(), "it is being deleted"));
      }
      if (pod.daemonSet()) {
        String why =
            "it belongs to a DaemonSet: Karpenter launches no node for it, and it waits for room on"
                + " the one node it is meant for";
        out.add(new PodIgnored("PEND-002", pod.path(), why));
      }
    }
    for (StatusCondition told : world.conditions.values()) {
      if (told.kind().equals("Pod")
          && told.type().equals("PodScheduled")
          && told.reason().equals("SchedulingGated")) {
        String why =
            "its spec.schedulingGates hold it back. Maybe whoever set them has yet to take them"
                + " away.";
        out.add(new PodIgnored("PEND-003", told.name(), why));
      }
    }
  }

  private void shape() {
    for (Pod pod : pods.values()) {
      shape(pod, pod.requirements());
    }
    for (NodeAffinityTerm term : terms) {
      Pod pod = term.kind().equals("Pod") ? pods.get(term.object()) : null;
      if (pod != null) {
        shape(pod, term.requirements());
      }
    }
    shapes.values().forEach(out::add);
  }

  private void shape(Pod pod, Requirements required) {
    String text = pod.requests().toString();
    text += required.list().isEmpty() ? "" : "; " + required;
    text += pod.tolerations().size() == 0 ? "" : "; tolerates " + pod.tolerations();
    shapes.put(text, new PodShape(text, pod.requests(), required, pod.tolerations()));
  }

  private boolean kept(String pool, Values tolerations) {
    return !blocking(pool, tolerations).isEmpty();
  }

  private List<NodePoolTaint> blocking(String pool, Values tolerations) {
    return taints.stream()
        .filter(taint -> taint.nodePool().equals(pool) && !taint.startup())
        .filter(taint -> !taint.effect().equals("PreferNoSchedule"))
        .filter(taint -> tolerations.list().stream().noneMatch(each -> tolerates(each, taint)))
        .toList();
  }

  private static boolean tolerates(String toleration, NodePoolTaint taint) {
    String[] parts = toleration.split(":", -1);
    String[] pair = parts[0].split("=", -1);
    return (parts.length == 1 || parts[1].equals(taint.effect()))
        && (pair[0].equals("*") || pair[0].equals(taint.taintKey()))
        && (pair.length == 1 || pair[1].equals(taint.value()));
  }

  private void judge(NodePool pool) {
    Requirements own =
        pool.requirements()
            .with("karpenter.sh/nodepool", pool.name())
            .with("karpenter.k8s.aws/ec2nodeclass", pool.nodeClass());
    out.add(new NodePoolAsked(pool.name(), pool.nodeClass(), own));
    Set<DaemonSetLands> landing = land(pool, own);
    landing.forEach(out::add);
    TwinPoolObstacles.of(pool, world, out);
    for (PodShape shape : shapes.values()) {
      for (NodePoolTaint taint : blocking(pool.name(), shape.tolerations())) {
        String value = taint.value();
        String toleration =
            "{key: %s, operator: %s, effect: %s}"
                .formatted(
                    taint.taintKey(),
                    value.isEmpty() ? "Exists" : "Equal, value: \"" + value + "\"",
                    taint.effect());
        String text = taint.taintKey() + (value.isEmpty() ? "" : "=" + value);
        stop(
            "PEND-040",
            shape,
            pool,
            "taint",
            "its taint %s:%s is not tolerated. Maybe add the toleration %s to the pod, if it may run there."
                .formatted(text, taint.effect(), toleration));
      }
      labels(pool, own, shape, landing);
    }
  }

  private Set<DaemonSetLands> land(NodePool pool, Requirements own) {
    var landing = new LinkedHashSet<DaemonSetLands>();
    for (DaemonSet set : sets.values()) {
      var ways = new ArrayList<>(List.of(set.requirements()));
      terms.stream()
          .filter(term -> term.kind().equals("DaemonSet") && term.object().equals(set.path()))
          .forEach(term -> ways.add(term.requirements()));
      for (Requirements way : ways) {
        if (!kept(pool.name(), set.tolerations())
            && PodMatch.unknownLabel(own, way) == null
            && PodMatch.conflict(own, way) == null) {
          landing.add(new DaemonSetLands(pool.name(), set.path(), set.requests(), way));
        }
      }
    }
    return landing;
  }

  private void labels(
      NodePool pool, Requirements own, PodShape shape, Set<DaemonSetLands> landing) {
    Requirements asked = shape.requirements();
    String unknown = PodMatch.unknownLabel(own, asked);
    if (unknown != null) {
      stop(
          "PEND-041",
          shape,
          pool,
          "label",
          "nothing gives its nodes the label of "
              + unknown
              + ". Maybe add it to spec.template.metadata.labels or spec.template.spec.requirements"
              + " of the pool.");
    }
    String conflict = PodMatch.conflict(own, asked);
    if (conflict != null) {
      stop(
          "PEND-042",
          shape,
          pool,
          "requirements",
          "the pod requires %s, its nodes have %s. Maybe loosen one of the two."
              .formatted(PodMatch.asked(asked, conflict), PodMatch.asked(own, conflict)));
    }
    if (unknown != null || conflict != null) {
      return;
    }
    boolean meets = false;
    for (NodeClassPlatform platform : out.of(NodeClassPlatform.class)) {
      if (!platform.nodeClass().equals(pool.nodeClass())) {
        continue;
      }
      if (asked.admit(platform.labels())) {
        meets = true;
      } else {
        stop(
            "PEND-043",
            shape,
            pool,
            "requirements",
            "the pod requires %s, which nodes of its EC2NodeClass %s (%s) are not. Maybe use a node class of another AMI family."
                .formatted(asked, pool.nodeClass(), platform.amiFamily()));
      }
    }
    if (meets) {
      var ask = new PodMeets(shape.shape(), pool.name(), own.plus(asked), shape.requests());
      out.add(ask);
      new TwinRoom(world, out, pool, ask, landing).hold();
    }
  }

  private void send() {
    for (PodShape shape : shapes.values()) {
      PodAdmitted first = null;
      for (NodePoolOrder order : out.of(NodePoolOrder.class)) {
        String smallest = TwinRoom.smallest(out, shape.shape(), order.nodePool());
        boolean stopped =
            out.of(PodObstacle.class).stream()
                    .anyMatch(
                        it ->
                            it.shape().equals(shape.shape())
                                && it.nodePool().equals(order.nodePool()))
                || out.of(NodePoolObstacle.class).stream()
                    .anyMatch(it -> it.nodePool().equals(order.nodePool()));
        if (smallest != null && !stopped) {
          var admitted =
              new PodAdmitted(shape.shape(), order.nodePool(), smallest, order.position());
          out.add(admitted);
          first = first == null || admitted.position() < first.position() ? admitted : first;
        }
      }
      if (first != null) {
        out.add(new PodDestination(first.shape(), first.nodePool(), first.instanceType()));
      }
    }
  }

  private void stop(String rule, PodShape shape, NodePool pool, String obstacle, String message) {
    out.add(new PodObstacle(rule, shape.shape(), pool.name(), obstacle, null, message));
  }
}
