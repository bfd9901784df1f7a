package dev.plumbline.web.admission;

import dev.plumbline.work.Worker;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jboss.logging.Logger;

/**
 * Runs checks on one thread, with a bounded queue. Every check is answered by its deadline,
 * whatever the thread does.
 */
final class CheckQueue implements AutoCloseable {

  private static final Logger LOG = Logger.getLogger(CheckQueue.class);

  /**
   * How long a check may take, whether somebody still waits for it or not: it may wait for a trial.
   */
  private static final Duration CHECK = Duration.ofMinutes(5);

  private final ThreadPoolExecutor thread;
  private final Duration deadline;

  /**
   * @param name of the thread
   */
  CheckQueue(String name, int queue, Duration deadline) {
    this.deadline = deadline;
    this.thread =
        new ThreadPoolExecutor(
            1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(queue), Worker.factory(name));
  }

  /** A check; it may clean up after it has answered. */
  @FunctionalInterface
  interface Check {
    void run(Consumer<Verdict> answer);
  }

  /** The answer of {@code check}, by the deadline; at once when the queue is full. */
  CompletionStage<Verdict> submit(Check check) {
    var answer = new CompletableFuture<Verdict>();
    try {
      thread.execute(Worker.stage("check a change", CHECK, () -> run(check, answer)));
    } catch (RejectedExecutionException e) {
      return CompletableFuture.completedFuture(
          Verdict.of(
              Verdict.Answer.BUSY,
              "not checked: too many changes are waiting. Try: apply it again in a moment."));
    }
    return answer.completeOnTimeout(
        Verdict.of(
            Verdict.Answer.LATE,
            "not checked in time. Try: apply it again in a moment; the check continues."),
        deadline.toMillis(),
        TimeUnit.MILLISECONDS);
  }

  /** Runs {@code work} if nothing else waits; otherwise drops it. */
  void idle(Runnable work) {
    if (thread.getQueue().isEmpty()) {
      try {
        thread.execute(Worker.stage("prepare checks", CHECK, () -> guarded(work)));
      } catch (RejectedExecutionException e) {
        LOG.debug("Dropped idle work: others wait");
      }
    }
  }

  private static void run(Check check, CompletableFuture<Verdict> answer) {
    guarded(() -> check.run(answer::complete));
    answer.complete(
        Verdict.of(
            Verdict.Answer.UNREAD,
            "not checked: the check failed. Try: see the log of Plumbline."));
  }

  private static void guarded(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      LOG.error("The check of a change failed", e);
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
