package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Output as it was reviewed. {@code -Dgolden.update=true} takes the new one, to review as a diff.
 */
final class Golden {

  private Golden() {}

  static void assertSame(Path file, String actual) throws IOException {
    if (Boolean.getBoolean("golden.update")) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, actual);
    }
    assertThat(file).as("%s (update with -Dgolden.update=true)", file).exists();
    assertThat(actual).isEqualTo(Files.readString(file));
  }
}
