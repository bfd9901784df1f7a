package dev.plumbline.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plumbline.action.Action.Mode;
import dev.plumbline.action.ChangeWriter.NotLeadingException;
import dev.plumbline.action.ChangeWriter.WriteFaultException;
import dev.plumbline.action.ChangeWriter.Written;
import dev.plumbline.action.Outcome.Result;
import dev.plumbline.client.Backoff;
import dev.plumbline.conclusion.FindingConclusions.Finding;
import dev.plumbline.fact.ObjectRef;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which action is executed when, in virtual time and without a thread. */
class ActionQueueTest {

  private static final Instant START = Instant.parse("2026-11-20T00:00:00Z");
  private static final Duration TICK = Duration.ofSeconds(10);

  private static final WriteLimits LIMITS =
      new WriteLimits(
          Map.of(ActionKind.PIN_AMIS, 2, ActionKind.REPORT, 60),
          new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(5)),
          Duration.ofMinutes(10),
          WriteLimits.PERSISTENT::contains,
          Duration.ofMinutes(30));

  private final List<String> written = new ArrayList<>();
  private final List<Outcome> outcomes = new ArrayList<>();
  private ChangeWriter writer = action -> Written.DONE;
  private String rules = "v1";
  private boolean leads = true;
  private Instant now = START;

  private final ActionQueue queue =
      new ActionQueue(
          new ChangeWriter() {
            @Override
            public Written write(Action action) {
              written.add(action.object().name() + " " + seconds());
              return writer.write(action);
            }

            @Override
            public Object basis(Action action) {
              return rules;
            }
          },
          LIMITS,
          () -> leads,
          () -> now,
          () -> 0);

  @Test
  void keepsToTheRateOfAKindOfAction() {
    submit(pin("a", 1), pin("b", 1), pin("c", 1), pin("d", 1));

    run(Duration.ofSeconds(61));

    assertThat(written).containsExactly("a 0", "b 0", "c 30", "d 60");
  }

  @Test
  void writesWhatIsRememberedBeforeWhatFollowsFromIt() {
    submit(pin("a", 1), of(ActionKind.KEEP_IMAGE_VERDICTS, "verdict", 1), report("b", "x"));

    run(TICK);

    assertThat(written).containsExactly("verdict 0", "a 0", "b 0");
  }

  @Test
  void retriesWithLongerAndLongerPauses() {
    writer =
        action -> {
          throw new WriteFaultException("ServiceUnavailable", "not now");
        };
    submit(pin("a", 1));

    run(Duration.ofMinutes(4));

    // No jitter, so half the backoff each: 0.5 s, 1 s, 2 s … after the rate of 2 a minute.
    assertThat(written)
        .containsExactly("a 0", "a 0", "a 30", "a 60", "a 90", "a 120", "a 150", "a 182");
  }

  @Test
  void findsOutWhetherAWriteWithoutAnAnswerHappened() {
    writer =
        action -> {
          if (written.size() == 1) {
            throw new WriteFaultException("Timeout", "no answer within 4000 ms");
          }
          return Written.UNCHANGED;
        };
    submit(pin("a", 1));

    run(TICK);

    assertThat(written).containsExactly("a 0", "a 0");
    assertThat(outcomes)
        .extracting(Outcome::result, Outcome::message)
        .containsExactly(
            tuple(Outcome.Result.DONE, "found written after: no answer within 4000 ms"));
  }

  @Test
  void aWriteThatIsNotAnsweredTwiceHasFailed() {
    writer =
        action -> {
          throw new WriteFaultException("Timeout", "no answer within 4000 ms");
        };
    submit(pin("a", 1));

    run(Duration.ofMillis(100));

    assertThat(written).containsExactly("a 0", "a 0");
    assertThat(outcomes)
        .extracting(Outcome::result, Outcome::code)
        .containsExactly(tuple(Outcome.Result.FAILED, "Timeout"));
  }

  @Test
  void writesOnceWhatStaysTheSame() {
    for (int tick = 0; tick < 6; tick++) {
      submit(pin("a", 1));
      run(TICK);
    }

    assertThat(written).containsExactly("a 0");
    assertThat(outcomes).hasSize(1);
  }

  @Test
  void writesAgainWhatOthersHaveChanged() {
    submit(pin("a", 1));
    run(TICK);

    submit(pin("a", 2));
    run(TICK);

    assertThat(written).containsExactly("a 0", "a 10");
    assertThat(outcomes).hasSize(2);
  }

  @Test
  void verifiesInSilenceWhatIsStillPlanned() {
    submit(pin("a", 1));
    run(TICK);
    writer = action -> Written.UNCHANGED;

    run(Duration.ofMinutes(5));

    assertThat(written).containsExactly("a 0", "a 150", "a 300");
    assertThat(outcomes).extracting(Outcome::result).containsExactly(Result.DONE);
  }

  @Test
  void triesAnOutdatedOneOnlyOnceItsObjectIsSeenToBeAnother() {
    writer = action -> Written.outdated("changed by others");
    submit(pin("a", 1));
    run(TICK);
    submit(pin("a", 1));
    run(TICK);
    assertThat(written).containsExactly("a 0");

    submit(pin("a", 2));
    run(TICK);
    assertThat(written).containsExactly("a 0", "a 20");

    run(Duration.ofMinutes(3));
    assertThat(written).as("or after half the longest backoff").endsWith("a 170").hasSize(3);
  }

  @Test
  void aPauseForgetsNothingAndAnotherLeaderEverything() {
    submit(report("a", "broken"));
    run(TICK);

    queue.stop();
    submit(report("a", "broken"));
    run(TICK);
    assertThat(written).containsExactly("a 0");

    leads = false;
    queue.stop();
    leads = true;
    submit(report("a", "broken"));
    run(TICK);
    assertThat(written).containsExactly("a 0", "a 20");
  }

  @Test
  void aReplicaThatMustNotWriteHasNothingToDo() {
    writer =
        action -> {
          throw new NotLeadingException();
        };
    submit(pin("a", 1), pin("b", 1));

    run(TICK);

    assertThat(written).containsExactly("a 0");
    assertThat(outcomes).isEmpty();
    assertThat(queue.next()).isNull();
  }

  @Test
  void reportsWhatIsFoundAgainAtAnInterval() {
    submit(report("a", "broken"));

    run(Duration.ofMinutes(61));

    assertThat(written).containsExactly("a 0", "a 1800", "a 3600");
  }

  @Test
  void reportsAllOfThemAgainWhenTheRulesChangeButNewsFirst() {
    submit(reports(100, "broken"));
    run(Duration.ofMinutes(3));
    assertThat(written).hasSize(100);
    written.clear();

    rules = "v2";
    submit(reports(100, "broken"));
    run(Duration.ofSeconds(50));
    submit(with(reports(100, "broken"), 99, report("n099", "worse")));
    run(Duration.ofMinutes(2));

    assertThat(written).hasSize(101).contains("n099 230");
  }

  @Test
  void takesANewFindingWithinSecondsAndEveryOtherInItsTurn() {
    Action[] all = reports(1_000, "broken");
    for (int tick = 0; tick < 30; tick++) {
      submit(all);
      run(TICK);
    }
    assertThat(written).as("60 at once, then one a second").hasSize(60 + 299);

    // Every tick finds something new of the last one, a thousand are behind it.
    for (int tick = 0; tick < 120; tick++) {
      String message = "worse " + tick;
      submit(with(all, 999, report("n999", message)));
      int before = written.size();
      run(TICK);
      assertThat(written.subList(before, Math.min(before + 2, written.size())))
          .as("the first or second within the tick")
          .anyMatch(each -> each.startsWith("n999 "));
    }

    assertThat(written.stream().map(each -> each.split(" ")[0]).distinct()).hasSize(1_000);
    assertThat(written.stream().filter(each -> each.startsWith("n999 "))).hasSize(120);
  }

  @Test
  void isIdleWithAThousandReports() {
    Action[] all = reports(1_000, "broken");
    submit(all);
    run(Duration.ofMinutes(17));
    assertThat(outcomes).hasSize(1_000);
    outcomes.clear();
    writer = action -> Written.UNCHANGED;

    for (int tick = 0; tick < 6 * 60; tick++) {
      submit(all);
      run(TICK);
    }

    assertThat(outcomes).isEmpty();
    assertThat(written).as("verified twice in an hour").hasSize(3_000);
  }

  private long seconds() {
    return Duration.between(START, now).toSeconds();
  }

  private void submit(Action... actions) {
    queue.submit(new Plan(List.of(actions)), outcomes::add);
  }

  /** Executes everything that is due within {@code duration}. */
  private void run(Duration duration) {
    Instant end = now.plus(duration);
    Instant next = queue.next();
    while (next != null && next.isBefore(end)) {
      now = next;
      assertThat(queue.step()).isTrue();
      next = queue.next();
    }
    now = end;
  }

  private static Action[] with(Action[] actions, int place, Action other) {
    Action[] copy = Arrays.copyOf(actions, actions.length);
    copy[place] = other;
    return copy;
  }

  private static Action[] reports(int count, String message) {
    return IntStream.range(0, count)
        .mapToObj(i -> report("n%03d".formatted(i), message))
        .toArray(Action[]::new);
  }

  private static Action report(String name, String message) {
    var pool = new ObjectRef("karpenter.sh/v1", "NodePool", null, name);
    return new Action(
        ActionKind.REPORT,
        pool,
        Mode.ENFORCE,
        null,
        new Change.PublishFindings(
            Stream.of(message)
                .map(each -> new Finding("NP-1", pool.key(), "fail", "high", "Broken", each))
                .toList()),
        List.of());
  }

  /** A pin that is planned from a version of its object. */
  private static Action pin(String name, int version) {
    return of(ActionKind.PIN_AMIS, name, version);
  }

  private static Action of(ActionKind kind, String name, int version) {
    JsonNode before =
        JsonNodeFactory.instance
            .objectNode()
            .set(
                "metadata",
                JsonNodeFactory.instance.objectNode().put("resourceVersion", "" + version));
    return new Action(
        kind,
        new ObjectRef("karpenter.k8s.aws/v1", "EC2NodeClass", null, name),
        Mode.ENFORCE,
        null,
        new Change.Patch(before, JsonNodeFactory.instance.objectNode()),
        List.of());
  }
}
