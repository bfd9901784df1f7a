package dev.plumbline.cli.rules;

import dev.plumbline.cli.table.TextFormat;
import dev.plumbline.conclusion.RevisionConclusions.RevisionHold;
import dev.plumbline.revision.DifferenceCounts;
import dev.plumbline.revision.RuleComparison;
import dev.plumbline.revision.RuleComparison.OverSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** The result of {@code plumbline diff}. */
record DiffReport(Side before, Side after, RuleComparison.Text text, List<OverSnapshot> over) {

  /** Rules as they were named, and the SHA-256 of their files. */
  record Side(String rules, String digest) {

    String brief() {
      return digest.substring(0, 12);
    }
  }

  /** Whether a limit or a failing scenario would hold the second rules back. */
  boolean held() {
    return !text.failed().isEmpty()
        || text.verdict().held()
        || over.stream().anyMatch(each -> each.verdict().held());
  }

  boolean none() {
    return text.difference().files().isEmpty()
        && over.stream().allMatch(each -> each.difference().isEmpty());
  }

  DifferenceCounts sum() {
    DifferenceCounts sum = DifferenceCounts.NONE;
    for (OverSnapshot each : over) {
      sum = sum.plus(each.difference().counts());
    }
    return sum;
  }

  /** The ids of the limits that hold, sorted. */
  List<String> limits() {
    var ids = new TreeSet<String>();
    holds().forEach(hold -> ids.add(hold.rule()));
    return List.copyOf(ids);
  }

  /** One sentence: what becomes of the second rules. */
  String outcome() {
    int failed = text.failed().size();
    if (failed > 0) {
      return "would be rejected: " + TextFormat.count(failed, "scenario") + " failed";
    }
    return held()
        ? "would be held by " + String.join(", ", limits()) + " until approved"
        : none() ? "nothing would change" : "within all limits";
  }

  private List<RevisionHold> holds() {
    var holds = new ArrayList<>(text.verdict().holds());
    over.forEach(each -> holds.addAll(each.verdict().holds()));
    return holds;
  }
}
