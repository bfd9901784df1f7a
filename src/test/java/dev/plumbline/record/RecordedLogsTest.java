package dev.plumbline.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.archive.Tar;
import dev.plumbline.log.store.LogFolder;
import dev.plumbline.log.store.StoredLog;
import dev.plumbline.log.verify.Verdict;
import dev.plumbline.log.verify.Verification;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Logs of earlier versions are valid, and everything in them follows again, byte by byte. */
class RecordedLogsTest {

  private static final Path LOGS = Path.of("src/test/resources/recorded-logs");
  private static final long MOST = 64 << 20;

  static List<Path> logs() throws IOException {
    try (Stream<Path> all = Files.list(LOGS)) {
      return all.filter(log -> !log.endsWith("README.md")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("logs")
  void isValidAndFollowsAgain(Path log, @TempDir Path temporary) throws IOException {
    var files = new LogFolder(Files.isDirectory(log) ? log : unpacked(log, temporary));
    Verdict verdict = new Verification(files, null, null).run();
    assertThat(verdict.fault()).isNull();
    assertThat(verdict.warnings()).isEmpty();

    Replay.Report report = new Replay(new StoredLog(files), line -> {}).run(0, Long.MAX_VALUE);
    assertThat(report.difference()).isNull();
    assertThat(report.decisions()).isPositive();
    assertThat(report.states()).isPositive();
    assertThat(report.end()).isEqualTo(new StoredLog(files).head().size());
  }

  private static Path unpacked(Path archive, Path folder) throws IOException {
    try (InputStream packed = Files.newInputStream(archive)) {
      for (var file : Tar.gzipped(packed, MOST).entrySet()) {
        Path to = folder.resolve(file.getKey());
        Files.createDirectories(to.getParent());
        Files.write(to, file.getValue());
      }
    }
    return folder;
  }
}
