package dev.plumbline.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.LiveObjects;
import dev.plumbline.backtest.LogSegment;
import dev.plumbline.backtest.RuleChange;
import dev.plumbline.backtest.SegmentDifference;
import dev.plumbline.backtest.SegmentReplay;
import dev.plumbline.backtest.TimeWindow;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.log.DecisionLog;
import dev.plumbline.log.Entry;
import dev.plumbline.log.Entry.Draft;
import dev.plumbline.log.EntryKind;
import dev.plumbline.log.InvalidLogException;
import dev.plumbline.log.MemoryLog;
import dev.plumbline.log.store.FolderLog;
import dev.plumbline.log.store.FolderLog.LogSettings;
import dev.plumbline.log.store.LogFolder;
import dev.plumbline.log.store.Segment;
import dev.plumbline.log.verify.Verdict;
import dev.plumbline.log.verify.Verification;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.record.EntryWriter.WriterIdentity;
import dev.plumbline.record.RecordingQueue.PendingDecision;
import dev.plumbline.worlds.RandomWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Settlements in which only time passed have no entry, and yet each can be settled again. */
@Tag("long")
class SkippedSettlementsTest {

  private static final RuleFiles FILES = RuleFiles.shipped();
  private static final RuleSet RULES = Evaluation.with(FILES).rules();
  private static final JsonMapper JSON = new JsonMapper();
  private static final Instant BEGIN = Instant.parse("2026-09-01T00:00:00Z");
  private static final int SETTLEMENTS = 400;
  private static final Duration TICK = Duration.ofMinutes(1);

  private static SourceStatus status(String source, Instant at) {
    return new SourceStatus(source, "synced", "List", null, BEGIN, at, 0, 3, 0);
  }

  private static SortedMap<String, List<Fact>> facts(Instant time, Instant images, Instant nodes) {
    var facts = new TreeMap<String, List<Fact>>();
    facts.put("EvaluationTime", List.of(new EvaluationTime(time)));
    facts.put("SourceStatus", List.of(status("images", images), status("nodes", nodes)));
    return facts;
  }

  @Test
  void regularTimesTakeOneLineEach() {
    var skipped = new SkippedSettlements(facts(BEGIN, BEGIN, BEGIN));
    for (int i = 1; i <= 59; i++) {
      Instant now = BEGIN.plusSeconds(10L * i);
      skipped.add(facts(now, BEGIN.plusSeconds(i / 6 * 60L), BEGIN));
    }
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    skipped.write(body);
    assertThat(body.toString())
        .isEqualTo(
            """
            {"skipped":{"settlements":59,"times":{"EvaluationTime":[[1,"PT10S",59]],\
            "SourceStatus/images":[[6,"PT1M",9]]}}}""");
  }

  @Test
  void anyTimesAreReadAsTheyWere() {
    for (int seed = 0; seed < 500; seed++) {
      var random = new SplittableRandom(seed);
      Instant time = BEGIN;
      Instant images = BEGIN.plusNanos(random.nextInt());
      Instant nodes = BEGIN;
      SortedMap<String, List<Fact>> recorded = facts(time, images, nodes);
      var skipped = new SkippedSettlements(recorded);
      var expected = new ArrayList<List<Fact>>();
      for (int i = 0, n = 1 + random.nextInt(40); i < n; i++) {
        var changed = new ArrayList<Fact>();
        if (random.nextInt(5) > 0) {
          time = time.plusSeconds(random.nextInt(8) == 0 ? -7 : 10);
          changed.add(new EvaluationTime(time));
        }
        if (random.nextInt(6) == 0) {
          images = images.plusNanos(1 + random.nextLong(1L << 40));
          changed.add(status("images", images));
        }
        if (i % 6 == 5) {
          nodes = nodes.plusSeconds(60);
          changed.add(status("nodes", nodes));
        }
        skipped = random.nextBoolean() ? skipped.copy() : skipped;
        skipped.add(facts(time, images, nodes));
        expected.add(changed);
      }
      ObjectNode body = JsonNodeFactory.instance.objectNode();
      skipped.write(body);
      // When
      List<List<Fact>> read =
          SkippedSettlements.in(body, recorded.values().stream().flatMap(List::stream).toList());
      // Then
      assertThat(read).as("seed " + seed).isEqualTo(expected);
      assertThat(SkippedSettlements.count(body)).isEqualTo(expected.size());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{settlements: 0}|skipped: 0 is not a number of settlements",
        "{times: {}}|skipped:  is not a number of settlements",
        "{settlements: 2, times: {EvaluationTime: [[1, PT10S, 3]]}}|EvaluationTime changes in"
            + " settlement 3 of 2",
        "{settlements: 2, times: {EvaluationTime: [[0, PT10S, 1]]}}|is not [settlements, duration,"
            + " times]",
        "{settlements: 2, times: {EvaluationTime: [[1, ten, 1]]}}|is not [settlements, duration,"
            + " times]",
        "{settlements: 2, times: {SourceStatus/pods: [[1, PT1S, 1]]}}|SourceStatus/pods has no"
            + " time before",
      })
  void whatCannotHaveBeenIsRejected(String skipped, String why) throws Exception {
    String quoted = skipped.replaceAll("([A-Za-z/][A-Za-z/0-9]*)", "\"$1\"");
    JsonNode body = JSON.readTree("{\"skipped\":" + quoted + "}");
    List<Fact> recorded = List.of(new EvaluationTime(BEGIN), status("images", BEGIN));
    assertThatThrownBy(() -> SkippedSettlements.in(body, recorded))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }

