package dev.plumbline.host.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.audit.EntryForm;
import dev.plumbline.audit.MemoryLog;
import dev.plumbline.audit.ask.Archive;
import dev.plumbline.audit.ask.NodeAnswer;
import dev.plumbline.audit.ask.NodeQuestions;
import dev.plumbline.audit.read.LogState;
import dev.plumbline.fact.Fact;
import dev.plumbline.host.Evaluation;
import dev.plumbline.host.Live;
import dev.plumbline.host.audit.EntryWriter.WriterIdentity;
import dev.plumbline.host.audit.RecordingQueue.PendingDecision;
import dev.plumbline.rule.RuleFiles;
import dev.plumbline.rule.RuleSet;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashSet;
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
    var lives = new TreeMap<Long, Live>();
    try (var world = new Worlds(RULES, seed)) {
      var scribe =
          new EntryWriter(
              log,
              new WriterIdentity("1", "pod-1", "cluster", 40),
              new RevisionEventBuffer(),
              new SecretMask(List.of("*secret*")));
      for (int i = 0; i < DECISIONS; i++) {
        Live live = world.step();
        scribe.write(List.of(), List.of(new PendingDecision(live, 1, true)));
        lives.put(log.head().size() - 1, live);
      }
    }
    // When
    var archive = new Archive(log, new RecordedKeys(), null, done -> {});
    // Then
    for (Map.Entry<Long, Live> each : lives.entrySet()) {
      if (each.getKey() % 7 == 0) {
        same(archive.stateAt(each.getKey()), each.getValue());
      }
    }
    everyNodeIsAnswered(archive, lives.lastEntry().getValue());
  }

  private static void same(LogState state, Live live) {
    var facts = new TreeMap<String, String>();
    for (List<Fact> list : live.facts().values()) {
      list.forEach(fact -> facts.put(fact.key(), text(WireForms.of(fact))));
    }
    var known = new TreeMap<String, String>();
    state.facts().forEach((key, fact) -> known.put(key, text(fact)));
    assertThat(known).isEqualTo(facts);
    var concluded = new HashSet<String>();
    live.settlement().conclusions().forEach(each -> concluded.add(text(WireForms.of(each))));
    var told = new HashSet<String>();
    state.conclusions().values().forEach(each -> told.add(text(each.fields())));
    assertThat(told).isEqualTo(concluded);
  }

  private static String text(JsonNode node) {
    return new String(EntryForm.canonical(node), StandardCharsets.UTF_8);
  }

  private static void everyNodeIsAnswered(Archive archive, Live live) {
    for (Fact claim : live.facts().getOrDefault("NodeClaim", List.of())) {
      NodeAnswer answer =
          new NodeQuestions(archive).ask(claim.key(), Instant.parse("2027-01-01T00:00:00Z"));
      assertThat(answer.sections()).hasSize(9);
      assertThat(answer.evidence()).isNotEmpty();
    }
  }
}
