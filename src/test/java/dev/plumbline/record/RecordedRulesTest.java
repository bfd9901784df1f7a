package dev.plumbline.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.engine.RuleSession;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.language.InvalidInputException;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.log.Entry;
import dev.plumbline.log.EntryKind;
import dev.plumbline.log.MemoryLog;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.worlds.RandomWorld;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.SortedSet;
import org.junit.jupiter.api.Test;

/** Several revisions are compiled at once, and are what they would be one after the other. */
class RecordedRulesTest {

  private static final int REVISIONS = 8;

  private static List<Entry> recorded(MemoryLog log) {
    return RecordedWorld.entries(log, EntryKind.RULES);
  }

  private static String settled(RuleSet rules) {
    try (RuleSession session = rules.newSession()) {
      RandomWorld.random(5).forEach(session::put);
      return WireForms.sha256(new EntryBodies(EntryBodies.FORM).conclusionLines(session.settle()));
    }
  }

  @Test
  void thoseThatAreCompiledAheadConcludeWhatTheOthersDo() {
    List<RuleSet> revisions = RecordedWorld.revisions(REVISIONS);
    var log = new MemoryLog("plumbline.dev/log/test");
    RecordedWorld.changing(log, 3, 150, revisions);
    List<Entry> entries = recorded(log);
    assertThat(entries).hasSizeGreaterThanOrEqualTo(REVISIONS);

    try (var rules = new RecordedRules(log, List.of())) {
      entries.forEach(rules::prepare);
      for (Entry entry : entries) {
        RuleSet set = rules.of(entry.body());
        RuleSet alone =
            revisions.stream().filter(it -> it.digest().equals(set.digest())).findFirst().get();
        assertThat(set).isNotSameAs(alone);
        assertThat(settled(set)).isEqualTo(settled(alone));
      }
      assertThat(rules.size()).isEqualTo(RecordedRules.MAX_KEPT);
    }
  }

  @Test
  void aFileThatIsTheSameIsReadOnce() {
    var log = new MemoryLog("plumbline.dev/log/test");
    RecordedWorld.changing(log, 3, 150, RecordedWorld.revisions(2));
    var entries = new RecordedEntries(log);
    List<Entry> rules = recorded(log);

    RuleFiles first = entries.rules(rules.get(0).body());
    RuleFiles next = entries.rules(rules.get(1).body());

    SortedSet<String> changed = next.differences(first);
    assertThat(changed).hasSize(1);
    // Another reading would give another object.
    assertThat(next.all())
        .allSatisfy(
            (name, text) -> {
              if (!changed.contains(name)) {
                assertThat(text).isSameAs(first.text(name));
              }
            });
    assertThat(next.digest()).isEqualTo(RuleFiles.of(next.all()).digest());
  }

  @Test
  void whatIsWrongWithThemIsSaidWhenTheyAreUsed() {
    RuleSet shipped = Evaluation.with(RuleFiles.shipped()).rules();
    var log = new MemoryLog("plumbline.dev/log/test");
    RecordedWorld.changing(log, 3, 10, List.of(shipped));
    ObjectNode recorded = recorded(log).getFirst().body();
    ObjectNode other = recorded.deepCopy().put("digest", "0".repeat(64));
    String text = "rule \"unfinished\" when";
    String object = log.store(text.getBytes(StandardCharsets.UTF_8));
    ObjectNode broken =
        recorded.deepCopy().put("digest", shipped.files().with("drift.drl", text).digest());
    broken.withObject("/files").put("drift.drl", object);

    try (var rules = new RecordedRules(log, List.of())) {
      for (ObjectNode body : List.of(other, broken, recorded)) {
        rules.prepare(new Entry(0, Instant.EPOCH, EntryKind.RULES, "", body));
      }
      assertThatThrownBy(() -> rules.of(other))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("not " + "0".repeat(64));
      assertThatThrownBy(() -> rules.of(broken))
          .isInstanceOf(InvalidInputException.class)
          .hasMessageContaining("drift.drl:1:");
      assertThat(rules.of(recorded).digest()).isEqualTo(shipped.digest());
    }
  }
}
