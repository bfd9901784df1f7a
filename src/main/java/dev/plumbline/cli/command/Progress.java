package dev.plumbline.cli.command;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Timer;
import java.util.TimerTask;

/** Reports progress of long commands: every step on a terminal, otherwise an occasional line. */
public final class Progress implements AutoCloseable {

  private static final Duration FIRST_MESSAGE = Duration.ofSeconds(2);
  private static final Duration INTERVAL = Duration.ofSeconds(10);

  private final PrintWriter err;
  private final boolean steps;
  private final Timer timer = new Timer("progress", true);
  private String doing = "";
  private String said = "";
  private boolean patient = true;

  public Progress(PrintWriter err) {
    this(err, Stderr.isTerminal());
  }

  public Progress(PrintWriter err, boolean steps) {
    this.err = err;
    this.steps = steps;
    var task =
        new TimerTask() {
          @Override
          public void run() {
            losePatience();
          }
        };
    if (steps) {
      timer.schedule(task, FIRST_MESSAGE.toMillis());
    } else {
      timer.schedule(task, INTERVAL.toMillis(), INTERVAL.toMillis());
    }
  }

  public synchronized void now(String doing) {
    this.doing = doing;
    if (!patient && steps) {
      say();
    }
  }

  public synchronized void losePatience() {
    patient = false;
    say();
  }

  private void say() {
    if (!doing.isEmpty() && !doing.equals(said)) {
      said = doing;
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
