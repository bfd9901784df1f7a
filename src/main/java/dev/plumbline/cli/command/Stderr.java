package dev.plumbline.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Whether stderr is a terminal. */
public final class Stderr {

  /** What file descriptor 2 of this process is, on Linux. */
  private static final Path STDERR = Path.of("/proc/self/fd/2");

  private static final Pattern TERMINAL = Pattern.compile("/dev/(pts/\\d+|tty\\w*|console)");

  private Stderr() {}

  /** Where the system does not say (macOS), whether stdin and stdout are. */
  public static boolean isTerminal() {
    return Files.isSymbolicLink(STDERR) ? isTerminal(STDERR) : System.console() != null;
  }

  static boolean isTerminal(Path descriptor) {
    try {
      return TERMINAL.matcher(Files.readSymbolicLink(descriptor).toString()).matches();
    } catch (IOException e) {
      return false;
    }
  }
}
