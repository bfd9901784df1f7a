package dev.plumbline.web.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Every question is answered, whatever the thread that judges does. */
class CheckQueueTest {

  private static final Duration LONG = Duration.ofMinutes(10);

  @Test
  void answersWhatItFinds() {
    try (var queue = new CheckQueue("t", 2, LONG)) {
      assertThat(answer(queue.submit(told -> told.accept(Verdict.allowed())))).isEqualTo("ALLOWED");
    }
  }

  @Test
  void whoComesOnTopOfTheQueuePasses() throws InterruptedException {
    var begun = new CountDownLatch(1);
    var go = new CountDownLatch(1);
    try (var queue = new CheckQueue("t", 2, LONG)) {
      CompletionStage<Verdict> first =
          queue.submit(
              told -> {
                begun.countDown();
                await(go);
                told.accept(Verdict.allowed());
              });
      begun.await();
      List<CompletionStage<Verdict>> others = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        others.add(queue.submit(told -> told.accept(Verdict.allowed())));
      }

      assertThat(others.subList(2, 5).stream().map(CheckQueueTest::answer)).containsOnly("BUSY");
      go.countDown();
      assertThat(answer(first)).isEqualTo("ALLOWED");
      assertThat(others.subList(0, 2).stream().map(CheckQueueTest::answer)).containsOnly("ALLOWED");
    }
  }

  @Test
  void whatTakesTooLongPassesAndGoesOn() {
    var go = new CountDownLatch(1);
    var done = new CompletableFuture<String>();
    try (var queue = new CheckQueue("t", 2, Duration.ofMillis(1))) {
      CompletionStage<Verdict> late =
          queue.submit(
              told -> {
                await(go);
                told.accept(Verdict.allowed());
                done.complete("done");
              });

      assertThat(answer(late)).isEqualTo("LATE");
      go.countDown();
      assertThat(done.join()).isEqualTo("done");
    }
  }

  @Test
  void aFaultPassesAndTheNextIsJudged() {
    try (var queue = new CheckQueue("t", 2, LONG)) {
      CompletionStage<Verdict> fault =
          queue.submit(
              told -> {
                throw new IllegalStateException("meant");
              });

      assertThat(answer(fault)).isEqualTo("UNREAD");
      assertThat(answer(queue.submit(told -> told.accept(Verdict.allowed())))).isEqualTo("ALLOWED");
    }
  }

  @Test
  void idleWorkGivesWay() throws InterruptedException {
    var begun = new CountDownLatch(1);
    var go = new CountDownLatch(1);
    var idled = new CompletableFuture<String>();
    try (var queue = new CheckQueue("t", 2, LONG)) {
      queue.submit(
          told -> {
            begun.countDown();
            await(go);
          });
      begun.await();
      CompletionStage<Verdict> next = queue.submit(told -> told.accept(Verdict.allowed()));
      queue.idle(() -> idled.complete("while somebody waited"));
      go.countDown();
      assertThat(answer(next)).isEqualTo("ALLOWED");
      queue.idle(() -> idled.complete("when nobody waited"));
      assertThat(idled.join()).isEqualTo("when nobody waited");
    }
  }

  private static String answer(CompletionStage<Verdict> verdict) {
    return verdict.toCompletableFuture().join().answer().name();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
