package dev.plumbline.log.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.log.verify.Verdict;
import dev.plumbline.log.verify.Verification;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A writer that is really killed, under load, again and again. {@code -DargLine} may carry {@code
 * -Dplumbline.test.kills=200}; {@link CrashPointsTest} has every point, this has the real thing.
 */
@Tag("long")
class KillTest {

  private static final int KILLS = Integer.getInteger("plumbline.test.kills", 6);
  private static final int LOGS = 3;

  @TempDir Path folder;

  @Test
  void logIsWholeAfterEveryKill() throws IOException, InterruptedException {
    var random = new SplittableRandom(9);
    for (int kill = 0; kill < KILLS; kill++) {
      Path log = folder.resolve("log-" + kill % LOGS);
      long acknowledged = writeUntilKilled(log, 1 + random.nextInt(9), random.nextInt(200_000));
      try (FolderLog again = KilledWriter.open(log)) {
        assertThat(again.head().size())
            .as("kill %d", kill)
            .isBetween(acknowledged, acknowledged + KilledWriter.BATCH);
        assertThat(again.head().size() % KilledWriter.BATCH).isZero();
      }
      Verdict verdict = new Verification(new LogFolder(log), null, null).run();
      assertThat(verdict.fault()).as("kill %d", kill).isNull();
      assertThat(verdict.warnings()).as("kill %d", kill).isEmpty();
    }
  }

  /** Answers how many entries were acknowledged. */
  private static long writeUntilKilled(Path log, int batches, int spins)
      throws IOException, InterruptedException {
    Process writer =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "-Xmx128m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    KilledWriter.class.getName(),
                    log.toString()))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    long acknowledged = 0;
    try (var output =
        new BufferedReader(
            new InputStreamReader(writer.getInputStream(), StandardCharsets.US_ASCII))) {
      @Nullable String line = output.readLine();
      assertThat(line).as("the first batch").isNotNull();
      for (int i = 0; i < batches && line != null; i++) {
        acknowledged = Long.parseLong(line);
        line = output.readLine();
      }
      for (int i = 0; i < spins; i++) {
        Thread.onSpinWait();
      }
      writer.toHandle().destroyForcibly(); // not its stream: what it said last counts
      while (line != null) {
        acknowledged =
            line.isEmpty() ? acknowledged : Math.max(acknowledged, whole(line, acknowledged));
        line = output.readLine();
      }
    }
    writer.waitFor();
    return acknowledged;
  }

  /** The last line may be torn as well. */
  private static long whole(String line, long before) {
    long size = Long.parseLong(line);
    return size > before && size % KilledWriter.BATCH == 0 ? size : before;
  }
}
