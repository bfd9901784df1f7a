package dev.plumbline.revision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.engine.RuleSession.SettleLimits;
import dev.plumbline.fact.Cluster.Account;
import dev.plumbline.loop.Await;
import dev.plumbline.loop.Host.LoopTimings;
import dev.plumbline.revision.Revision.RevisionState;
import dev.plumbline.source.FactUpdate;
import dev.plumbline.trial.ScenarioCheck;
import dev.plumbline.trial.TrialRequest;
import dev.plumbline.trial.TrialRig;
import dev.plumbline.trial.TrialVerdict;
import dev.plumbline.trial.Trials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Rules that somebody sends in to stop a host that tries them in a process of their own. */
@Tag("long")
class TriedRevisionsTest {

  private static final Path ATTACKS = Path.of("src/test/resources/attacks/rules/settling");

  private static final LoopTimings PACE =
      new LoopTimings(
          Duration.ZERO,
          Duration.ofMinutes(1),
          new SettleLimits(20_000, Duration.ofSeconds(8)),
          Duration.ofMillis(20),
          InstantSource.system());

  private static final LoopTimings CALM =
      new LoopTimings(
          Duration.ZERO,
          Duration.ofMinutes(1),
          SettleLimits.DEFAULT,
          Duration.ofMillis(20),
          InstantSource.system());

  @Test
  void noneOfTheWorstReachesTheHostAndTheNextEditIsAccepted() throws IOException {
    try (var trials = TrialRig.trials(TrialRig.SETTINGS)) {
      RevisionRig rig = rig(trials, PACE);
      try (rig) {
        serve(rig, team("one"));
        String before = rig.now().rules().digest();
        var rejected = new ArrayList<Path>();
        for (Path attack : attacks()) {
          RuleOffer offer = RevisionRig.offer(Map.of("team.drl", Files.readString(attack)));

          Revision stopped = stopped(rig, attack, offer);

          if (stopped.state() == RevisionState.REJECTED) {
            rejected.add(attack);
            assertThat(stopped.reasons())
                .as("%s", attack)
                .anySatisfy(why -> assertThat(why).contains("team.drl:"));
          }
          assertThat(rig.now().rules().digest()).isEqualTo(before);
          assertThat(rig.now().current()).isTrue();
        }
        assertThat(rejected).hasSizeGreaterThanOrEqualTo(8);
        assertThat(trials.fault()).isNull();
        serve(rig, team("two"));
      }
    }
  }

  @Test
  void factsThatNoRulesFitIntoATrialWithAreNoVerdictOnARevision() throws IOException {
    var withFacts = new AtomicInteger();
    var without = new AtomicInteger();
    var tooSmall =
        new Trials() {
          @Override
          public TrialVerdict tried(TrialRequest request) {
            if (request.facts() != null) {
              withFacts.incrementAndGet();
              return verdict(TrialVerdict.TRIED, List.of("it needs more than 1 MiB of memory"));
            }
            without.incrementAndGet();
            return verdict("previewed", List.of());
          }

          @Override
          public void close() {}
        };
    try (var rig = rig(tooSmall, CALM)) {
      serve(rig, team("one"));
      int before = without.get();
      serve(rig, team("two"));
      assertThat(withFacts).as("the revision, and the one that serves").hasValueGreaterThan(1);
      assertThat(without).hasValueGreaterThan(before);
    }
  }

  @Test
  void whatExceedsALimitThatOthersKeepIsRejected() throws IOException {
    var tried = new AtomicInteger();
    var onceTooMuch =
        new Trials() {
          @Override
          public TrialVerdict tried(TrialRequest request) {
            return request.overlay().toString().contains("two") && tried.incrementAndGet() == 1
                ? verdict(TrialVerdict.TRIED, List.of("it needs more than 1 MiB of memory"))
                : verdict("previewed", List.of());
          }

          @Override
          public void close() {}
        };
    try (var rig = rig(onceTooMuch, CALM)) {
      serve(rig, team("one"));
      RuleOffer offer = team("two");
      Revision stopped = stopped(rig, Path.of("two"), offer);
      assertThat(stopped.state()).isEqualTo(RevisionState.REJECTED);
      assertThat(stopped.reasons()).containsExactly("it needs more than 1 MiB of memory");
    }
  }

  private static TrialVerdict verdict(String stage, List<String> reasons) {
    return new TrialVerdict(
        stage,
        reasons,
        new ScenarioCheck.Result(List.of(), Map.of("team.scenarios.yaml", Set.of("TEAM-001")), 1));
  }

  private static RevisionRig rig(Trials trials, LoopTimings pace) {
    var rig = RevisionRig.trying(trials, pace);
    rig.start();
    rig.host.publish(
        List.of(new FactUpdate("account", List.of(new Account("123456789012")), null)));
    return rig;
  }

  @Test
  void aHostThatEndsWhileSomethingIsTriedDoesNotWaitForIt() throws Exception {
    try (var trials = TrialRig.standIn(TrialRig.SETTINGS, "sleep", "600")) {
      RevisionRig rig = rig(trials, PACE);
      rig.activation.offer(team("one"));
      Thread.sleep(1_000);
      long start = System.nanoTime();
      rig.close();

      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
    }
  }

  /** Rejected, or held: what settles on these facts in time, a person has to look at. */
  private static Revision stopped(RevisionRig rig, Path attack, RuleOffer offer) {
    rig.activation.offer(offer);
    Await.until(
        attack + " goes no further",
        () -> {
          Revision candidate = rig.board.now().candidate();
          return candidate != null
              && candidate.state() != RevisionState.CANDIDATE
              && candidate.offer().equals(offer);
        });
    return Objects.requireNonNull(rig.board.now().candidate());
  }

  private static void serve(RevisionRig rig, RuleOffer offer) {
    rig.activation.offer(offer);
    String digest = RevisionContext.RuleSetCompiler.OVER_SHIPPED.files(offer).digest();
    rig.once("it serves: " + rig.board.now(), live -> live.rules().digest().equals(digest));
  }

  private static RuleOffer team(String message) {
    return RevisionRig.offer(RunningRulesTest.team(message));
  }

  private static List<Path> attacks() throws IOException {
    try (Stream<Path> files = Files.list(ATTACKS)) {
      return files
          .filter(each -> each.toString().endsWith(".drl"))
          .filter(each -> expected(each).startsWith("overruns"))
          .sorted()
          .toList();
    }
  }

  private static String expected(Path attack) {
    try {
      return Files.readString(Path.of(attack.toString().replace(".drl", ".expected")));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
