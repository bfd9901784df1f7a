package dev.plumbline.web.admission;

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
 * One thread that judges, before which only so many may wait. Every question is answered by its
 * deadline, whatever the thread does.
 */
final class Judge implements AutoCloseable {

  private static final Logger LOG = Logger.getLogger(Judge.class);

  private final ThreadPoolExecutor thread;
  private final Duration deadline;

  /**
   * @param name of the thread
   * @param queue how many may wait
   * @param deadline when it is answered at the latest
   */
  Judge(String name, int queue, Duration deadline) {
    this.deadline = deadline;
    this.thread =
        new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(queue),
            work -> {
              var made = new Thread(work, name);
              made.setDaemon(true);
              return made;
            });
  }

  /** How something is judged; it may go on tidying up once it has answered. */
  @FunctionalInterface
  interface Work {
    void judge(Consumer<Verdict> answer);
  }

  /** What comes of {@code work}; by the deadline, and at once when too many wait. */
  CompletionStage<Verdict> ask(Work work) {
    var answer = new CompletableFuture<Verdict>();
    try {
      thread.execute(() -> judge(work, answer));
    } catch (RejectedExecutionException e) {
      return CompletableFuture.completedFuture(
          Verdict.of(
              Verdict.Answer.BUSY,
              "not checked: too many changes wait. Maybe apply it again in a moment."));
    }
    return answer.completeOnTimeout(
        Verdict.of(
            Verdict.Answer.LATE,
            "not checked in time. Maybe apply it again in a moment: what was begun goes on."),
        deadline.toMillis(),
        TimeUnit.MILLISECONDS);
  }

  /** Does {@code work} when nobody else waits; otherwise it is left. */
  void idle(Runnable work) {
    if (thread.getQueue().isEmpty()) {
      try {
        thread.execute(() -> guarded(work));
      } catch (RejectedExecutionException e) {
        LOG.debug("Left, since others wait");
      }
    }
  }

  private static void judge(Work work, CompletableFuture<Verdict> answer) {
    guarded(() -> work.judge(answer::complete));
    answer.complete(
        Verdict.of(
            Verdict.Answer.UNREAD,
            "not checked: it could not be judged. Maybe the log of Plumbline says why."));
  }

  private static void guarded(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      LOG.error("Could not judge a change", e);
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
