package dev.plumbline.cli.serve;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Ends the process when something keeps it from ending after SIGTERM or SIGINT. */
final class Termination {

  /** How long after SIGTERM the process has ended, whatever hangs. */
  static final Duration PATIENCE = Duration.ofSeconds(9);

  /** As of a process that SIGTERM ended. */
  private static final int EXIT_CODE = 143;

  private Termination() {}

  /** From now on SIGTERM and SIGINT end the process in time. */
  static void ensure() {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  Thread unused = watch(PATIENCE, Termination::halt);
                },
                "plumbline-shutdown"));
  }

  /** Calls {@code halt} after {@code patience}, on a thread that keeps no process alive. */
  static Thread watch(Duration patience, Runnable halt) {
    return Thread.ofPlatform()
        .daemon()
        .name("plumbline-termination")
        .start(
            () -> {
              long end = System.nanoTime() + patience.toNanos();
              for (long left = patience.toNanos(); left > 0; left = end - System.nanoTime()) {
                LockSupport.parkNanos(left);
              }
              halt.run();
            });
  }

  // The log is closed by its own shutdown hook; only standard error is sure to be there.
  @SuppressWarnings("SystemOut")
  private static void halt() {
    System.err.println(
        "plumbline: ended after "
            + PATIENCE.toSeconds()
            + " s, since something did not end by itself");
    System.err.flush();
    Runtime.getRuntime().halt(EXIT_CODE);
  }
}
