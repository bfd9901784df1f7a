package dev.plumbline.action;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plumbline.MemoryRecorder;
import dev.plumbline.action.Action.Mode;
import dev.plumbline.action.ChangeWriter.WriteFaultException;
import dev.plumbline.action.ChangeWriter.Written;
import dev.plumbline.action.Outcome.Result;
import dev.plumbline.client.Backoff;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.log.Recorded;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What the actuator does with plans, whoever writes. */
class ClusterActuatorTest {

  private static final WriteLimits FAST =
      new WriteLimits(
          Map.of(),
          new Backoff(Duration.ofMillis(2), Duration.ofHours(1)),
          Duration.ofDays(1),
          WriteLimits.PERSISTENT::contains,
          Duration.ofMinutes(30));

  private final BlockingQueue<Outcome> outcomes = new LinkedBlockingQueue<>();

  @Test
  void doesWhatIsDueInOrderAndNothingElse() throws InterruptedException {
    var written = new ArrayList<String>();
    ChangeWriter writer =
        action -> {
          written.add(action.object().name());
          return Written.DONE;
        };
    try (var actuator = actuator(writer, FAST)) {
      actuator.apply(
          plan(
              action("a", Mode.ENFORCE, null),
              action("b", Mode.OBSERVE, null),
              action("c", Mode.ENFORCE, "10 objects have been changed"),
              action("d", Mode.ENFORCE, null)),
          outcomes::add);

      assertThat(next().object().name()).isEqualTo("a");
      assertThat(next().object().name()).isEqualTo("d");
    }
    assertThat(written).containsExactly("a", "d");
    assertThat(outcomes).isEmpty();
  }

  @Test
  void triesAgainWhatFailedUntilItSucceeds() throws InterruptedException {
    var tries = new AtomicInteger();
    ChangeWriter writer =
        action -> {
          if (tries.incrementAndGet() < 4) {
            throw new WriteFaultException("ServiceUnavailable", "not now");
          }
          return Written.DONE;
        };
    try (var actuator = actuator(writer, FAST)) {
      actuator.apply(plan(action("a", Mode.ENFORCE, null)), outcomes::add);

      for (int i = 0; i < 3; i++) {
        Outcome failed = next();
        assertThat(failed.result()).isEqualTo(Result.FAILED);
        assertThat(failed.code()).isEqualTo("ServiceUnavailable");
      }
      assertThat(next().result()).isEqualTo(Result.DONE);
    }
    assertThat(tries).hasValue(4);
  }

  @Test
  void oneThatFailsHoldsUpNoOther() throws InterruptedException {
    ChangeWriter writer =
        action -> {
          if (action.object().name().equals("a")) {
            throw new WriteFaultException("Forbidden", "no");
          }
          return Written.UNCHANGED;
        };
    try (var actuator = actuator(writer, FAST)) {
      actuator.apply(
          plan(action("a", Mode.ENFORCE, null), action("b", Mode.ENFORCE, null)), outcomes::add);
      assertThat(next().code()).isEqualTo("Forbidden");
      assertThat(next().result()).isEqualTo(Result.UNCHANGED);

      actuator.apply(
          plan(action("a", Mode.ENFORCE, null), action("c", Mode.ENFORCE, null)), outcomes::add);
      assertThat(next().object().name())
          .as("Forbidden is not tried again at once by a new plan")
          .isEqualTo("c");
    }
  }

  @Test
  void aNewerPlanTakesThePlaceOfTheOlderOne() throws InterruptedException {
    var begun = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    ChangeWriter writer =
        action -> {
          begun.countDown();
          await(goOn);
          return Written.DONE;
        };
    try (var actuator = actuator(writer, FAST)) {
      actuator.apply(
          plan(action("a", Mode.ENFORCE, null), action("b", Mode.ENFORCE, null)), outcomes::add);
      await(begun);
      actuator.apply(plan(action("c", Mode.ENFORCE, null)), outcomes::add);
      goOn.countDown();

      assertThat(next().object().name()).isEqualTo("a");
      assertThat(next().object().name()).isEqualTo("c");
    }
    assertThat(outcomes).isEmpty();
  }

  @Test
  void stopsAtOnceWhenItLeadsNoMore() throws InterruptedException {
    var leads = new AtomicBoolean(true);
    ChangeWriter writer =
        action -> {
          leads.set(false);
          return Written.DONE;
        };
    try (var actuator = new ClusterActuator(writer, FAST, leads::get, InstantSource.system())) {
      actuator.apply(
          plan(action("a", Mode.ENFORCE, null), action("b", Mode.ENFORCE, null)), outcomes::add);
      assertThat(next().object().name()).isEqualTo("a");
    }
    assertThat(outcomes).isEmpty();
  }

  @Test
  void finishesWhatIsUnderWayWhenItIsClosedAndBeginsNothing() throws InterruptedException {
    var begun = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    ChangeWriter writer =
        action -> {
          begun.countDown();
          await(goOn);
          return Written.DONE;
        };
    var actuator = actuator(writer, FAST);
    actuator.apply(
        plan(action("a", Mode.ENFORCE, null), action("b", Mode.ENFORCE, null)), outcomes::add);
    await(begun);
    Thread closing = Thread.ofPlatform().start(actuator::close);
    while (closing.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    goOn.countDown();
    closing.join();

    assertThat(outcomes).extracting(outcome -> outcome.object().name()).containsExactly("a");
  }

  @Test
  void takesAwayWhatIsLeftOverOfEarlierPlans() throws InterruptedException {
    var leftover = action("old", Mode.ENFORCE, null);
    var writer =
        new ChangeWriter() {
          @Override
          public Written write(Action action) {
            return Written.DONE;
          }

          @Override
          public List<Action> leftovers(Plan plan) {
            return List.of(leftover);
          }
        };
    try (var actuator = actuator(writer, FAST)) {
      actuator.apply(plan(action("a", Mode.ENFORCE, null)), outcomes::add);

      assertThat(next().object().name()).isEqualTo("a");
      assertThat(next().object().name()).isEqualTo("old");
    }
  }

  @Test
  void aFaultOfOursIsTold() throws InterruptedException {
    ChangeWriter writer =
        action -> {
          throw new IllegalStateException("broken");
        };
    try (var actuator = actuator(writer, FAST)) {
      actuator.apply(plan(action("a", Mode.ENFORCE, null)), outcomes::add);

      Outcome outcome = next();
      assertThat(outcome.code()).isEqualTo("InternalFault");
      assertThat(outcome.message()).contains("broken");
    }
  }

  private static ClusterActuator actuator(ChangeWriter writer, WriteLimits pace) {
    return new ClusterActuator(writer, pace, () -> true, InstantSource.system());
  }

  private Outcome next() throws InterruptedException {
    Outcome outcome = outcomes.poll(30, TimeUnit.SECONDS);
    assertThat(outcome).isNotNull();
    return outcome;
  }

  static Action action(String name, Mode mode, String held) {
    return new Action(
        ActionKind.PIN_AMIS,
        new ObjectRef("karpenter.k8s.aws/v1", "EC2NodeClass", null, name),
        mode,
        held,
        new Change.Patch(
            JsonNodeFactory.instance.objectNode(), JsonNodeFactory.instance.objectNode()),
        List.of());
  }

  private static Recorded<Plan> plan(Action... actions) {
    return MemoryRecorder.plan(new Plan(List.of(actions)));
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
