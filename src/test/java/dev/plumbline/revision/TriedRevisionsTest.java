package dev.plumbline.revision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.loop.Await;
import dev.plumbline.loop.HostEvents;
import dev.plumbline.revision.Revision.RevisionState;
import dev.plumbline.trial.TrialRig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rules that somebody sends in to stop a host that tries them in a process of their own. */
class TriedRevisionsTest {

  private static final Path ATTACKS = Path.of("src/test/resources/attacks/rules/settling");

  @Test
  void noneOfTheWorstReachesTheHostAndTheNextEditIsAccepted() throws IOException {
    try (var trials = TrialRig.trials(TrialRig.SETTINGS)) {
      var rig =
          new RevisionRig(
              new RevisionStore.InMemory(),
              null,
              RevisionEvents.NONE,
              HostEvents.NONE,
              trials,
              RevisionContext.RuleSetCompiler.OVER_SHIPPED);
      rig.start();
      try (rig) {
        serve(rig, team("one"));
        String before = rig.now().rules().digest();
        for (Path attack : attacks()) {
          RuleOffer offer = RevisionRig.offer(Map.of("team.drl", Files.readString(attack)));

          RuleSetStatus status = rig.stops(offer, RevisionState.REJECTED);

          assertThat(status.reasons())
              .as("%s", attack)
              .anySatisfy(why -> assertThat(why).contains("team.drl:"));
          assertThat(rig.now().rules().digest()).isEqualTo(before);
          assertThat(rig.now().current()).isTrue();
        }
        assertThat(trials.fault()).isNull();
        serve(rig, team("two"));
      }
    }
  }

  @Test
  void aHostThatEndsWhileSomethingIsTriedDoesNotWaitForIt() throws Exception {
    try (var trials = TrialRig.standIn(TrialRig.SETTINGS, "sleep", "600")) {
      var rig =
          new RevisionRig(
              new RevisionStore.InMemory(),
              null,
              RevisionEvents.NONE,
              HostEvents.NONE,
              trials,
              RevisionContext.RuleSetCompiler.OVER_SHIPPED);
      rig.start();
      rig.activation.offer(team("one"));
      Thread.sleep(1_000);
      long start = System.nanoTime();
      rig.close();

      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
    }
  }

  private static void serve(RevisionRig rig, RuleOffer offer) {
    rig.activation.offer(offer);
    String digest = RevisionContext.RuleSetCompiler.OVER_SHIPPED.files(offer).digest();
    Await.until(
        "it serves: " + rig.board.now(), () -> rig.now().rules().digest().equals(digest));
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
