package dev.plumbline.bench;

import dev.plumbline.engine.RuleSession;
import dev.plumbline.engine.Settlement;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Nodes.Node;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Resources;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One node of thousands changes in a live session, another each time, and back. */
final class NodeChanges {

  private static final int WARM_UP = 100;
  private static final int ROUNDS = 250;

  /** Prime to the number of nodes, so that each comes but once and neighbours are far apart. */
  private static final int STRIDE = 37;

  private NodeChanges() {}

  static void measure(BenchCase bench, Measured table) {
    List<Node> nodes = of(bench.facts(), Node.class);
    List<NodeClaim> claims = of(bench.facts(), NodeClaim.class);
    try (RuleSession session = bench.rules().newSession()) {
      bench.facts().forEach(session::put);
      session.settle();
      change(session, table, "a node has 64 MiB less memory", nodes, NodeChanges::smaller);
      change(session, table, "a node is not ready", nodes, NodeChanges::notReady);
      change(session, table, "a claim is not initialized", claims, NodeChanges::starting);
      change(session, table, "a claim is being deleted", claims, NodeChanges::deleting);
    }
  }

  private static <T extends Fact> void change(
      RuleSession session, Measured table, String what, List<T> facts, UnaryOperator<T> change) {
    double[] there = new double[ROUNDS];
    double[] back = new double[ROUNDS];
    int most = 0;
    for (int i = -WARM_UP; i < ROUNDS; i++) {
      T fact = facts.get((i + WARM_UP) * STRIDE % facts.size());
      T changed = change.apply(fact);
      Settlement before = session.settle();
      double first = Measured.millis(() -> putAndSettle(session, changed));
      if (i % 50 == 0) {
        most = Math.max(most, BenchCase.changed(before, session.settle()));
      }
      double second = Measured.millis(() -> putAndSettle(session, fact));
      if (i >= 0) {
        there[i] = first;
        back[i] = second;
      }
    }
    table.times(what + " (up to " + most + " conclusions come or go)", there);
    table.times(what + " no more", back);
  }

  private static void putAndSettle(RuleSession session, Fact fact) {
    session.put(fact);
    session.settle();
  }

  private static Node smaller(Node node) {
    Quantity less = Quantity.ofMebibytes(64);
    return node(node, node.ready(), less(node.capacity(), less), less(node.allocatable(), less));
  }

  private static Resources less(Resources amounts, Quantity memory) {
    return amounts.with("memory", amounts.quantity("memory").minus(memory));
  }

  static Node notReady(Node node) {
    String other = "True".equals(node.ready()) ? "False" : "True";
    return node(node, other, node.capacity(), node.allocatable());
  }

  private static Node node(
      Node node, @Nullable String ready, Resources capacity, Resources allocatable) {
    return new Node(
        node.name(),
        node.nodePool(),
        node.instanceType(),
        node.zone(),
        node.providerId(),
        node.labels(),
        node.created(),
        node.deleting(),
        ready,
        BenchNode.NOW,
        capacity,
        allocatable);
  }

  private static NodeClaim starting(NodeClaim claim) {
    return claim(claim, claim.deleting(), false);
  }

  private static NodeClaim deleting(NodeClaim claim) {
    return claim(claim, true, true);
  }

  private static NodeClaim claim(NodeClaim claim, boolean deleting, boolean initialized) {
    return new NodeClaim(
        claim.name(),
        claim.nodePool(),
        claim.nodeClass(),
        claim.instanceType(),
        claim.zone(),
        claim.capacityType(),
        claim.ami(),
        claim.nodeName(),
        claim.providerId(),
        claim.labels(),
        claim.annotations(),
        claim.created(),
        deleting,
        claim.launched(),
        claim.registered(),
        initialized ? claim.initialized() : null,
        claim.capacity(),
        claim.allocatable());
  }

  static <T extends Fact> List<T> of(List<Fact> facts, Class<T> type) {
    return facts.stream().filter(type::isInstance).map(type::cast).toList();
  }
}
