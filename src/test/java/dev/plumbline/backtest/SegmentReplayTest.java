package dev.plumbline.backtest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.backtest.MutatedRules.Mutant;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.log.MemoryLog;
import dev.plumbline.log.store.LogFolder;
import dev.plumbline.log.store.StoredLog;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.record.RecordedWorld;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Segments are independent of each other, and their differences add up in any order. */
@Tag("long")
class SegmentReplayTest {

  private static final Path RECORDED = Path.of("src/test/resources/recorded-logs/examples");
  private static final Evaluation SHIPPED = Evaluation.with(RuleFiles.shipped());
  private static final int DECISIONS = 60;

  @Test
  void rulesThatDecidedDecideTheSame() {
    MemoryLog log = world(1, SHIPPED.rules());

    SegmentDifference difference = all(log, RuleChange.whole(SHIPPED), TimeWindow.ALL);

    assertThat(difference.failed()).isEmpty();
    assertThat(difference.deviating()).isEmpty();
    assertThat(difference.groups()).isEmpty();
    assertThat(difference.decisions()).isEqualTo(DECISIONS);
    assertThat(difference.settled()).isGreaterThan(DECISIONS / 2);
    assertThat(difference.segments()).isGreaterThanOrEqualTo(DECISIONS / 5);
  }

  /** Each segment by the rules that are recorded for it, of an earlier version of the program. */
  @Test
  void rulesThatDecidedInARecordedLogDecideTheSame() {
    var log = new StoredLog(new LogFolder(RECORDED));
    List<LogSegment> segments = LogSegment.of(log, 0);
    assertThat(segments).hasSizeGreaterThan(2);
    long decisions = 0;
    for (LogSegment segment : segments) {
      for (long rules : segment.rules()) {
        RuleChange change = RuleChange.whole(RecordedRules.of(log, rules));

        SegmentDifference difference = SegmentReplay.of(log, segment, change, TimeWindow.ALL);

        assertThat(difference.failed()).isEmpty();
        assertThat(difference.deviating()).isEmpty();
        decisions += difference.decisions();
        if (segment.rules().size() == 1) {
          assertThat(difference.groups()).isEmpty();
        }
      }
    }
    assertThat(decisions).isGreaterThan(8);
  }

  /** One operator changed: the part that can differ says what all rules say, and names it. */
  @Test
  void mutatedOperatorIsNamed() {
    MemoryLog log = world(3, SHIPPED.rules());
    var mutants = new MutatedRules(log);
    var random = new SplittableRandom(42);
    int differing = 0;
    for (int i = 0; i < 12; i++) {
      Mutant mutant = mutants.random(random);
      if (mutant == null) {
        continue;
      }
      RuleChange part = RuleChange.to(mutant.rules());
      // Settled once each, and not for each segment: how a log is cut makes no difference.
      LogSegment uncut = uncut(log);
      SegmentDifference difference = SegmentReplay.of(log, uncut, part, TimeWindow.ALL);
      SegmentDifference whole =
          SegmentReplay.of(log, uncut, RuleChange.whole(mutant.rules()), TimeWindow.ALL);

      if (!whole.failed().isEmpty()) {
        // The operator was a null check: both replays fail.
        assertThat(difference.failed()).as(mutant.rule()).hasSameSizeAs(whole.failed());
        continue;
      }
      assertThat(difference.failed()).as(mutant.rule()).isEmpty();
      assertThat(difference.groups()).as(mutant.rule()).isEqualTo(whole.groups());
      assertThat(difference.images()).as(mutant.rule()).isEqualTo(whole.images());
      assertThat(difference.differing()).as(mutant.rule()).isEqualTo(whole.differing());
      assertThat(part.edited()).containsExactly(mutant.rule());
      if (!difference.isEmpty()) {
        differing++;
        assertThat(difference.groups().keySet())
            .as(mutant.rule())
            .anyMatch(group -> List.of(group.rules().split(",")).contains(mutant.rule()));
      }
    }
    assertThat(differing).as("mutants that decide otherwise").isGreaterThan(2);
  }

  /** The rules change within the log, the writer begins anew, and the log is cut anywhere. */
  @Test
  void wholeLogDiffersAsItsSegmentsDo() {
    var random = new SplittableRandom(7);
    List<Mutant> mutants = MutatedRules.differing(world(3, SHIPPED.rules()), 3, random);
    int compared = 0;
    for (int seed = 0; seed < 3; seed++) {
      Mutant active = mutants.get(seed);
      Mutant candidate = mutants.get((seed + 1) % mutants.size());
      MemoryLog log = world(seed, SHIPPED.rules(), active.rules().rules());
      RuleChange change = RuleChange.to(candidate.rules());
      List<LogSegment> segments = LogSegment.of(log, 0);
      for (TimeWindow window :
          List.of(TimeWindow.ALL, middle(segments.getFirst().begin(), DECISIONS))) {
        var parts = new ArrayList<SegmentDifference>();
        segments.forEach(each -> parts.add(SegmentReplay.of(log, each, change, window)));
        SegmentDifference cut = sum(parts);
        assertThat(cut.failed()).isEmpty();
        for (int i = 0; i < 3; i++) {
          var others = new ArrayList<SegmentDifference>();
          for (LogSegment each : joined(segments, random)) {
            others.add(SegmentReplay.of(log, each, change, window));
          }
          assertThat(without(sum(others))).isEqualTo(without(cut));
        }
        compared += cut.groups().size();
        for (int i = 0; i < 5; i++) {
          assertThat(grouped(parts, random)).isEqualTo(cut);
        }
      }
    }
    assertThat(compared).as("groups that differ").isGreaterThan(10);
  }

