package dev.plumbline.loop;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what another thread does, for as long as it may take on a busy machine. */
public final class Await {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /**
   * Between two looks, the longer the wait has been: a look may be a request, and what is waited
   * for needs the processor, too.
   */
  private static final long LEAST_PAUSE = TimeUnit.MILLISECONDS.toNanos(3);

  private static final long MOST_PAUSE = TimeUnit.MILLISECONDS.toNanos(50);

  private Await() {}

  /** Returns once {@code condition} holds; fails with {@code what} when it never does. */
  public static void until(String what, BooleanSupplier condition) {
    until(PATIENCE, what, condition);
  }

  /** The same with another patience: for a process of its own, which may have a JVM to start. */
  public static void until(Duration patience, String what, BooleanSupplier condition) {
    long begin = System.nanoTime();
    while (!condition.getAsBoolean()) {
      long waited = System.nanoTime() - begin;
      if (waited > patience.toNanos()) {
        throw new AssertionError("still waiting until " + what);
      }
      LockSupport.parkNanos(Math.clamp(waited / 8, LEAST_PAUSE, MOST_PAUSE));
    }
  }
}
