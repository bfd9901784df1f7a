package dev.plumbline.cli;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.InstanceTypeOutOfCapacity;
import dev.plumbline.conclusion.InstanceTypeUnpriced;
import dev.plumbline.conclusion.InstanceTypeUsable;
import dev.plumbline.conclusion.NodePoolExcluded;
import dev.plumbline.conclusion.NodePoolFactor;
import dev.plumbline.conclusion.NodePoolObjection;
import dev.plumbline.conclusion.NodePoolOrder;
import dev.plumbline.conclusion.NodePoolWeight;
import dev.plumbline.fact.Times;
import java.util.List;
import java.util.Set;

/** A pool: what it can launch, when it is tried, and what is wrong with it. */
final class NodePoolSection extends Section {

  private static final int FAMILIES = 40;
  static final Set<String> DECISIVE = Set.of("node-pool-usability");

  NodePoolSection(Paper paper, Answer answer, boolean all, boolean explain) {
    super(paper, answer, all, explain);
  }

  void write(int indent, String pool) {
    List<InstanceTypeUsable> usable = answer.of(InstanceTypeUsable.class, pool);
    String nodeClass = answer.classOf(pool);
    paper.line(
        indent,
        paper.bold("NodePool/" + pool)
            + "  "
            + (usable.isEmpty()
                ? paper.red(answer.waitsFor("NodePool/" + pool, DECISIVE, "no usable type"))
                : Words.count(usable.size(), "usable type"))
            + (indent > 0 || nodeClass.isEmpty() ? "" : paper.dim("  of EC2NodeClass/" + nodeClass))
            + place(pool));
    List<String> types = usable.stream().map(InstanceTypeUsable::instanceType).toList();
    if (all) {
      everyType(indent + 4, types);
    } else if (!types.isEmpty()) {
      paper.wrapped(indent + 4, Families.summary(types, FAMILIES));
    }
    missing(indent + 4, pool);
    weight(indent + 4, pool);
    new PreferenceSection(paper, answer, all, explain).write(indent + 4, pool);
    for (NodePoolExcluded excluded : answer.of(NodePoolExcluded.class, pool)) {
      said(indent + 4, excluded.rule(), excluded.message(), excluded);
    }
    for (NodePoolObjection objection : answer.of(NodePoolObjection.class, pool)) {
      said(
          indent + 4,
          objection.rule(),
          objection.message() + waived(objection.rule(), "NodePool/" + pool),
          objection);
    }
    if (!usable.isEmpty()) {
      because(indent + 4, usable.getFirst());
    }
  }

  /** When Karpenter tries it, where no list of all pools has told. */
  private String place(String pool) {
    if (!answer.of(NodePoolExcluded.class, pool).isEmpty()) {
      return "  " + paper.yellow("left out");
    }
    List<NodePoolOrder> order = answer.of(NodePoolOrder.class);
    if (order.size() != 1) {
      return "";
    }
    NodePoolOrder own = order.getFirst();
    String weight = PoolOrderSection.weight(answer, own);
    return own.position() == 1 && weight.equals("-")
        ? ""
        : paper.dim("  position " + own.position() + ", weight " + weight);
  }

  private void missing(int indent, String pool) {
    List<InstanceTypeOutOfCapacity> out = answer.of(InstanceTypeOutOfCapacity.class, pool);
    if (!out.isEmpty()) {
      paper.line(
          indent,
          paper.yellow("no capacity for " + Words.count(out.size(), "type"))
              + " until "
              + Times.earliest(out.stream().map(InstanceTypeOutOfCapacity::until).toList()));
      types(indent + 2, out.stream().map(InstanceTypeOutOfCapacity::instanceType).toList());
      because(indent + 2, out.getFirst());
    }
    List<InstanceTypeUnpriced> unpriced = answer.of(InstanceTypeUnpriced.class, pool);
    if (!unpriced.isEmpty()) {
      paper.line(indent, paper.yellow("no price for " + Words.count(unpriced.size(), "type")));
      types(indent + 2, unpriced.stream().map(InstanceTypeUnpriced::instanceType).toList());
      because(indent + 2, unpriced.getFirst());
    }
  }

  private void types(int indent, List<String> types) {
    if (all) {
      everyType(indent, types);
    } else {
      paper.wrappedDim(indent, someTypes(types));
    }
  }

  private void weight(int indent, String pool) {
    for (NodePoolWeight weight : answer.of(NodePoolWeight.class, pool)) {
      String label = "weight " + weight.weight();
      paper.labelled(
          indent,
          label,
          label,
          String.join(
              ", ",
              answer.of(NodePoolFactor.class, pool).stream()
                  .map(factor -> factor.points() + " (" + factor.message() + ")")
                  .toList()));
      because(indent + 2, weight);
    }
  }

  private void said(int indent, String rule, String message, Conclusion conclusion) {
    paper.labelled(indent, rule, paper.yellow(rule), message);
    because(indent + 2, conclusion);
  }
}