  /** Rules that refuse images by age resolve others, however the log is cut. */
  @Test
  void imageAgesAddUpHoweverTheLogIsCut() {
    var random = new SplittableRandom(21);
    RuleChange change =
        RuleChange.to(
            Evaluation.with(
                RuleFiles.over(Map.of("parameters.yaml", "ami.minimumAge: 60d\n"), "test")));
    int known = 0;
    int unknown = 0;
    for (int seed = 0; seed < 2; seed++) {
      var log = new MemoryLog("plumbline.dev/log/prod");
      RecordedWorld.images(log, seed, 40);
      List<LogSegment> segments = LogSegment.of(log, 0);
      for (TimeWindow window : List.of(TimeWindow.ALL, middle(segments.getFirst().begin(), 40))) {
        var parts = new ArrayList<SegmentDifference>();
        segments.forEach(each -> parts.add(SegmentReplay.of(log, each, change, window)));
        SegmentDifference cut = sum(parts);
        var others = new ArrayList<SegmentDifference>();
        for (LogSegment each : joined(segments, random)) {
          others.add(SegmentReplay.of(log, each, change, window));
        }
        assertThat(cut.failed()).isEmpty();
        assertThat(sum(others).images()).as("seed %d", seed).isEqualTo(cut.images());
        assertThat(grouped(parts, random)).as("seed %d", seed).isEqualTo(cut);
        for (ImageAgeDifference each : cut.images().values()) {
          known += each.nodeDays() == null ? 0 : 1;
          unknown += each.unknown() == 0 ? 0 : 1;
          assertThat(each.lasted()).isPositive().isLessThanOrEqualTo(cut.observed());
          assertThat(each.compared() + each.unknown()).isGreaterThanOrEqualTo(each.lasted());
        }
      }
    }
    assertThat(known).as("node classes with nodes and another image").isPositive();
    assertThat(unknown).as("node classes with an image of unknown age").isPositive();
  }

  @Test
  void sampleIsTheSameEachTimeAndGrows() {
    var chosen = new LinkedHashSet<LogSegment>();
    int before = 0;
    List<LogSegment> all = new ArrayList<>();
    for (int i = 0; i < 4_000; i++) {
      all.add(
          new LogSegment(
              "plumbline.dev/log/prod", i * 10L, i * 10L + 10, List.of(0L), Instant.EPOCH, null));
    }
    for (double share : new double[] {0.01, 0.05, 0.5, 1}) {
      List<LogSegment> sample = all.stream().filter(each -> each.isSampled(share)).toList();
      assertThat(sample).containsAll(chosen).hasSizeGreaterThan(before);
      assertThat(sample.size() / 4_000.0).isBetween(share * 0.7, share * 1.3);
      chosen.addAll(sample);
      before = sample.size();
    }
    assertThat(chosen).hasSize(4_000);
  }

  static MemoryLog world(long seed, RuleSet... rules) {
    var log = new MemoryLog("plumbline.dev/log/prod");
    RecordedWorld.changing(log, seed, DECISIONS, List.of(rules));
    return log;
  }

  static SegmentDifference all(MemoryLog log, RuleChange change, TimeWindow window) {
    return sum(
        LogSegment.of(log, 0).stream()
            .map(each -> SegmentReplay.of(log, each, change, window))
            .toList());
  }

  private static SegmentDifference sum(List<SegmentDifference> parts) {
    return parts.stream().reduce(SegmentDifference.NONE, SegmentDifference::plus);
  }

  /** The same parts in another order, in other groups. */
  private static SegmentDifference grouped(List<SegmentDifference> parts, SplittableRandom random) {
    var left = new ArrayList<>(parts);
    Collections.shuffle(left, new Random(random.nextLong()));
    while (left.size() > 1) {
      int at = random.nextInt(left.size() - 1);
      left.set(at, left.get(at).plus(left.remove(at + 1)));
    }
    return left.getFirst();
  }

  private static LogSegment uncut(MemoryLog log) {
    List<LogSegment> all = LogSegment.of(log, 0);
    LogSegment first = all.getFirst();
    LogSegment last = all.getLast();
    return new LogSegment(
        first.origin(), first.from(), last.to(), first.rules(), first.begin(), last.end());
  }

  /** Neighbours joined at random: what follows a state in the middle must be the same. */
  private static List<LogSegment> joined(List<LogSegment> segments, SplittableRandom random) {
    var joined = new ArrayList<LogSegment>();
    for (LogSegment each : segments) {
      if (joined.isEmpty() || random.nextInt(5) == 0) {
        joined.add(each);
      } else {
        LogSegment before = joined.removeLast();
        var rules = new ArrayList<>(before.rules());
        each.rules().stream().filter(it -> !rules.contains(it)).forEach(rules::add);
        joined.add(
            new LogSegment(
                each.origin(), before.from(), each.to(), rules, before.begin(), each.end()));
      }
    }
    return joined;
  }

  /** Without what depends on how it was cut. */
  private static SegmentDifference without(SegmentDifference each) {
    return new SegmentDifference(
        0,
        each.decisions(),
        0,
        each.differing(),
        each.observed(),
        each.groups(),
        each.images(),
        each.deviating(),
        each.failed());
  }

  private static TimeWindow middle(Instant begin, int decisions) {
    return new TimeWindow(begin.plusSeconds(decisions * 3L), begin.plusSeconds(decisions * 7L));
  }
}
