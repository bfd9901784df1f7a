package dev.plumbline.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Timer;
import java.util.TimerTask;

/** Says what is going on to somebody who has been waiting for it. */
final class Progress implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final PrintWriter err;
  private final Timer timer = new Timer("progress", true);
  private String doing = "";
  private boolean patient = true;

  Progress(PrintWriter err) {
    this.err = err;
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            losePatience();
          }
        },
        PATIENCE.toMillis());
  }

  /** What begins now. */
  synchronized void now(String doing) {
    this.doing = doing;
    if (!patient) {
      say();
    }
  }

  private synchronized void losePatience() {
    patient = false;
    say();
  }

  private void say() {
    if (!doing.isEmpty()) {
      err.println("plumbline: " + doing + "...");
      err.flush();
    }
  }

  @Override
  public synchronized void close() {
    doing = "";
    timer.cancel();
  }
}
