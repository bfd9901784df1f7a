package dev.plumbline.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.LiveObjects;
import dev.plumbline.action.kubernetes.Cluster;
import dev.plumbline.action.plan.ClusterPlanner;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.log.DecisionLog;
import dev.plumbline.log.Entry;
import dev.plumbline.log.Entry.Draft;
import dev.plumbline.log.EntryKind;
import dev.plumbline.log.InvalidLogException;
import dev.plumbline.log.MemoryLog;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.record.EntryWriter.WriterIdentity;
import dev.plumbline.record.RecordingQueue.PendingDecision;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What was recorded follows again from the record alone. */
class ReplayTest {

  private static final RuleSet RULES = Evaluation.with(RuleFiles.shipped()).rules();
  private static final SecretMask MASKED = new SecretMask(List.of("*secret*"));

  private final List<String> told = new ArrayList<>();

  private static EntryWriter scribe(DecisionLog log) {
    return new EntryWriter(
        log, new WriterIdentity("1", "pod-1", "cluster", 100), new RevisionEventBuffer(), MASKED);
  }

  private static void record(DecisionLog log, ChangingWorld world, int decisions) {
    EntryWriter scribe = scribe(log);
    for (int i = 0; i < decisions; i++) {
      scribe.write(List.of(), List.of(new PendingDecision(world.step(), 1, true)));
    }
  }

  private Replay.Report replay(DecisionLog log) {
    return new Replay(log, told::add).run(0, Long.MAX_VALUE);
  }

  @Tag("long")
  @Test
  void thousandsOfDecisionsFollowAgain() {
    // Given: a few worlds one after the other, each by a writer of its own
    var log = new MemoryLog("plumbline.dev/log/test");
    for (long seed = 0; seed < 4; seed++) {
      try (var world = new ChangingWorld(RULES, seed)) {
        record(log, world, 600);
      }
    }
    // When
    Replay.Report report = replay(log);
    // Then
    assertThat(report.difference()).isNull();
    assertThat(report.decisions()).isEqualTo(2_400);
    assertThat(report.states()).isGreaterThan(24);
    assertThat(told).hasSize(2);
  }

  /** A log of a year has a thousand revisions, each of which takes megabytes. */
  @Test
  void fewRevisionsAreKeptHoweverManyThereAre() {
    var log = new MemoryLog("plumbline.dev/log/test");
    RecordedWorld.changing(log, 3, 150, RecordedWorld.revisions(7));

    var active = new ArrayList<Entry>();
    try (var kept = new RecordedRules(log, List.of());
        var session = new ReplaySession(log, kept, new ClusterPlanner())) {
      log.read(
          0,
          log.head().size(),
          entry -> {
            assertThat(session.take(entry)).isNull();
            assertThat(kept.size()).isLessThanOrEqualTo(RecordedRules.MAX_KEPT);
            if (entry.kind() == EntryKind.RULES) {
              active.add(entry);
            }
            return true;
          });
      assertThat(kept.size()).isEqualTo(RecordedRules.MAX_KEPT);
    }
    assertThat(active).hasSizeGreaterThan(2 * RecordedRules.MAX_KEPT);
  }

  @Test
  void whatFollowsAfterIdleTimeFollowsAgain() {
    // Given: only what changes more than the time is recorded
    var log = new MemoryLog("plumbline.dev/log/test");
    try (var world = new ChangingWorld(RULES, 11)) {
      EntryWriter scribe = scribe(log).idleEvery(Duration.ofDays(400));
      for (int i = 0; i < 600; i++) {
        scribe.write(List.of(), List.of(new PendingDecision(world.step(), 1, true)));
      }
    }
    // When
    Replay.Report report = replay(log);
    // Then
    assertThat(report.difference()).isNull();
    assertThat(report.decisions()).isBetween(100L, 599L);
  }

