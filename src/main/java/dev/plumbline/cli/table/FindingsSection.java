package dev.plumbline.cli.table;

import static dev.plumbline.cli.table.TextFormat.count;

import dev.plumbline.conclusion.FindingConclusions.Finding;
import dev.plumbline.conclusion.GateConclusions.GateClosed;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The verdict on a snapshot: how many objects fail, have warnings or were not checked in full, by
 * reason, and how many pass.
 */
final class FindingsSection extends Section {

  FindingsSection(Context context) {
    super(context);
  }

  void write() {
    List<Finding> findings = index.of(Finding.class);
    TreeMap<String, TreeSet<String>> failures = byReason(findings, "fail");
    TreeMap<String, TreeSet<String>> errors = byReason(findings, "error");
    TreeMap<String, TreeSet<String>> warnings = byReason(findings, "warn");
    TreeMap<String, TreeSet<String>> skipped = byReason(findings, "skip");
    int gates = index.of(GateClosed.class).size();
    if (findings.isEmpty() && gates == 0) {
      return;
    }
    var parts = new ArrayList<String>();
    var counted = new TreeSet<String>();
    add(parts, others(failures, counted), "object fails", "objects fail");
    add(parts, others(errors, counted), "object with errors", "objects with errors");
    add(parts, others(warnings, counted), "object with warnings", "objects with warnings");
    add(
        parts,
        others(skipped, counted),
        "object with skipped checks",
        "objects with skipped checks");
    add(parts, gates, "closed gate", "closed gates");
    boolean fine = parts.isEmpty();
    add(parts, others(byReason(findings, "pass"), counted), "object passes", "objects pass");
    String verdict = String.join(", ", parts);
    boolean failed = !failures.isEmpty() || !errors.isEmpty();
    out.line(0, failed ? out.red(verdict) : fine ? out.green(verdict) : out.yellow(verdict));
    failures.forEach((reason, names) -> line(out.red("fail"), reason, names));
    errors.forEach((reason, names) -> line(out.red("error"), reason, names));
    warnings.forEach((reason, names) -> line(out.yellow("warn"), reason, names));
    skipped.forEach((reason, names) -> line(out.dim("skip"), reason, names));
  }

  private void line(String result, String reason, TreeSet<String> names) {
    List<String> list = List.copyOf(names);
    out.labelled(
        2, result, reason + ": " + TextFormat.some(list, all ? list.size() : MAX_EXAMPLES));
  }

  /** How many objects there are besides those that count already, for something worse. */
  private static int others(TreeMap<String, TreeSet<String>> byReason, Set<String> counted) {
    int before = counted.size();
    byReason.values().forEach(counted::addAll);
    return counted.size() - before;
  }

  private static void add(List<String> parts, int count, String one, String many) {
    if (count > 0) {
      parts.add(count == 1 ? "1 " + one : TextFormat.number(count) + " " + many);
    }
  }

  private static TreeMap<String, TreeSet<String>> byReason(List<Finding> findings, String result) {
    var byReason = new TreeMap<String, TreeSet<String>>();
    for (Finding each : findings) {
      if (each.result().equals(result)) {
        byReason.computeIfAbsent(each.reason(), reason -> new TreeSet<>()).add(each.subject());
      }
    }
    return byReason;
  }

  /** What was evaluated, and its digests; what they are of is the same for every selection. */
  void basis() {
    int facts = evaluated().factCounts().values().stream().mapToInt(Integer::intValue).sum();
    out.blank();
    out.line(
        0,
        out.dim(
            "%s (sha256 %.12s), %s (sha256 %.12s), %s"
                .formatted(
                    count(facts, "fact"),
                    evaluated().factsDigest(),
                    count(evaluated().rules().rules().size(), "rule"),
                    evaluated().rules().digest(),
                    count(evaluated().settlement().size(), "conclusion"))));
  }
}
