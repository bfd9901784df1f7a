package dev.plumbline.twin;

import dev.plumbline.conclusion.AmiServes;
import dev.plumbline.conclusion.GateClosed;
import dev.plumbline.conclusion.WaiverInForce;
import dev.plumbline.fact.Ami;
import dev.plumbline.fact.DisruptionBudget;
import dev.plumbline.fact.EC2NodeClass;
import dev.plumbline.fact.EvaluationTime;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Instance;
import dev.plumbline.fact.InstanceType;
import dev.plumbline.fact.Node;
import dev.plumbline.fact.NodeClaim;
import dev.plumbline.fact.NodePool;
import dev.plumbline.fact.Parameter;
import dev.plumbline.fact.SourceStatus;
import dev.plumbline.fact.StatusCondition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The nodes by what is asked of them, and what was concluded before about their images. */
final class TwinCluster {

  EvaluationTime time; // null when it is not told
  boolean imagesSynced;
  final List<NodePool> pools = new ArrayList<>();
  final Map<String, EC2NodeClass> classes = new HashMap<>();
  final List<NodeClaim> claims = new ArrayList<>();
  final Map<String, List<NodeClaim>> claimsByPool = new HashMap<>();
  final Map<String, Node> nodes = new HashMap<>();
  final Map<String, Instance> instances = new HashMap<>();
  final Map<String, Ami> amis = new HashMap<>();
  final Set<String> types = new HashSet<>();
  final Map<String, List<DisruptionBudget>> budgets = new HashMap<>();
  final Map<String, List<Parameter>> parameters = new HashMap<>();
  final Set<String> terminating = new HashSet<>(); // claims
  final Set<String> unregistered = new HashSet<>(); // pools
  final Set<String> closed = new HashSet<>();
  final Set<AmiServes> serves;
  private final List<WaiverInForce> waivers;

  private TwinCluster(Collection<Fact> facts, TwinConclusions out) {
    facts.forEach(this::add);
    out.of(GateClosed.class).forEach(gate -> closed.add(gate.gate() + " " + gate.blocks()));
    serves = Set.copyOf(out.of(AmiServes.class));
    waivers = out.of(WaiverInForce.class);
  }

  static TwinCluster of(Collection<Fact> facts, TwinConclusions out) {
    return new TwinCluster(facts, out);
  }

  /** What follows about the nodes. */
  static void follow(Collection<Fact> facts, TwinConclusions out) {
    var cluster = new TwinCluster(facts, out);
    new TwinDrift(cluster, out).find();
    new TwinBudgets(cluster, out).count();
    new TwinRollout(cluster, out).roll();
    new TwinAmiInUse(cluster, out).find();
  }

  private void add(Fact fact) {
    switch (fact) {
      case EvaluationTime it -> time = it;
      case SourceStatus it ->
          imagesSynced |= it.source().equals("images") && it.state().equals("synced");
      case NodePool it -> pools.add(it);
      case EC2NodeClass it -> classes.put(it.name(), it);
      case NodeClaim it -> {
        claims.add(it);
        list(claimsByPool, it.nodePool()).add(it);
      }
      case Node it -> nodes.put(it.name(), it);
      case Instance it -> instances.put(it.id(), it);
      case Ami it -> amis.put(it.id(), it);
      case InstanceType it -> types.add(it.name());
      case DisruptionBudget it -> list(budgets, it.nodePool()).add(it);
      case Parameter it -> list(parameters, it.name()).add(it);
      case StatusCondition it -> {
        if (it.kind().equals("NodeClaim")
            && it.type().equals("InstanceTerminating")
            && it.status().equals("True")) {
          terminating.add(it.name());
        }
        if (it.kind().equals("NodePool")
            && it.type().equals("NodeRegistrationHealthy")
            && it.status().equals("False")) {
          unregistered.add(it.name());
        }
      }
      default -> {}
    }
  }

  /** The parameter of this name; null when it is off. */
  Parameter parameter(String name) {
    List<Parameter> set = parameters.getOrDefault(name, List.of());
    return set.isEmpty() ? null : set.getFirst();
  }

  boolean waits(String gate, Fact object) {
    return closed.contains(gate + " " + object.key());
  }

  boolean waived(String rule, String... keys) {
    for (WaiverInForce waiver : waivers) {
      for (String key : keys) {
        if (waiver.rule().equals(rule) && waiver.covers(key)) {
          return true;
        }
      }
    }
    return false;
  }

  boolean ready(NodeClaim claim) {
    Node node = nodes.get(claim.nodeName());
    return node != null && "True".equals(node.ready());
  }

  private static <T> List<T> list(Map<String, List<T>> map, String key) {
    return map.computeIfAbsent(key, k -> new ArrayList<>());
  }
}
