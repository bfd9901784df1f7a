package dev.plumbline.cli.demo;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Pauses for reading; Enter or space continues. */
final class ReadingPace implements AutoCloseable {

  private static final Duration MIN_PAUSE = Duration.ofMillis(2_500);
  private static final Duration PER_LINE = Duration.ofMillis(250);
  private static final Duration POLL_INTERVAL = Duration.ofMillis(50);

  private final boolean fast;
  private final boolean keys;
  private volatile boolean stopped;

  /** With pauses, unless it is fast. */
  ReadingPace(boolean fast) {
    this.fast = fast;
    // Keys as they are pressed, not line by line; on what knows no stty, Enter does.
    this.keys = !fast && System.console() != null;
    if (keys && stty("-icanon -echo") != null) {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stty("icanon echo")));
    }
  }

  /** Waits as long as so many lines take to read, or until a key. */
  void read(int lines) {
    if (fast) {
      return;
    }
    long end = System.nanoTime() + MIN_PAUSE.plus(PER_LINE.multipliedBy(lines)).toNanos();
    try {
      while (System.nanoTime() < end && !stopped && !pressed()) {
        Thread.sleep(POLL_INTERVAL.toMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  void stop() {
    stopped = true;
  }

  boolean stopped() {
    return stopped;
  }

  boolean keys() {
    return keys;
  }

  private boolean pressed() {
    try {
      return keys
          && System.in.available() > 0
          && System.in.readNBytes(System.in.available()).length > 0;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() {
    if (keys) {
      stty("icanon echo");
    }
  }

  static int columns(int otherwise) {
    String size = System.console() == null ? null : stty("size");
    return size != null && size.matches("[0-9]+ [1-9][0-9]{1,3}")
        ? Integer.parseInt(size.substring(size.indexOf(' ') + 1))
        : otherwise;
  }

  /** The output of stty; null without a terminal or stty. */
  private static @Nullable String stty(String arguments) {
    try {
      Process process =
          new ProcessBuilder("sh", "-c", "stty " + arguments + " < /dev/tty 2> /dev/null").start();
      String answer =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
      return process.waitFor() == 0 ? answer : null;
    } catch (IOException e) {
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }
}