  private static EntryWriter writer(DecisionLog log, Duration idleEvery) {
    return new EntryWriter(
            log,
            new WriterIdentity("1", "pod-1", "cluster", 40),
            new RevisionEventBuffer(),
            new SecretMask(List.of("*secret*")))
        .idleEvery(idleEvery);
  }

  /**
   * A random world, of which mostly the time changes: what the loop publishes goes to each log.
   *
   * @return how many settlements
   */
  @SafeVarargs
  private static long record(long seed, Consumer<HostSnapshot>... logs) {
    var random = new SplittableRandom(seed);
    var others = new ArrayList<Fact>();
    for (long each = seed; each < seed + 4; each++) {
      others.addAll(RandomWorld.random(each));
    }
    others.removeIf(fact -> fact instanceof EvaluationTime || fact instanceof SourceStatus);
    var facts = new ArrayList<>(RandomWorld.random(seed));
    facts.removeIf(fact -> fact instanceof EvaluationTime || fact instanceof SourceStatus);
    Instant now = BEGIN;
    // Without objects: the status that is planned for a verdict has the time until it is written.
    try (var world = new ChangingWorld(RULES, facts).with(LiveObjects.NONE)) {
      world.put(new EvaluationTime(now));
      List<String> sources = List.of("images", "instance-types", "nodes", "node-claims");
      sources.forEach(source -> world.put(status(source, BEGIN)));
      for (int i = 0; i < SETTLEMENTS; i++) {
        if (random.nextInt(25) == 0) {
          Fact fact = others.get(random.nextInt(others.size()));
          if (random.nextInt(3) == 0) {
            world.remove(fact);
          } else {
            world.put(fact);
          }
        } else if (random.nextInt(20) > 0) {
          now = now.plus(TICK);
          world.put(new EvaluationTime(now));
        }
        if (i % 4 == 0) {
          world.put(status(sources.get(random.nextInt(sources.size())), now));
        }
        HostSnapshot live = at(world.settle(), now);
        for (Consumer<HostSnapshot> log : logs) {
          log.accept(live);
        }
      }
    }
    return SETTLEMENTS;
  }

  private static HostSnapshot at(HostSnapshot live, Instant at) {
    return new HostSnapshot(
        live.sequence(),
        at,
        live.facts(),
        live.objects(),
        live.rules(),
        live.settlement(),
        live.plan(),
        live.gates(),
        live.outcomes(),
        live.leader());
  }

  private static Consumer<HostSnapshot> to(EntryWriter writer) {
    return live -> writer.write(List.of(), List.of(new PendingDecision(live, 1, true)));
  }

