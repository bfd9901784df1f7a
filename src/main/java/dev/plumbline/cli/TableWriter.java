package dev.plumbline.cli;

import dev.plumbline.host.Evaluated;
import dev.plumbline.host.Selection;
import java.io.PrintWriter;

/**
 * Writes what was concluded from a snapshot for people: what waits, the order of the pools, then
 * one section a node class with its images and its pools. Long lists are summarised; {@code --all}
 * spells them out.
 */
final class TableWriter {

  private final PrintWriter out;
  private final Paper paper;
  private final boolean all;
  private final boolean explain;

  TableWriter(PrintWriter out, boolean colour, boolean all, boolean explain) {
    this.out = out;
    this.paper = new Paper(out, colour);
    this.all = all;
    this.explain = explain;
  }

  void write(Evaluated evaluated, Selection selection) {
    heading(evaluated);
    if (selection.asksForLists()) {
      new ListWriter(paper, all, explain)
          .write(
              evaluated.settlement().all().stream()
                  .filter(concluded -> selection.includes(concluded.conclusion()))
                  .toList());
    } else {
      sections(new Answer(evaluated, selection));
    }
    out.flush();
  }

  private void sections(Answer answer) {
    new WaitingSection(paper, answer, all, explain).write();
    new PoolOrderSection(paper, answer, all, explain).write();
    new OfferingsSection(paper, answer, all, explain).write();
    var capacity = new CapacitySection(paper, answer, all, explain);
    capacity.write();
    new WaiversSection(paper, answer, all, explain).write();
    new SwitchedOffSection(paper, answer, all, explain).write();
    var nodeClass = new NodeClassSection(paper, answer, all, explain);
    answer.nodeClasses().forEach(nodeClass::write);
    for (String pool : answer.poolsWithoutClass()) {
      paper.blank();
      new NodePoolSection(paper, answer, all, explain).write(0, pool);
    }
    new RolloutSection(paper, answer, all, explain).write();
    capacity.basis();
    if (answer.isEmpty()) {
      paper.blank();
      paper.line(0, "no node class or pool to decide for");
    }
  }

  private void heading(Evaluated evaluated) {
    paper.line(
        0,
        paper.bold(evaluated.snapshot().path())
            + "  at "
            + evaluated.snapshot().at()
            + (evaluated.snapshot().region() == null
                ? ""
                : " in " + evaluated.snapshot().region()));
    int facts = evaluated.factCounts().values().stream().mapToInt(Integer::intValue).sum();
    paper.line(
        0,
        paper.dim(
            Words.count(facts, "fact")
                + " (sha256 "
                + evaluated.factsDigest().substring(0, 12)
                + "), "
                + Words.count(evaluated.rules().rules().size(), "rule")
                + " (sha256 "
                + evaluated.rules().digest().substring(0, 12)
                + "), "
                + Words.count(evaluated.settlement().size(), "conclusion")));
  }
}
