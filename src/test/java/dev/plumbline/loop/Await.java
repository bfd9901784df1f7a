package dev.plumbline.loop;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what another thread does, for as long as it may take on a busy machine. */
public final class Await {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private Await() {}

  /** Returns once {@code condition} holds; fails with {@code what} when it never does. */
  public static void until(String what, BooleanSupplier condition) {
    until(PATIENCE, what, condition);
  }

  /** The same with another patience: for a process of its own, which may have a JVM to start. */
  public static void until(Duration patience, String what, BooleanSupplier condition) {
    long end = System.nanoTime() + patience.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("still waiting until " + what);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }
}
