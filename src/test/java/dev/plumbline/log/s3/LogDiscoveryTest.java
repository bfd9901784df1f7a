package dev.plumbline.log.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.log.store.LogFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which folders hold logs; buckets are in {@link BucketLogTest}. */
class LogDiscoveryTest {

  @TempDir private Path folder;

  private Path log(String path) throws IOException {
    return Files.createDirectories(folder.resolve(path).resolve("segments"));
  }

  private List<String> found(String path) throws IOException {
    return LogDiscovery.in(folder.resolve(path)).stream()
        .map(LogFiles::place)
        .map(place -> folder.relativize(Path.of(place)).toString())
        .toList();
  }

  @Test
  void logItselfIsFoundAndWhatIsBelowItIsNot() throws IOException {
    log("prod/segments/below");

    assertThat(found("prod")).containsExactly("prod");
    assertThat(found("./prod")).containsExactly("prod");
  }

  @Test
  void logsAreFoundInOrderDownToThreeLevels() throws IOException {
    log("west/prod");
    log("east/aws/1/prod");
    log("east/aws/dev");
    log("a/b/c/d/too-deep");
    Files.createDirectories(folder.resolve("notes"));
    Files.writeString(folder.resolve("checkpoint-of-mine"), "");

    assertThat(found("")).containsExactly("east/aws/dev", "west/prod");
    assertThat(found("east")).containsExactly("east/aws/1/prod", "east/aws/dev");
    assertThat(found("notes")).isEmpty();
  }

  @Test
  void folderWithACheckpointAloneIsALog() throws IOException {
    Files.createDirectories(folder.resolve("dev"));
    Files.writeString(folder.resolve("dev/checkpoint"), "");

    assertThat(found("")).containsExactly("dev");
  }
}
