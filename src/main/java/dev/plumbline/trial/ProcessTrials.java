package dev.plumbline.trial;

import dev.plumbline.trial.TrialChild.Failure;
import dev.plumbline.trial.TrialChild.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Tries candidates in a process of their own. Whatever happens to it is a verdict on the candidate,
 * and no fault of this process.
 */
public final class ProcessTrials implements Trials {

  private static final Logger LOG = Logger.getLogger(ProcessTrials.class);

  private final TrialSettings settings;
  private final @Nullable TrialLauncher launcher;
  private final LongSupplier nanoTime;

  /** Fair: a revision is not kept waiting by people who try one rule after the other. */
  private final ReentrantLock turn = new ReentrantLock(true);

  private volatile @Nullable TrialChild child;
  private volatile @Nullable String fault;
  private volatile boolean closed;

  /** When the process was started or last used. Only with the turn. */
  private long usedAt;

  ProcessTrials(TrialSettings settings, @Nullable TrialLauncher launcher, LongSupplier nanoTime) {
    this.settings = settings;
    this.launcher = launcher;
    this.nanoTime = nanoTime;
    if (launcher == null) {
      cannot("it is not known how this program was started");
    }
  }

  /** By {@code settings}; {@link Trials#NONE} where they want none. */
  public static Trials of(TrialSettings settings) {
    if (!settings.process()) {
      return Trials.NONE;
    }
    Path folder;
    try {
      folder = TrialLauncher.newFolder();
    } catch (IOException e) {
      folder = Path.of("/");
    }
    return new ProcessTrials(
        settings,
        TrialLauncher.ofThisProgram(settings.memory(), settings.processors(), folder),
        System::nanoTime);
  }

  @Override
  public @Nullable TrialVerdict tried(TrialRequest request) throws InterruptedException {
    turn.lockInterruptibly();
    try {
      TrialChild now = current();
      if (now == null) {
        return null;
      }
      Outcome outcome;
      try {
        outcome = now.tried(request, settings.duration(), settings.cpu());
      } catch (InterruptedException e) {
        now.close();
        throw e;
      }
      usedAt = nanoTime.getAsLong();
      TrialVerdict verdict = outcome.verdict();
      if (verdict == null || !settings.warm() || !now.usable(settings.uses())) {
        now.close();
        child = null;
      }
      Failure failure = outcome.failure();
      return failure == null || verdict != null
          ? verdict
          : TrialVerdict.refused(TrialVerdict.TRIED, List.of(message(failure)));
    } finally {
      turn.unlock();
      warm();
    }
  }

  private String message(Failure failure) {
    String what =
        switch (failure.kind()) {
          case MEMORY -> "it needs more than " + settings.memory() + " MiB of memory";
          case DURATION -> "it takes more than " + text(settings.duration());
          case CPU -> "it takes more than " + text(settings.cpu()) + " of CPU time";
          case DIED -> "the process that tried it ended (" + failure.detail() + ")";
          case GARBAGE ->
              "the process that tried it answered with what is no answer ("
                  + failure.detail()
                  + ")";
        };
    String advice =
        switch (failure.kind()) {
          case MEMORY -> "join its patterns by a key, or raise plumbline.trial.memory.";
          case DURATION -> "join its patterns by a key, or raise plumbline.trial.duration.";
          case CPU -> "join its patterns by a key, or raise plumbline.trial.cpu.";
          case DIED, GARBAGE -> "offer it again.";
        };
    return what + (failure.at() == null ? "" : " at " + failure.at()) + ". Try: " + advice;
  }

  private static String text(Duration duration) {
    return duration.toMillis() % 1_000 == 0
        ? duration.toSeconds() + " s"
        : duration.toMillis() + " ms";
  }

  /** The process, started if it has to be; null where none can be. Only with the turn. */
  private @Nullable TrialChild current() {
    TrialChild now = child;
    if (now != null && now.usable(settings.uses())) {
      return now;
    }
    if (now != null) {
      now.close();
      child = null;
    }
    if (launcher == null || closed) {
      return null;
    }
    try {
      var made = new TrialChild(launcher);
      usedAt = nanoTime.getAsLong();
      child = made;
      fault = null;
      if (closed) {
        made.close();
      }
      return made;
    } catch (IOException e) {
      cannot(String.valueOf(e.getMessage()));
      return null;
    }
  }

  private void cannot(String why) {
    if (fault == null) {
      LOG.warnf("No process for trials can be started, they run in this one: error=%s", why);
    }
    fault = "no process for trials can be started, they run in this one: " + why;
  }

  @Override
  public @Nullable String fault() {
    return fault;
  }

  /** Its process; null while there is none. */
  @Nullable ProcessHandle handle() {
    TrialChild now = child;
    return now == null ? null : now.handle();
  }

  @Override
  public void warm() {
    if (settings.warm() && !closed && turn.tryLock()) {
      try {
        TrialChild unused = current();
      } finally {
        turn.unlock();
      }
    }
  }

  @Override
  public void endIfIdle() {
    if (child == null || !turn.tryLock()) {
      return;
    }
    try {
      TrialChild now = child;
      if (now != null && nanoTime.getAsLong() - usedAt >= settings.idle().toNanos()) {
        now.close();
        child = null;
      }
    } finally {
      turn.unlock();
    }
  }

  @Override
  public void close() {
    closed = true;
    TrialChild now = child;
    if (now != null) {
      now.close();
    }
    if (launcher != null && !launcher.folder().equals(Path.of("/"))) {
      try {
        Files.deleteIfExists(launcher.folder());
      } catch (IOException e) {
        LOG.debugf("The folder of trials is left: error=%s", e.getMessage());
      }
    }
  }
}
