package dev.plumbline.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StderrTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "/dev/pts/0, true",
    "/dev/tty1, true",
    "/dev/ttyS0, true",
    "/dev/console, true",
    "/dev/null, false",
    "/var/log/plumbline.log, false",
    "pipe:[4711], false",
    "socket:[4711], false"
  })
  void aTerminalIsADeviceOfOne(String target, boolean terminal) throws IOException {
    Path descriptor = Files.createSymbolicLink(folder.resolve("2"), Path.of(target));

    assertThat(Stderr.isTerminal(descriptor)).isEqualTo(terminal);
  }
}
