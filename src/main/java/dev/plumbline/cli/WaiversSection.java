package dev.plumbline.cli;

import dev.plumbline.conclusion.ObjectionWaived;
import dev.plumbline.conclusion.WaiverExpired;
import dev.plumbline.conclusion.WaiverInForce;
import dev.plumbline.fact.Nearest;
import java.util.List;

/** What somebody answers for in spite of a rule, until when, and what has ended. */
final class WaiversSection extends Section {

  WaiversSection(Paper paper, Answer answer, boolean all, boolean explain) {
    super(paper, answer, all, explain);
  }

  void write() {
    List<WaiverInForce> inForce = answer.of(WaiverInForce.class);
    List<WaiverExpired> expired = answer.of(WaiverExpired.class);
    if (inForce.isEmpty() && expired.isEmpty()) {
      return;
    }
    paper.blank();
    paper.line(0, paper.bold("Waivers"));
    for (WaiverInForce waiver : inForce) {
      paper.line(
          2,
          paper.yellow(waiver.waiver())
              + "  "
              + waiver.rule()
              + " of "
              + waiver.subject()
              + paper.dim(
                  "  until "
                      + waiver.until()
                      + " ("
                      + Words.distance(waiver.until(), answer.at())
                      + ")"));
      paper.wrapped(4, waiver.owner() + ": " + waiver.reason());
      lifts(waiver);
      unknown(waiver.rule());
      because(4, waiver);
    }
    for (WaiverExpired waiver : expired) {
      paper.line(
          2,
          paper.red(waiver.waiver())
              + "  "
              + waiver.rule()
              + " of "
              + waiver.subject()
              + paper.red("  expired")
              + paper.dim(
                  " "
                      + waiver.until()
                      + " ("
                      + Words.distance(waiver.until(), answer.at())
                      + "), "
                      + waiver.owner()));
      unknown(waiver.rule());
      because(4, waiver);
    }
  }

  private void lifts(WaiverInForce waiver) {
    List<String> lifted =
        answer.of(ObjectionWaived.class).stream()
            .filter(waived -> waived.waiver().equals(waiver.waiver()))
            .map(ObjectionWaived::subject)
            .distinct()
            .toList();
    if (!lifted.isEmpty()) {
      paper.labelled(
          4, "lifts it of", paper.dim("lifts it of"), some(lifted, all ? lifted.size() : EXAMPLES));
    }
  }

  private void unknown(String rule) {
    if (!answer.rules().contains(rule)) {
      paper.wrapped(4, "no rule has the id " + rule + ". " + Nearest.advice(rule, answer.rules()));
    }
  }
}
