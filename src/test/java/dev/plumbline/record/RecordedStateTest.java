package dev.plumbline.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.fact.Fact;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.log.EntryForm;
import dev.plumbline.log.MemoryLog;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.query.LogArchive;
import dev.plumbline.query.LogState;
import dev.plumbline.query.NodeAnswer;
import dev.plumbline.query.NodeQuestions;
import dev.plumbline.record.EntryWriter.WriterIdentity;
import dev.plumbline.record.RecordingQueue.PendingDecision;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the log says was true and followed is what was true and followed. */
class RecordedStateTest {

  private static final RuleSet RULES = Evaluation.with(RuleFiles.shipped()).rules();
  private static final int DECISIONS = 150;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 5})
  void atAnyPlaceOfTheLog(long seed) {
    // Given
    var log = new MemoryLog("plumbline.dev/log/test");
    var lives = new TreeMap<Long, HostSnapshot>();
    try (var world = new ChangingWorld(RULES, seed)) {
      var scribe =
          new EntryWriter(
              log,
              new WriterIdentity("1", "pod-1", "cluster", 40),
              new RevisionEventBuffer(),
              new SecretMask(List.of("*secret*")));
      for (int i = 0; i < DECISIONS; i++) {
        HostSnapshot live = world.step();
        scribe.write(List.of(), List.of(new PendingDecision(live, 1, true)));
        lives.put(log.head().size() - 1, live);
      }
    }
    // When
    var archive = new LogArchive(log, new RecordedFactKeys(), null, done -> {});
    // Then
    for (Map.Entry<Long, HostSnapshot> each : lives.entrySet()) {
      if (each.getKey() % 7 == 0) {
        same(archive.stateAt(each.getKey()), each.getValue());
      }
    }
    everyNodeIsAnswered(archive, lives.lastEntry().getValue());
  }

  private static void same(LogState state, HostSnapshot live) {
    var facts = new TreeMap<String, String>();
    for (List<Fact> list : live.facts().values()) {
      list.forEach(fact -> facts.put(fact.key(), text(WireForms.of(fact))));
    }
    var known = new TreeMap<String, String>();
    state.facts().forEach((key, fact) -> known.put(key, text(fact)));
    assertThat(known).isEqualTo(facts);
    // With their derivations as they are now, though internal conclusions are not recorded.
    byte[] lines = new EntryBodies(EntryBodies.FORM).conclusionLines(live.settlement());
    var concluded = new String(lines, StandardCharsets.UTF_8).lines().toList();
    var told = new ArrayList<String>();
    for (LogState.Conclusion each : state.conclusions().values()) {
      ObjectNode line = JsonNodeFactory.instance.objectNode().put("id", each.id());
      told.add(
          text(line.<ObjectNode>set("conclusion", each.fields()).set("because", each.because())));
      var premises = new ArrayList<String>();
      each.because()
          .findValues("conclusions")
          .forEach(ids -> ids.forEach(id -> premises.add(id.asText())));
      assertThat(premises).isSubsetOf(state.conclusions().keySet());
    }
    assertThat(told).containsExactlyInAnyOrderElementsOf(concluded);
  }

  private static String text(JsonNode node) {
    return new String(EntryForm.canonical(node), StandardCharsets.UTF_8);
  }

  private static void everyNodeIsAnswered(LogArchive archive, HostSnapshot live) {
    for (Fact claim : live.facts().getOrDefault("NodeClaim", List.of())) {
      NodeAnswer answer =
          new NodeQuestions(archive).ask(claim.key(), Instant.parse("2027-01-01T00:00:00Z"));
      assertThat(answer.sections()).hasSize(10);
      assertThat(answer.evidence()).isNotEmpty();
    }
  }
}
