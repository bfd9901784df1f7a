package dev.plumbline.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.log.store.FolderLog;
import dev.plumbline.log.store.FolderLog.LogSettings;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host that is killed under load has done nothing that is not in its log. */
@Tag("long")
class CrashTest {

  @TempDir private Path folder;

  @Test
  void nothingWasDoneUnrecordedAndTheLogIsValid() throws Exception {
    // Given
    var kills = new Kills(folder, 42);
    // When
    for (int i = 0; i < Integer.getInteger("audit.kills", 8); i++) {
      kills.next();
    }
    // Then
    assertThat(kills.applied()).isPositive();
    var settings = new LogSettings(LogSettings.origin("crash"), null, 200_000, Duration.ofDays(1));
    try (FolderLog log = FolderLog.open(folder.resolve("log"), settings, Clock.systemUTC())) {
      Replay.Report report =
          new Replay(log, line -> {}, List.of(), CrashingHost::plan).run(0, Long.MAX_VALUE);
      assertThat(report.difference()).isNull();
      assertThat(report.decisions()).isPositive();
    }
  }
}
