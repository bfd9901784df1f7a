package dev.plumbline.backtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.backtest.Backtest.Settings;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.log.store.LogFiles;
import dev.plumbline.log.store.LogFolder;
import dev.plumbline.log.store.StoredLog;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.record.RecordedWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is found in logs while they are verified, one by one and several at a time. */
@Tag("long")
class ListedLogTest {

  private static final Evaluation SHIPPED = Evaluation.with(RuleFiles.shipped());

  /** Its rules are few, and read by few others. */
  private static final String FILE = "node-removals.drl";

  @TempDir private static Path folder;

  @BeforeAll
  static void record() {
    RuleFiles files = RuleFiles.shipped();
    String text = String.valueOf(files.text(FILE));
    List<RuleSet> rules =
        List.of(
            SHIPPED.rules(),
            Evaluation.with(files.with(FILE, text.replace("\nwhen\n", "\nwhen // other\n")))
                .rules());
    RecordedWorld.changing(folder.resolve("a"), "a", 1, 30, rules);
    RecordedWorld.changing(folder.resolve("b"), "b", 2, 20, rules);
  }

  private static StoredLog log(String name) {
    return new StoredLog(new LogFolder(folder.resolve(name)));
  }

  @Test
  void segmentsAreThoseOfTheLog() {
    for (String name : List.of("a", "b")) {
      ListedLog listed = ListedLog.of(log(name), TimeWindow.ALL, 1);

      assertThat(listed.segments()).isEqualTo(LogSegment.of(log(name), 0)).hasSizeGreaterThan(3);
      assertThat(listed.segments().stream().flatMap(each -> each.rules().stream()).distinct())
          .as("rules that were exchanged")
          .hasSizeGreaterThan(1);
      assertThat(listed.listed()).isEqualTo(listed.segments().size());
      assertThat(listed.clusters()).containsExactly(name);
    }
  }

  @Test
  void nothingIsListedOfAnAlteredLog() throws IOException {
    Path altered = folder.resolve("altered");
    try (Stream<Path> all = Files.walk(folder.resolve("a"))) {
      for (Path each : all.toList()) {
        Files.copy(each, altered.resolve(folder.resolve("a").relativize(each).toString()));
      }
    }
    Path file;
    try (Stream<Path> leaves = Files.list(altered.resolve("segments"))) {
      file = leaves.filter(each -> each.toString().endsWith(".leaves")).max(Path::compareTo).get();
    }
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 1] ^= 1;
    Files.write(file, bytes);

    ListedLog listed = ListedLog.of(log("altered"), TimeWindow.ALL, 1);

    assertThat(listed.segments()).isEmpty();
    assertThat(listed.fault().failed().first().reason()).contains("the log was ALTERED");
  }

  @Test
  void whatFailsInAnyThreadEndsTheBacktest() {
    List<LogFiles> logs = List.of(log("a").files(), log("b").files());
    RuleChange change = RuleChange.to(SHIPPED);
    for (String line : List.of("verifying " + folder.resolve("b"), "1 of ")) {
      for (int threads : List.of(1, 2)) {
        var backtest =
            new Backtest(
                change,
                new Settings(TimeWindow.ALL, 1, threads),
                each -> {
                  if (each.startsWith(line)) {
                    throw new IllegalArgumentException("no more");
                  }
                });

        assertThatThrownBy(() -> backtest.run(logs))
            .as("%s, %d threads", line, threads)
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage("no more");
      }
    }
  }
}
