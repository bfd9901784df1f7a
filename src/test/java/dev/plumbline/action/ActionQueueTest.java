package dev.plumbline.action;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plumbline.action.Action.Mode;
import dev.plumbline.action.ChangeWriter.WriteFaultException;
import dev.plumbline.action.ChangeWriter.Written;
import dev.plumbline.client.Backoff;
import dev.plumbline.fact.ObjectRef;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Which action is executed when, in virtual time and without a thread. */
class ActionQueueTest {

  private static final Instant START = Instant.parse("2026-11-20T00:00:00Z");

  private static final WriteLimits LIMITS =
      new WriteLimits(
          Map.of(ActionKind.PIN_AMIS, 2),
          new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(5)),
          Duration.ofMinutes(10),
          WriteLimits.PERSISTENT::contains);

  private final List<String> written = new ArrayList<>();
  private Instant now = START;

  @Test
  void keepsToTheRateOfAKindOfAction() {
    ActionQueue queue = queue(action -> Written.DONE);
    queue.submit(plan("a", "b", "c", "d"), outcome -> {});

    run(queue, Duration.ofMinutes(2));

    assertThat(written).containsExactly("a 0", "b 0", "c 30", "d 60");
    assertThat(queue.next()).isNull();
  }

  @Test
  void retriesWithLongerAndLongerPauses() {
    ActionQueue queue =
        queue(
            action -> {
              throw new WriteFaultException("ServiceUnavailable", "not now");
            });
    queue.submit(plan("a"), outcome -> {});

    run(queue, Duration.ofMinutes(4));

    // No jitter, so half the backoff each: 0.5 s, 1 s, 2 s … after the rate of 2 a minute.
    assertThat(written)
        .containsExactly("a 0", "a 0", "a 30", "a 60", "a 90", "a 120", "a 150", "a 182");
  }

  private ActionQueue queue(ChangeWriter writer) {
    return new ActionQueue(
        action -> {
          written.add(action.object().name() + " " + Duration.between(START, now).toSeconds());
          return writer.write(action);
        },
        LIMITS,
        () -> true,
        () -> now,
        () -> 0);
  }

  /** Steps through everything that may be executed within {@code duration}. */
  private void run(ActionQueue queue, Duration duration) {
    Instant end = now.plus(duration);
    while (queue.next() != null && !Objects.requireNonNull(queue.next()).isAfter(end)) {
      now = Objects.requireNonNull(queue.next());
      assertThat(queue.step()).isTrue();
    }
    now = end;
  }

  private static Plan plan(String... names) {
    return new Plan(List.of(names).stream().map(name -> action(name, Mode.ENFORCE)).toList());
  }

  private static Action action(String name, Mode mode) {
    return new Action(
        ActionKind.PIN_AMIS,
        new ObjectRef("karpenter.k8s.aws/v1", "EC2NodeClass", null, name),
        mode,
        null,
        new Change.Patch(
            JsonNodeFactory.instance.objectNode(), JsonNodeFactory.instance.objectNode()),
        List.of());
  }
}
