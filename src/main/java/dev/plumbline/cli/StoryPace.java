package dev.plumbline.cli;

import java.io.IOException;
import java.time.Duration;

/** Leaves time to read; whoever has read presses Enter or space. */
final class StoryPace implements AutoCloseable {

  private static final Duration LEAST = Duration.ofMillis(2_500);
  private static final Duration LINE = Duration.ofMillis(250);
  private static final Duration LOOK = Duration.ofMillis(50);

  private final boolean fast;
  private final boolean keys;
  private volatile boolean stopped;
  private final Thread restore = new Thread(() -> Stty.set("icanon echo"));

  /** With pauses, unless it is fast. */
  StoryPace(boolean fast) {
    this.fast = fast;
    // Keys as they are pressed, not line by line; on what knows no stty, Enter does.
    this.keys = !fast && System.console() != null;
    if (keys && Stty.set("-icanon -echo")) {
      Runtime.getRuntime().addShutdownHook(restore);
    }
  }

  /** Waits as long as so many lines take to read, or until a key. */
  void read(int lines) {
    if (fast) {
      return;
    }
    long end = System.nanoTime() + LEAST.plus(LINE.multipliedBy(lines)).toNanos();
    try {
      while (System.nanoTime() < end && !stopped && !pressed()) {
        Thread.sleep(LOOK.toMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Leaves no more time. */
  void stop() {
    stopped = true;
  }

  /** Whether it was told to stop. */
  boolean stopped() {
    return stopped;
  }

  /** Whether somebody may press a key. */
  boolean keys() {
    return keys;
  }

  private boolean pressed() {
    try {
      if (!keys || System.in.available() == 0) {
        return false;
      }
      return System.in.readNBytes(System.in.available()).length > 0;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() {
    if (keys) {
      Stty.set("icanon echo");
    }
  }
}
