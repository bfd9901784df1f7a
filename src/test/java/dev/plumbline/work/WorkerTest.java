package dev.plumbline.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.work.Worker.Work;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A thread of the host that hangs or ends is known by its name and what it was at. */
class WorkerTest {

  private static final Duration LONG = Duration.ofDays(1);

  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch end = new CountDownLatch(1);

  @AfterEach
  void release() {
    end.countDown();
  }

  private Worker at(Runnable stage) throws InterruptedException {
    Worker worker =
        Worker.of(
            "worker-test",
            () -> {
              stage.run();
              reached.countDown();
              try {
                end.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    worker.start();
    reached.await();
    return worker;
  }

  @Test
  void isOverdueOnceItTakesLongerThanItMay() throws InterruptedException {
    Worker worker = at(() -> Worker.at("query", Duration.ZERO));

    Work work = worker.work();
    assertThat(work.overdue()).isTrue();
    assertThat(work.stage()).isEqualTo("query");
    assertThat(work.message()).isEqualTo("worker-test: query for 0 s (limit 0 s)");
    assertThat(Worker.overdue()).extracting(Work::worker).contains("worker-test");
  }

  @Test
  void isWellWithinItsTimeAndWhileItWaits() throws InterruptedException {
    assertThat(at(() -> Worker.at("query", LONG)).work().overdue()).isFalse();

    Worker waiting =
        at(
            () -> {
              Worker.at("query", Duration.ZERO);
              Worker.idle();
            });
    assertThat(waiting.work().stage()).isNull();
    assertThat(waiting.work().overdue()).isFalse();
  }

  @Test
  void isKnownAfterItEndedByAFault() throws InterruptedException {
    Worker worker =
        Worker.of(
            "worker-fault",
            () -> {
              throw new IllegalStateException("no more");
            });
    worker.setUncaughtExceptionHandler((thread, fault) -> {});
    worker.start();
    worker.join();

    assertThat(Worker.overdue())
        .filteredOn(each -> each.worker().equals("worker-fault"))
        .extracting(Work::message)
        .containsExactly("worker-fault: ended by java.lang.IllegalStateException: no more");
    worker.forget();
    assertThat(Worker.started()).doesNotContain(worker);
  }

  @Test
  void isForgottenWhenItEndsAsItWasTold() throws InterruptedException {
    Worker worker = at(() -> Worker.at("query", Duration.ZERO));
    end.countDown();
    worker.join();

    assertThat(Worker.started()).doesNotContain(worker);
  }

  @Test
  void tasksOfAnExecutorAreStages() throws Exception {
    try (ExecutorService executor = Executors.newSingleThreadExecutor(Worker.factory("pool"))) {
      Work during =
          executor
              .submit(
                  () -> {
                    Worker.at("task", LONG);
                    return ((Worker) Thread.currentThread()).work();
                  })
              .get();
      assertThat(during.worker()).isEqualTo("pool-0");
      assertThat(during.stage()).isEqualTo("task");
      executor.submit(Worker.stage("next", LONG, () -> {})).get();
      Work after = executor.submit(() -> ((Worker) Thread.currentThread()).work()).get();
      assertThat(after.stage()).isNull();
    }
  }

  @Test
  void threadOfAnExecutorThatEndsByAFaultIsReplaced() throws Exception {
    try (ExecutorService executor = Executors.newSingleThreadExecutor(faulty())) {
      executor.execute(
          () -> {
            throw new StackOverflowError();
          });
      Work next = executor.submit(() -> ((Worker) Thread.currentThread()).work()).get();
      assertThat(next.worker()).isEqualTo("replaced-1");
      assertThat(Worker.overdue()).extracting(Work::worker).doesNotContain("replaced-0");
    }
  }

  private static ThreadFactory faulty() {
    ThreadFactory factory = Worker.factory("replaced");
    return work -> {
      Thread made = factory.newThread(work);
      made.setUncaughtExceptionHandler((thread, fault) -> {});
      return made;
    };
  }

  @Test
  void periodicWorkGoesOnAfterAnException() throws Exception {
    var times = new CountDownLatch(2);
    try (var executor = Executors.newSingleThreadScheduledExecutor(Worker.factory("periodic"))) {
      var unused =
          executor.scheduleWithFixedDelay(
              Worker.stage(
                  "fail",
                  LONG,
                  () -> {
                    times.countDown();
                    throw new IllegalStateException("again");
                  }),
              0,
              1,
              TimeUnit.MILLISECONDS);
      assertThat(times.await(60, TimeUnit.SECONDS)).isTrue();
      executor.shutdownNow();
    }
  }

  @Test
  void threadsOfOthersAreNotWatched() {
    Worker.at("query", Duration.ZERO);

    assertThat(Worker.all())
        .extracting(Work::worker)
        .doesNotContain(Thread.currentThread().getName());
  }
}
