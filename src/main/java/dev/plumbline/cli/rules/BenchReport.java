package dev.plumbline.cli.rules;

import dev.plumbline.engine.RuleSet;
import dev.plumbline.engine.SettlementProfile;
import dev.plumbline.engine.SettlementProfile.Counts;
import dev.plumbline.engine.SettlementProfile.RuleCost;
import dev.plumbline.engine.SettlementProfile.Usage;
import dev.plumbline.engine.SettlementProfile.UsageMeter;
import dev.plumbline.fact.Fact;
import dev.plumbline.language.Rule;
import dev.plumbline.language.RuleFiles;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What rules cost over one snapshot, beside the shipped rules alone.
 *
 * @param alone the shipped rules alone; null when these are all there is
 * @param runs of which times and memory are the least; with 0, nothing was measured
 * @param own the rules of files that do not ship, or not like this; the costliest first
 * @param others the other rules; the costliest first
 */
record BenchReport(Side rules, @Nullable Side alone, int runs, List<Row> own, List<Row> others) {

  /** Rules with the facts that they settle. */
  record Candidate(String name, RuleSet rules, Collection<Fact> facts) {}

  /**
   * What one set of rules costs.
   *
   * @param facts with those of its data
   * @param unassigned the part of the usage that belongs to no rule
   */
  record Side(
      String name,
      String digest,
      int facts,
      int conclusions,
      Counts counts,
      Usage usage,
      Usage unassigned) {}

  /**
   * What one rule costs.
   *
   * @param alone what it costs among the shipped rules alone; null when it is not one of them
   */
  record Row(Rule rule, Counts counts, Usage usage, @Nullable Row alone) {

    /** How much longer it takes than among the shipped rules alone, in nanoseconds. */
    long more() {
      return usage.nanos() - (alone == null ? 0 : alone.usage.nanos());
    }

    /** How many evaluations more than among the shipped rules alone. */
    long moreEvaluations() {
      return counts.evaluations() - (alone == null ? 0 : alone.counts.evaluations());
    }
  }

  private static final Comparator<Row> BY_COUNTS =
      Comparator.<Row>comparingLong(row -> row.counts().evaluations())
          .thenComparing(row -> row.counts().partialMatches())
          .thenComparing(row -> row.counts().firings())
          .reversed()
          .thenComparing(row -> row.rule().id());

  private static final Comparator<Row> BY_TIME =
      Comparator.<Row>comparingLong(row -> row.usage().nanos()).reversed().thenComparing(BY_COUNTS);

  boolean isMeasured() {
    return runs > 0;
  }

  /**
   * Settles the facts of both, again and again in turn.
   *
   * @param runs besides the first one, which counts and is not measured
   */
  static BenchReport of(
      Candidate candidate, @Nullable Candidate shipped, int runs, UsageMeter meter) {
    var rules = new Runs(candidate);
    Runs alone = shipped == null ? null : new Runs(shipped);
    for (int run = 0; run <= runs; run++) {
      // In turn, since whoever runs later finds more of the program compiled.
      boolean aloneFirst = run % 2 == 1;
      if (alone != null && aloneFirst) {
        alone.add(meter);
      }
      rules.add(meter);
      if (alone != null && !aloneFirst) {
        alone.add(meter);
      }
    }
    Map<String, Row> rowsAlone = alone == null ? Map.of() : alone.rows(Map.of());
    Comparator<Row> order = runs == 0 ? BY_COUNTS : BY_TIME;
    RuleFiles files = candidate.rules().files();
    var own = new ArrayList<Row>();
    var others = new ArrayList<Row>();
    for (Row row : rules.rows(rowsAlone).values()) {
      (isOwn(files, row.rule().file()) ? own : others).add(row);
    }
    own.sort(order);
    others.sort(order);
    return new BenchReport(
        rules.side(),
        alone == null ? null : alone.side(),
        runs,
        List.copyOf(own),
        List.copyOf(others));
  }

  private static boolean isOwn(RuleFiles files, String file) {
    return !Objects.equals(files.text(file), RuleFiles.shipped().text(file));
  }

  /** One set of rules, settled several times. */
  private static final class Runs {

    private final Candidate candidate;
    private final List<Usage> usages = new ArrayList<>();
    private final List<Usage> unassigned = new ArrayList<>();
    private final Map<String, List<Usage>> byRule = new HashMap<>();
    private @Nullable SettlementProfile first;

    Runs(Candidate candidate) {
      this.candidate = candidate;
    }

    void add(UsageMeter meter) {
      SettlementProfile profile = SettlementProfile.of(candidate.rules(), candidate.facts(), meter);
      if (first == null) {
        first = profile;
        return;
      }
      usages.add(profile.usage());
      unassigned.add(profile.unassigned());
      for (RuleCost cost : profile.rules()) {
        byRule.computeIfAbsent(cost.rule().id(), id -> new ArrayList<>()).add(cost.usage());
      }
    }

    Side side() {
      SettlementProfile counted = Objects.requireNonNull(first);
      return new Side(
          candidate.name(),
          candidate.rules().digest(),
          candidate.facts().size(),
          counted.settlement().conclusions().size(),
          counted.counts(),
          least(usages),
          least(unassigned));
    }

    /** By id. */
    Map<String, Row> rows(Map<String, Row> alone) {
      var rows = new HashMap<String, Row>();
      for (RuleCost cost : Objects.requireNonNull(first).rules()) {
        String id = cost.rule().id();
        Usage usage = least(byRule.getOrDefault(id, List.of()));
        rows.put(id, new Row(cost.rule(), cost.counts(), usage, alone.get(id)));
      }
      return rows;
    }

    /** What disturbs a run only ever adds to it. */
    private static Usage least(List<Usage> usages) {
      return new Usage(
          usages.stream().mapToLong(Usage::nanos).min().orElse(0),
          usages.stream().mapToLong(Usage::bytes).min().orElse(0));
    }
  }
}
