package dev.plumbline.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.log.store.LogFolder;
import dev.plumbline.log.store.StoredLog;
import dev.plumbline.log.verify.Verdict;
import dev.plumbline.log.verify.Verification;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Logs of earlier versions are valid, and everything in them follows again, byte by byte. */
class RecordedLogsTest {

  private static final Path LOGS = Path.of("src/test/resources/recorded-logs");

  static List<Path> logs() throws IOException {
    try (Stream<Path> all = Files.list(LOGS)) {
      return all.filter(Files::isDirectory).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("logs")
  void isValidAndFollowsAgain(Path log) {
    var files = new LogFolder(log);
    Verdict verdict = new Verification(files, null, null).run();
    assertThat(verdict.fault()).isNull();
    assertThat(verdict.warnings()).isEmpty();

    Replay.Report report = new Replay(new StoredLog(files), line -> {}).run(0, Long.MAX_VALUE);
    assertThat(report.difference()).isNull();
    assertThat(report.decisions()).isPositive();
    assertThat(report.states()).isPositive();
    assertThat(report.end()).isEqualTo(new StoredLog(files).head().size());
  }
}
