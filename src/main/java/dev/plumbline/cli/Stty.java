package dev.plumbline.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The terminal that the program was started from, as {@code stty} knows it. */
final class Stty {

  private Stty() {}

  /** Sets modes of it; false where there is no terminal, or no stty. */
  static boolean set(String modes) {
    return run(modes) != null;
  }

  /** How wide it is; {@code otherwise} where there is none that tells. */
  static int columns(int otherwise) {
    String size = System.console() == null ? null : run("size");
    return size != null && size.matches("[0-9]+ [1-9][0-9]{1,3}")
        ? Integer.parseInt(size.substring(size.indexOf(' ') + 1))
        : otherwise;
  }

  private static @Nullable String run(String words) {
    try {
      Process process =
          new ProcessBuilder("sh", "-c", "stty " + words + " < /dev/tty 2> /dev/null").start();
      String said =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
      return process.waitFor() == 0 ? said : null;
    } catch (IOException e) {
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }
}
