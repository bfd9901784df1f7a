package dev.plumbline.cli;

import dev.plumbline.conclusion.NodeClassCondition;
import dev.plumbline.conclusion.NodeClassObjection;
import dev.plumbline.conclusion.NodeClassPlatform;
import java.util.Set;

/** A node class: its conditions, images, instance types and pools. */
final class NodeClassSection extends Section {

  private static final Set<String> DECISIVE = Set.of("ami-resolution", "instance-type-mapping");

  NodeClassSection(Paper paper, Answer answer, boolean all, boolean explain) {
    super(paper, answer, all, explain);
  }

  void write(String name) {
    paper.blank();
    String family =
        answer.of(NodeClassPlatform.class, name).stream()
            .map(NodeClassPlatform::amiFamily)
            .findFirst()
            .orElse("");
    paper.line(
        0, paper.bold("EC2NodeClass/" + name) + (family.isEmpty() ? "" : paper.dim("  " + family)));
    int before = paper.lines();
    var images = new ImagesSection(paper, answer, all, explain);
    conditions(name);
    images.resolved(name);
    images.refused(name);
    images.notInSsm(name);
    new UnmappedSection(paper, answer, all, explain).write(name);
    new CapacitySection(paper, answer, all, explain).write(name);
    if (paper.lines() == before) {
      paper.line(
          2, answer.waitsFor("EC2NodeClass/" + name, DECISIVE, "nothing is concluded for it"));
    }
    for (String pool : answer.poolsOf(name)) {
      paper.blank();
      new NodePoolSection(paper, answer, all, explain).write(2, pool);
    }
  }

  private void conditions(String nodeClass) {
    for (NodeClassCondition condition : answer.of(NodeClassCondition.class, nodeClass)) {
      String plain = condition.condition() + "  " + condition.status();
      String painted =
          condition.condition()
              + "  "
              + switch (condition.status()) {
                case "True" -> paper.green(condition.status());
                case "False" -> paper.red(condition.status());
                default -> paper.yellow(condition.status());
              };
      boolean bare = condition.status().equals("True") && condition.message().isEmpty();
      paper.labelled(2, plain, painted, bare ? "" : said(condition.reason(), condition.message()));
      because(4, condition);
    }
    for (NodeClassObjection objection : answer.of(NodeClassObjection.class, nodeClass)) {
      paper.labelled(
          2,
          objection.rule(),
          paper.dim(objection.rule()),
          said(objection.reason(), objection.message())
              + waived(objection.rule(), "EC2NodeClass/" + nodeClass));
      because(4, objection);
    }
  }

  private static String said(String reason, String message) {
    return message.isEmpty() ? reason : reason + ": " + message;
  }
}
