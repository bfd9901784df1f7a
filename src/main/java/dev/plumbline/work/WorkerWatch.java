package dev.plumbline.work;

import dev.plumbline.work.Worker.Work;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/** Logs each worker once when it is overdue, with what it is at, and once when it is no more. */
public final class WorkerWatch implements AutoCloseable {

  private static final Logger LOG = Logger.getLogger(WorkerWatch.class);
  private static final int FRAMES = 20;

  private final CountDownLatch closed = new CountDownLatch(1);
  private final Map<Worker, Work> overdue = new HashMap<>();

  private WorkerWatch() {}

  /** Looks at all workers every so often, until it is closed. */
  public static WorkerWatch start(Duration every) {
    var watch = new WorkerWatch();
    Thread unused =
        Thread.ofPlatform().daemon().name("plumbline-worker-watch").start(() -> watch.run(every));
    return watch;
  }

  private void run(Duration every) {
    try {
      while (!closed.await(every.toMillis(), TimeUnit.MILLISECONDS)) {
        look();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look() {
    for (Worker each : Worker.started()) {
      Work work = each.work();
      if (work.overdue() && overdue.putIfAbsent(each, work) == null) {
        LOG.errorf("A thread of the host is overdue: %s%s", work.message(), stack(each));
      } else if (!work.overdue() && overdue.remove(each) != null) {
        LOG.infof("A thread of the host goes on: worker=%s", work.worker());
      }
    }
  }

  private static String stack(Worker worker) {
    return Arrays.stream(worker.getStackTrace())
        .limit(FRAMES)
        .map(frame -> "\n  at " + frame)
        .collect(Collectors.joining());
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
