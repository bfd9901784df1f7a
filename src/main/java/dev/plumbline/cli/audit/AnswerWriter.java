package dev.plumbline.cli.audit;

import dev.plumbline.audit.ask.Archive;
import dev.plumbline.audit.ask.Line;
import dev.plumbline.audit.ask.NodeAnswer;
import dev.plumbline.audit.ask.Section;
import dev.plumbline.cli.table.TextOutput;
import java.util.List;

/** Writes what is told of a node for people. */
final class AnswerWriter {

  /** Deeper than this a table for people says nothing more; JSON and the page of a bundle do. */
  private static final int DEEPEST = 4;

  private static final int LONGEST = 20;

  private final TextOutput paper;
  private final boolean all;

  AnswerWriter(TextOutput paper, boolean all) {
    this.paper = paper;
    this.all = all;
  }

  void write(NodeAnswer answer) {
    paper.line(
        0,
        paper.bold(answer.node())
            + " at "
            + answer.at()
            + "  "
            + paper.dim("decision " + Archive.decision(answer.head().origin(), answer.sequence())));
    for (Section section : answer.sections()) {
      paper.blank();
      paper.line(0, paper.bold(section.question()));
      paper.wrapped(2, section.answer());
      lines(section.lines(), 1);
    }
  }

  private void lines(List<Line> lines, int depth) {
    int shown = all || lines.size() <= LONGEST + 3 ? lines.size() : LONGEST;
    for (Line line : lines.subList(0, shown)) {
      String entry = line.entry() == null ? "" : "  (entry " + line.entry() + ")";
      String rule = line.rule() == null ? "" : "  [" + line.rule() + "]";
      paper.wrapped(2 * depth + 2, line.text() + rule + entry);
      if (depth < DEEPEST || all) {
        lines(line.below(), depth + 1);
      }
    }
    if (shown < lines.size()) {
      paper.line(
          2 * depth + 2, paper.dim("and " + (lines.size() - shown) + " more (--all lists them)"));
    }
  }
}