  @Test
  void itBeginsAtTheStateBeforeAndEndsWhereItShould() {
    var log = new MemoryLog("plumbline.dev/log/test");
    try (var world = new ChangingWorld(RULES, 7)) {
      record(log, world, 350);
    }
    var replay = new Replay(log, told::add);
    // When
    Replay.Report report = replay.run(250, 300);
    // Then
    assertThat(report.difference()).isNull();
    assertThat(report.first()).isBetween(150L, 250L);
    assertThat(report.end()).isEqualTo(300);
    assertThat(report.decisions()).isBetween(50L, 150L);
    assertThat(replay.at(Instant.parse("2026-11-20T00:00:00Z"))).isZero();
    assertThat(replay.at(Instant.parse("2027-01-01T00:00:00Z"))).isEqualTo(log.head().size());
  }

  @Test
  void otherRulesMidwayComeFromTheLogAlone() {
    // Given: a rule set without a rule file, which is not what ships
    RuleSet fewer =
        Evaluation.with(
                RuleFiles.of(
                    RuleFiles.shipped()
                        .with("launch-loop.drl", null)
                        .with("launch-loop.scenarios.yaml", null)
                        .all()))
            .rules();
    var log = new MemoryLog("plumbline.dev/log/test");
    try (var world = new ChangingWorld(RULES, 3)) {
      EntryWriter scribe = scribe(log);
      for (int i = 0; i < 90; i++) {
        if (i == 30) {
          world.rules(fewer);
        } else if (i == 60) {
          world.rules(RULES);
        }
        scribe.write(List.of(), List.of(new PendingDecision(world.step(), 1, true)));
      }
    }
    // When
    Replay.Report report = replay(log);
    // Then
    assertThat(report.difference()).isNull();
    assertThat(report.decisions()).isEqualTo(90);
    var hows = new ArrayList<String>();
    log.read(
        0,
        log.head().size(),
        entry -> {
          if (entry.kind() == EntryKind.RULES) {
            hows.add(entry.body().path("how").asText());
          }
          return true;
        });
    assertThat(hows).containsExactly("first", "activated", "rolled-back");
  }

  @Test
  void anotherTimeZoneAndLanguageMakeNoDifference() {
    var log = new MemoryLog("plumbline.dev/log/test");
    try (var world = new ChangingWorld(RULES, 11)) {
      record(log, world, 120);
    }
    TimeZone zone = TimeZone.getDefault();
    Locale locale = Locale.getDefault();
    try {
      TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Chatham"));
      Locale.setDefault(Locale.forLanguageTag("tr-TR-u-nu-arab"));
      // When
      Replay.Report report = replay(log);
      // Then
      assertThat(report.difference()).isNull();
      assertThat(report.decisions()).isEqualTo(120);
    } finally {
      TimeZone.setDefault(zone);
      Locale.setDefault(locale);
    }
  }

  @Test
  void theFirstDifferenceIsNamedInFull() {
    // Given: a log in which one conclusion says something else
    var log = new MemoryLog("plumbline.dev/log/test");
    try (var world = new ChangingWorld(RULES, 5)) {
      record(log, world, 60);
    }
    var forged = new Forged(log);
    long place = forged.change(Forged::rule);
    // When
    Replay.Report report = replay(forged.copy);
    // Then
    assertThat(report.differs()).isEqualTo(place);
    assertThat(report.difference()).contains("recorded").contains("replayed").contains("FORGED");
  }

  @Test
  void waiversAreComparedToo() {
    // Given: a log in which a decision names a waiver that nothing lifted
    var log = new MemoryLog("plumbline.dev/log/test");
    try (var world = new ChangingWorld(RULES, 5)) {
      record(log, world, 60);
    }
    var forged = new Forged(log);
    long place = forged.change(Forged::waiver);
    // When
    Replay.Report report = replay(forged.copy);
    // Then
    assertThat(report.differs()).isEqualTo(place);
    assertThat(report.difference())
        .isEqualTo("waivers\n  recorded [\"FORGED\"]\n  replayed nothing");
  }

