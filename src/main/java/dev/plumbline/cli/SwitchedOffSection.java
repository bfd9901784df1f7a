package dev.plumbline.cli;

import dev.plumbline.fact.RuleSwitchedOff;
import java.util.List;

/** The rules that do not judge, who answers for that, and why. */
final class SwitchedOffSection extends Section {

  SwitchedOffSection(Paper paper, Answer answer, boolean all, boolean explain) {
    super(paper, answer, all, explain);
  }

  void write() {
    List<RuleSwitchedOff> off = answer.switchedOff();
    if (off.isEmpty()) {
      return;
    }
    paper.blank();
    paper.line(0, paper.bold("Switched off"));
    for (RuleSwitchedOff each : off) {
      paper.line(2, paper.yellow(each.rule()) + "  " + answer.ruleName(each.rule()));
      paper.wrapped(4, each.owner() + ": " + each.reason());
    }
  }
}
