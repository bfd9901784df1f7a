package dev.plumbline.cli;

import dev.plumbline.conclusion.InstanceTypeUsable;
import dev.plumbline.conclusion.NodePoolObjection;
import java.util.List;
import java.util.Set;

/** A pool: what it can launch, and what is wrong with it. */
final class NodePoolSection extends Section {

  private static final int FAMILIES = 40;
  private static final Set<String> DECISIVE = Set.of("node-pool-usability");

  NodePoolSection(Paper paper, Answer answer, boolean all, boolean explain) {
    super(paper, answer, all, explain);
  }

  void write(int indent, String pool) {
    List<InstanceTypeUsable> usable = answer.of(InstanceTypeUsable.class, pool);
    List<NodePoolObjection> objections = answer.of(NodePoolObjection.class, pool);
    String nodeClass = answer.classOf(pool);
    paper.line(
        indent,
        paper.bold("NodePool/" + pool)
            + "  "
            + (usable.isEmpty()
                ? paper.red(answer.waitsFor("NodePool/" + pool, DECISIVE, "no usable type"))
                : Words.count(usable.size(), "usable type"))
            + (indent > 0 || nodeClass.isEmpty()
                ? ""
                : paper.dim("  of EC2NodeClass/" + nodeClass)));
    List<String> types = usable.stream().map(InstanceTypeUsable::instanceType).toList();
    if (all) {
      everyType(indent + 4, types);
    } else if (!types.isEmpty()) {
      paper.wrapped(indent + 4, Families.summary(types, FAMILIES));
    }
    for (NodePoolObjection objection : objections) {
      paper.labelled(
          indent + 4,
          objection.rule(),
          paper.yellow(objection.rule()),
          objection.message() + waived(objection.rule(), "NodePool/" + pool));
      because(indent + 6, objection);
    }
    if (!usable.isEmpty()) {
      because(indent + 4, usable.getFirst());
    }
  }
}