  @Test
  void plansAreComparedToo() {
    // Given: a log in which an action is planned that does not follow
    var log = new MemoryLog("plumbline.dev/log/test");
    try (var world = new ChangingWorld(RULES, 11)) {
      record(log, world, 60);
    }
    assertThat(replay(log).plans()).isEqualTo(60);
    var forged = new Forged(log);
    long place = forged.change(Forged::action);
    // When
    Replay.Report report = replay(forged.copy);
    // Then
    assertThat(report.differs()).isEqualTo(place);
    assertThat(report.difference()).startsWith("actions\n  recorded ").contains("FORGED");
  }

  @Test
  void theObjectsThatPlansAreMadeFromAreInTheLogWithoutSecrets() {
    // Given: a node class with user data, and an annotation that may be secret
    ObjectNode object = Cluster.nodeClass("default");
    object.withObject("/spec").put("userData", "hunter2");
    object.withObject("/metadata/annotations").put("x/secret", "hunter2");
    object.withObject("/metadata").put("resourceVersion", "7");
    var live = new LiveObjects(Map.of(Cluster.ref(object), object));
    var log = new MemoryLog("plumbline.dev/log/test");
    try (var world = new ChangingWorld(RULES, 1).with(live)) {
      record(log, world, 1);
    }
    // When
    var entries = new ArrayList<String>();
    log.read(
        0,
        log.head().size(),
        entry -> {
          if (entry.kind() == EntryKind.STATE) {
            byte[] lines = log.object(entry.body().path("objects").asText());
            entries.add(new String(lines, StandardCharsets.UTF_8));
          }
          return true;
        });
    // Then
    assertThat(entries).hasSize(1);
    assertThat(entries.getFirst())
        .contains("\"userData\":\"sha256:")
        .contains("\"x/secret\":\"***\"")
        .doesNotContain("hunter2", "resourceVersion");
    assertThat(replay(log).difference()).isNull();
  }

  @Test
  void whoRecordedItIsToldInOrder() {
    var log = new MemoryLog("plumbline.dev/log/test");
    try (var world = new ChangingWorld(RULES, 5)) {
      record(log, world, 3);
    }
    assertThat(replay(log).recordedBy()).containsExactly("1");
  }

  @Test
  void aLogWithoutAStateCannotBeReplayed() {
    assertThatThrownBy(() -> replay(new MemoryLog("plumbline.dev/log/test")))
        .isInstanceOf(InvalidLogException.class)
        .hasMessageContaining("no state is recorded");
  }

  /** A copy of a log with something changed. */
  private static final class Forged {
    private final MemoryLog log;
    private final MemoryLog copy = new MemoryLog("plumbline.dev/log/test");
    private long place = -1;

    Forged(MemoryLog log) {
      this.log = log;
    }

    static boolean rule(ObjectNode body) {
      boolean there = body.at("/conclusions/added/0/because/0") instanceof ObjectNode;
      if (there) {
        ((ObjectNode) body.at("/conclusions/added/0/because/0")).put("rule", "FORGED");
      }
      return there;
    }

    static boolean waiver(ObjectNode body) {
      boolean there = body.has("number") && body.has("spans") && !body.has("waivers");
      if (there) {
        body.putArray("waivers").add("FORGED");
      }
      return there;
    }

    static boolean action(ObjectNode body) {
      boolean there = body.at("/actions/planned/0") instanceof ObjectNode;
      if (there) {
        ((ObjectNode) body.at("/actions/planned/0")).put("held", "FORGED");
      }
      return there;
    }

    long change(Predicate<ObjectNode> forgery) {
      log.read(
          0,
          log.head().size(),
          entry -> {
            ObjectNode body = entry.body().deepCopy();
            keep(body);
            if (place < 0 && entry.sequence() > 20 && forgery.test(body)) {
              place = entry.sequence();
            }
            append(entry, body);
            return true;
          });
      return place;
    }

    private void append(Entry entry, ObjectNode body) {
      long unused = copy.append(List.of(new Draft(entry.at(), entry.kind(), body)));
    }

    private void keep(com.fasterxml.jackson.databind.JsonNode node) {
      if (node.isTextual() && node.textValue().startsWith("sha256:")) {
        String unused = copy.store(log.object(node.textValue()));
      }
      node.forEach(this::keep);
    }
  }
}
