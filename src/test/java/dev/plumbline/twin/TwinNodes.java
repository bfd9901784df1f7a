package dev.plumbline.twin;

import dev.plumbline.fact.AmiFamily;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Instance;
import dev.plumbline.fact.InstanceType;
import dev.plumbline.fact.KubeletConfiguration;
import dev.plumbline.fact.NetworkInterface;
import dev.plumbline.fact.Node;
import dev.plumbline.fact.NodeClaim;
import dev.plumbline.fact.PastLaunch;
import dev.plumbline.fact.Pod;
import dev.plumbline.fact.RememberedCapacity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The facts of nodes and their sizes by what the policy asks them for. */
final class TwinNodes {

  /** A claim with a node that it became. */
  record Joined(NodeClaim claim, Node node) {}

  final Map<String, AmiFamily> families = new HashMap<>();
  final Map<String, KubeletConfiguration> kubelets = new HashMap<>();
  final Map<String, List<NetworkInterface>> interfaces = new HashMap<>();
  final Map<String, InstanceType> types = new HashMap<>();
  final Map<String, Instance> instances = new HashMap<>();
  final List<Node> nodes = new ArrayList<>();
  final Map<String, NodeClaim> claims = new HashMap<>();
  final List<Joined> joined = new ArrayList<>();
  final List<RememberedCapacity> remembered = new ArrayList<>();
  final List<Pod> pods = new ArrayList<>();
  final List<PastLaunch> pastLaunches = new ArrayList<>();

  TwinNodes(Collection<Fact> facts) {
    for (Fact fact : facts) {
      switch (fact) {
        case AmiFamily it -> families.put(it.name(), it);
        case KubeletConfiguration it -> kubelets.put(it.nodeClass(), it);
        case NetworkInterface it ->
            interfaces.computeIfAbsent(it.nodeClass(), none -> new ArrayList<>()).add(it);
        case InstanceType it -> types.put(it.name(), it);
        case Instance it -> instances.put(it.id(), it);
        case Node it -> nodes.add(it);
        case NodeClaim it -> claims.put(it.name(), it);
        case RememberedCapacity it -> remembered.add(it);
        case Pod it -> pods.add(it);
        case PastLaunch it -> pastLaunches.add(it);
        default -> {}
      }
    }
    join();
  }

  private void join() {
    var byProvider = new HashMap<String, List<Node>>();
    var byName = new HashMap<String, Node>();
    for (Node node : nodes) {
      byName.put(node.name(), node);
      if (node.providerId() != null) {
        byProvider.computeIfAbsent(node.providerId(), none -> new ArrayList<>()).add(node);
      }
    }
    for (NodeClaim claim : claims.values()) {
      if (claim.providerId() != null) {
        byProvider
            .getOrDefault(claim.providerId(), List.of())
            .forEach(node -> joined.add(new Joined(claim, node)));
      }
      Node named = claim.nodeName() == null ? null : byName.get(claim.nodeName());
      if (named != null && (named.providerId() == null || claim.providerId() == null)) {
        joined.add(new Joined(claim, named));
      }
    }
  }
}
