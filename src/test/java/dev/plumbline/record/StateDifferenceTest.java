package dev.plumbline.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.log.Entry;
import dev.plumbline.log.EntryKind;
import dev.plumbline.log.Hashes;
import dev.plumbline.log.LogReader;
import dev.plumbline.log.MemoryLog;
import dev.plumbline.log.StatePart;
import dev.plumbline.log.store.StoredObjects;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.record.EntryWriter.WriterIdentity;
import dev.plumbline.record.RecordingQueue.PendingDecision;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** States that are kept as differences are whole to everyone who reads them. */
class StateDifferenceTest {

  private static final RuleSet RULES = Evaluation.with(RuleFiles.shipped()).rules();

  private final MemoryLog log = new MemoryLog("plumbline.dev/log/test");

  private EntryWriter writer() {
    return new EntryWriter(
        log,
        new WriterIdentity("1", "pod-1", "cluster", 10),
        new RevisionEventBuffer(),
        new SecretMask(List.of("*secret*")));
  }

  private List<Entry> states() {
    return RecordedWorld.entries(log, EntryKind.STATE);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void eachIsWhatWasTrueThen(long seed) {
    // Given
    var lives = new ArrayList<HostSnapshot>();
    try (var world = new ChangingWorld(RULES, seed)) {
      EntryWriter writer = writer();
      for (int i = 0; i < 120; i++) {
        HostSnapshot live = world.step();
        int before = states().size();
        writer.write(List.of(), List.of(new PendingDecision(live, 1, true)));
        if (states().size() > before) {
          lives.add(live);
        }
      }
    }
    // When
    List<Entry> states = states();
    // Then
    var bodies = new EntryBodies(EntryBodies.FORM);
    assertThat(states).hasSize(lives.size()).hasSizeGreaterThan(10);
    for (int i = 0; i < states.size(); i++) {
      ObjectNode body = states.get(i).body();
      HostSnapshot live = lives.get(i);
      assertThat(StatePart.FACTS.text(log, body))
          .isEqualTo(
              EntryBodies.factLines(
                  live.facts().values().stream().flatMap(Collection::stream).toList()));
      assertThat(StatePart.CONCLUSIONS.text(log, body))
          .isEqualTo(bodies.conclusionLines(live.settlement()));
      for (StatePart part : StatePart.values()) {
        assertThat(body.path(part.digest()).asText())
            .isEqualTo(Hashes.hex(Hashes.of(part.text(log, body))));
        if (body.has(part.base())) {
          assertThat(StoredObjects.namedIn(body))
              .as("what it needs is named, so that it is verified, uploaded and retained")
              .contains(body.path(part.field()).asText(), body.path(part.base()).asText());
        }
      }
    }
    assertThat(states)
        .anyMatch(state -> state.body().has("factsBase"))
        .anyMatch(state -> state.body().has("conclusionsBase"));
    assertThat(states.getFirst().body().has("factsBase")).isFalse();
    assertThat(new Replay(log, line -> {}).run(0, Long.MAX_VALUE).difference()).isNull();
  }

  @Test
  void afterAWeekItIsWholeAgain() {
    try (var world = new ChangingWorld(RULES, 1)) {
      EntryWriter writer = writer();
      HostSnapshot live = world.step();
      for (int day = 0; day < 20; day++) {
        for (int i = 0; i < 10; i++) {
          writer.write(
              List.of(), List.of(new PendingDecision(at(live, Duration.ofDays(day)), 1, true)));
        }
      }
    }
    var whole =
        states().stream()
            .skip(1) // what a writer begins with
            .map(state -> !state.body().has("factsBase"))
            .toList();
    assertThat(whole).hasSize(20);
    for (int day = 0; day < 20; day++) {
      // What has not changed is the same object, whole or not.
      assertThat(whole.get(day)).as("day " + day).isEqualTo(day % 7 == 0 && day > 0);
    }
  }

  private static HostSnapshot at(HostSnapshot live, Duration later) {
    Instant at = live.at().plus(later);
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

  @Test
  void aBaseThatCannotBeReadIsNotNeeded() {
    try (var world = new ChangingWorld(RULES, 1)) {
      // Given: a copy that has discarded what older entries name
      var discarding = new Discarding(log);
      var writer =
          new EntryWriter(
              discarding,
              new WriterIdentity("1", "pod-1", "cluster", 10),
              new RevisionEventBuffer(),
              new SecretMask(List.of()));
      for (int i = 0; i < 30; i++) {
        discarding.discards = i > 10;
        writer.write(List.of(), List.of(new PendingDecision(world.step(), 1, true)));
      }
    }
    assertThat(states().getLast().body().has("factsBase")).isFalse();
    assertThat(new Replay(log, line -> {}).run(0, Long.MAX_VALUE).difference()).isNull();
  }

  @Test
  void linesThatAreNotThoseOfTheDigestAreNotRead() {
    try (var world = new ChangingWorld(RULES, 1)) {
      EntryWriter writer = writer();
      for (int i = 0; i < 30; i++) {
        writer.write(List.of(), List.of(new PendingDecision(world.step(), 1, true)));
      }
    }
    ObjectNode body =
        states().stream()
            .map(Entry::body)
            .filter(state -> state.has("factsBase"))
            .findFirst()
            .orElseThrow();
    ObjectNode forged = body.deepCopy();
    forged.put("facts", log.store(new byte[0]));

    assertThatThrownBy(() -> StatePart.FACTS.text(log, forged))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the lines of facts have the digest");
  }

  /** A log of which objects cannot be read for a while. */
  private static final class Discarding implements dev.plumbline.log.DecisionLog {
    private final MemoryLog log;
    private boolean discards;

    Discarding(MemoryLog log) {
      this.log = log;
    }

    @Override
    public LogHead head() {
      return log.head();
    }

    @Override
    public void read(long from, long to, Predicate<Entry> wanted) {
      ((LogReader) log).read(from, to, wanted);
    }

    @Override
    public byte[] object(String digest) {
      return discards ? null : log.object(digest);
    }

    @Override
    public long append(List<Entry.Draft> drafts) {
      return log.append(drafts);
    }

    @Override
    public String store(byte[] content) {
      return log.store(content);
    }

    @Override
    public void close() {
      log.close();
    }
  }
}