  private static List<Entry> decisions(MemoryLog log) {
    return RecordedWorld.entries(log, EntryKind.DECISION);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void eachIsCountedAndNothingChangesInIt(long seed) {
    // Given
    var log = new MemoryLog("plumbline.dev/log/test");
    EntryWriter writer = writer(log, Duration.ofHours(1));
    long settlements = record(seed, to(writer));
    writer.end(List.of(), BEGIN.plus(TICK.multipliedBy(SETTLEMENTS)), true);
    // When
    Replay.Report report = new Replay(log, line -> {}).everySettlement().run(0, Long.MAX_VALUE);
    // Then
    assertThat(report.difference()).isNull();
    List<Entry> decisions = decisions(log);
    long skipped =
        decisions.stream().mapToLong(entry -> SkippedSettlements.count(entry.body())).sum();
    assertThat(report.untold()).isZero();
    assertThat(report.skipped()).isEqualTo(skipped).isGreaterThan(SETTLEMENTS / 3);
    assertThat(decisions.size() + skipped).isEqualTo(settlements);
    assertThat(decisions.stream().mapToLong(entry -> entry.body().path("spans").asLong()).sum())
        .isEqualTo(settlements);
    assertThat(new Replay(log, line -> {}).run(0, Long.MAX_VALUE).difference()).isNull();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void otherRulesDifferAsInALogThatHasThemAll(long seed) {
    // Given: the same settlements in two logs, one with an entry for each
    var all = new MemoryLog("plumbline.dev/log/test");
    var some = new MemoryLog("plumbline.dev/log/test");
    List<EntryWriter> writers =
        List.of(writer(all, Duration.ZERO), writer(some, Duration.ofHours(1)));
    record(seed, to(writers.getFirst()), to(writers.getLast()));
    writers.forEach(it -> it.end(List.of(), BEGIN.plus(TICK.multipliedBy(SETTLEMENTS)), true));
    assertThat(decisions(some).size()).isLessThan(decisions(all).size() / 2);
    for (String parameters :
        List.of(
            "ami.minimumAge: 50h\n",
            "ami.minimumAge: 60d\n",
            "gates.staleAfter: {images: 20m, nodes: 90m}\n")) {
      var change = RuleChange.to(Evaluation.with(overlaid(parameters)));
      // When
      SegmentDifference expected = backtest(all, change);
      SegmentDifference found = backtest(some, change);
      // Then
      assertThat(found.failed()).isEmpty();
      assertThat(totals(found)).as(parameters).isEqualTo(totals(expected));
      assertThat(found.decisions()).isEqualTo(SETTLEMENTS);
    }
  }

  private static RuleFiles overlaid(String parameters) {
    return FILES.with("parameters.yaml", parameters);
  }

  private static SegmentDifference backtest(MemoryLog log, RuleChange change) {
    return LogSegment.of(log, 0).stream()
        .map(each -> SegmentReplay.of(log, each, change, TimeWindow.ALL))
        .reduce(SegmentDifference.NONE, SegmentDifference::plus);
  }

  /** Without the numbers of segments and entries, of which there are more in one. */
  private static JsonNode totals(SegmentDifference difference) {
    ObjectNode json = difference.json();
    json.remove(List.of("segments", "settled", "observedMilliseconds"));
    json.path("differences").forEach(each -> ((ObjectNode) each).remove("evidence"));
    return json;
  }

  @Test
  void aCountThatWasAlteredAndSignedAgainIsFound() {
    var log = new MemoryLog("plumbline.dev/log/test");
    record(1, to(writer(log, Duration.ofHours(1))));
    // When
    MemoryLog none = forged(log, skipped -> {}, body -> body.remove("skipped"));
    MemoryLog fewer = forged(log, skipped -> {}, body -> add(body, -1));
    MemoryLog more = forged(log, skipped -> add(skipped, 90), body -> {});
    MemoryLog less = forged(log, skipped -> skipped.put("settlements", 1), body -> {});
    // Then
    Replay.Report every = new Replay(none, line -> {}).everySettlement().run(0, Long.MAX_VALUE);
    assertThat(every.difference()).isNull(); // they may have been recorded as one
    assertThat(every.untold()).isPositive();
    assertThat(replay(fewer).difference()).startsWith("spans\n  recorded ");
    assertThat(replay(more).difference()).startsWith("spans\n  recorded ");
    assertThatThrownBy(() -> replay(less))
        .isInstanceOf(InvalidLogException.class)
        .hasMessageContaining("skipped: EvaluationTime changes in settlement 2 of 1");
  }

  @Test
  void aCountThatWasAlteredInItsFileIsFound(@TempDir Path folder) throws IOException {
    // Given
    var settings = new LogSettings(LogSettings.origin("test"), null, 1 << 24, Duration.ofDays(9));
    try (FolderLog log = FolderLog.open(folder, settings, Clock.systemUTC())) {
      record(1, to(writer(log, Duration.ofHours(1))));
    }
    assertThat(new Verification(new LogFolder(folder), null, null).run().fault()).isNull();
    Path lines = folder.resolve(new Segment(0).lines());
    String text = Files.readString(lines);
    Matcher count = Pattern.compile("\"settlements\":\\d").matcher(text);
    assertThat(count.find()).isTrue();
    long entry = text.substring(0, count.start()).chars().filter(c -> c == '\n').count();
    // When
    char other = text.charAt(count.end() - 1) == '9' ? '8' : '9';
    Files.writeString(
        lines, text.substring(0, count.end() - 1) + other + text.substring(count.end()));
    // Then
    Verdict.Fault fault = new Verification(new LogFolder(folder), null, null).run().fault();
    assertThat(fault).isNotNull();
    assertThat(fault.place()).contains("entry " + entry);
  }

  @Test
  void theLastIsAnEntryBeforeOtherRulesAndBeforeTheEnd() {
    // Given
    RuleSet fewer =
        Evaluation.with(
                FILES.with("launch-loop.drl", null).with("launch-loop.scenarios.yaml", null))
            .rules();
    var log = new MemoryLog("plumbline.dev/log/test");
    EntryWriter writer = writer(log, Duration.ofHours(1));
    try (var world = new ChangingWorld(RULES, List.of(new EvaluationTime(BEGIN)))) {
      for (int i = 0; i < 12; i++) {
        if (i == 6) {
          world.rules(fewer);
        }
        world.put(new EvaluationTime(BEGIN.plusSeconds(10L * i)));
        to(writer).accept(at(world.settle(), BEGIN.plusSeconds(10L * i)));
      }
    }
    // When
    writer.end(List.of(), BEGIN.plusSeconds(110), true);
    // Then
    var kinds = new ArrayList<String>();
    log.read(0, log.head().size(), entry -> kinds.add(entry.kind().wire()));
    assertThat(kinds)
        .containsExactly(
            "start",
            "leader",
            "rules",
            "state",
            "decision",
            "decision",
            "rules",
            "decision",
            "state",
            "decision",
            "leader",
            "stop");
    assertThat(decisions(log))
        .extracting(
            entry -> entry.body().path("number").asInt(),
            entry -> entry.body().path("spans").asInt(),
            entry -> SkippedSettlements.count(entry.body()))
        .containsExactly(tuple(1, 1, 0), tuple(6, 5, 4), tuple(7, 1, 0), tuple(12, 5, 4));
    Replay.Report report = new Replay(log, line -> {}).everySettlement().run(0, Long.MAX_VALUE);
    assertThat(report.difference()).isNull();
    assertThat(report.skipped()).isEqualTo(8);
  }

  @Test
  void timesAtWhichSomethingWouldHaveChangedAreFound() {
    var log = new MemoryLog("plumbline.dev/log/test");
    record(1, to(writer(log, Duration.ofHours(1))));
    // When: one of the settlements is said to have been years later
    MemoryLog forged =
        forged(
            log,
            skipped ->
                ((ObjectNode) skipped.path("times"))
                    .putArray("EvaluationTime")
                    .addArray()
                    .add(1)
                    .add("PT90000H")
                    .add(1));
    // Then
    assertThat(replay(forged).difference()).isNull();
    assertThat(new Replay(forged, line -> {}).everySettlement().run(0, Long.MAX_VALUE).difference())
        .startsWith("settlement 1 of ")
        .contains(" without an entry, ");
  }

  @Test
  void whatCannotBeReadIsNamedByItsEntry() {
    var log = new MemoryLog("plumbline.dev/log/test");
    record(1, to(writer(log, Duration.ofHours(1))));
    MemoryLog forged = forged(log, skipped -> skipped.put("settlements", 0));
    assertThatThrownBy(() -> replay(forged))
        .isInstanceOf(InvalidLogException.class)
        .hasMessageMatching("entry \\d+: skipped: 0 is not a number of settlements");
  }

  private static void add(ObjectNode node, int more) {
    String field = node.has("spans") ? "spans" : "settlements";
    node.put(field, node.path(field).asInt() + more);
  }

  private static Replay.Report replay(MemoryLog log) {
    return new Replay(log, line -> {}).run(0, Long.MAX_VALUE);
  }

  private static MemoryLog forged(MemoryLog log, Consumer<ObjectNode> skipped) {
    return forged(log, skipped, body -> {});
  }

  /** A copy in which the first decision with skipped settlements is another one. */
  private static MemoryLog forged(
      MemoryLog log, Consumer<ObjectNode> skipped, Consumer<ObjectNode> body) {
    var copy = new MemoryLog("plumbline.dev/log/test");
    boolean[] done = {false};
    log.read(
        0,
        log.head().size(),
        entry -> {
          ObjectNode changed = entry.body().deepCopy();
          keep(changed, log, copy);
          if (!done[0] && SkippedSettlements.count(changed) > 1) {
            skipped.accept((ObjectNode) changed.path("skipped"));
            body.accept(changed);
            done[0] = true;
          }
          long unused = copy.append(List.of(new Draft(entry.at(), entry.kind(), changed)));
          return true;
        });
    assertThat(done[0]).isTrue();
    return copy;
  }

  private static void keep(JsonNode node, MemoryLog log, MemoryLog copy) {
    if (node.isTextual() && node.textValue().startsWith("sha256:")) {
      String unused = copy.store(log.object(node.textValue()));
    }
    node.forEach(each -> keep(each, log, copy));
  }
}
