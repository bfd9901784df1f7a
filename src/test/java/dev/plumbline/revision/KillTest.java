package dev.plumbline.revision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.loop.Await;
import dev.plumbline.loop.HostEvents;
import dev.plumbline.peers.Peers;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The process ends after each stage, each write and each sync of an activation: whatever is found
 * then, one revision serves, the one before or the new one, and the new one in the end.
 */
@Tag("long")
class KillTest {

  private static final RuleOffer BEFORE = RevisionRig.overlay("before");
  private static final RuleOffer NEW = RevisionRig.overlay("new");
  private static final Consumer<String> NO_STEPS = step -> {};

  /** The end of a process, as far as its thread can tell. */
  private static final class Killed extends Error {

    private static final long serialVersionUID = 1;
  }

  /**
   * @param occurrence of steps with this name, from 1
   */
  private record End(String step, int occurrence) {}

  /**
   * Ends at a step, and lets none be done afterwards. By its name: another thread writes the
   * attempts, so that steps come in another order each time.
   */
  private static final class Fate implements Consumer<String>, RevisionEvents {

    private final @Nullable End end;
    private final List<String> done = new ArrayList<>();
    private final AtomicBoolean ended = new AtomicBoolean();

    Fate(@Nullable End end) {
      this.end = end;
    }

    @Override
    public synchronized void accept(String step) {
      done.add(step);
      if (ended.get() || new End(step, Collections.frequency(done, step)).equals(end)) {
        ended.set(true);
        throw new Killed();
      }
    }

    @Override
    public void passed(Revision revision, String stage) {
      accept(stage);
    }

    synchronized List<End> ends() {
      var ends = new ArrayList<End>();
      for (int n = 0; n < done.size(); n++) {
        String step = done.get(n);
        ends.add(new End(step, Collections.frequency(done.subList(0, n + 1), step)));
      }
      return ends;
    }
  }

  /** A place where revisions outlive the process, as often as it ends. */
  private interface Place {

    RevisionStore store(int number, Consumer<String> steps);
  }

  @Test
  void oneRevisionServesWhereverItEnded(@TempDir Path folders) {
    List<String> ends =
        endsIn((number, steps) -> new FolderStore(folders.resolve("at-" + number), steps));

    assertThat(ends)
        .contains("linted", "compiled", "tested", "previewed", "judged", "recorded", "active")
        .contains("index.json written", "index.json synced", "index.json renamed")
        .anyMatch(step -> step.startsWith("revision-") && step.endsWith(" synced"));
  }

  @Test
  void oneRevisionServesWhereverItEndedInACluster() {
    Peers.assumeThere();
    try (KubernetesClient client = Peers.shared().client()) {
      List<String> ends =
          endsIn(
              (number, steps) -> {
                String namespace = "killed-at-" + number;
                client
                    .resource(
                        new NamespaceBuilder()
                            .withNewMetadata()
                            .withName(namespace)
                            .endMetadata()
                            .build())
                    .serverSideApply();
                return new ConfigMapStore(client, namespace, "replica", steps);
              });

      assertThat(ends)
          .contains("previewed", "judged", "recorded", "active")
          .contains("plumbline-revisions written")
          .anyMatch(step -> step.startsWith("plumbline-revision-") && step.endsWith(" written"));
    }
  }

  /** Ends after each step in turn, each time in a place of its own; what the steps were. */
  private static List<String> endsIn(Place place) {
    Thread.UncaughtExceptionHandler handler = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, fault) -> {});
    try {
      before(place, 0);
      var whole = new Fate(null);
      assertThat(killed(place.store(0, whole), whole)).isFalse();
      var ends = new ArrayList<String>();
      for (End end : whole.ends()) {
        int number = ends.size() + 1;
        before(place, number);
        var fate = new Fate(end);
        // Not every start writes the attempts as often.
        boolean killed = killed(place.store(number, fate), fate);
        ends.add(killed ? end.step() : end.step() + " did not come");
        restarted(place.store(number, NO_STEPS), number + " " + end);
      }
      return ends;
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(handler);
    }
  }

  private static void before(Place place, int number) {
    try (RevisionRig first = new RevisionRig(place.store(number, NO_STEPS), BEFORE)) {
      first.served(BEFORE);
    }
  }

  /** Starts and offers the new one; whether it ended at the step. */
  private static boolean killed(RevisionStore store, Fate fate) {
    try (RevisionRig rig = new RevisionRig(store, null, fate, HostEvents.NONE).start()) {
      rig.activation.offer(NEW);
      Await.until(
          "it ended or serves",
          () ->
              fate.ended.get()
                  || RevisionRig.digest(NEW).equals(rig.serving()) && rig.activation != null);
      return fate.ended.get();
    } catch (Killed e) {
      return true;
    }
  }

  private static void restarted(RevisionStore store, String when) {
    try (RevisionRig rig = new RevisionRig(store, BEFORE)) {
      if (rig.opening.suspect() == null) {
        assertThat(rig.opening.reasons()).as(when).isEmpty();
        assertThat(rig.once("it has settled", live -> true).rules().digest())
            .as(when)
            .isEqualTo(rig.opening.serving().digest());
      }
      Await.until(
          when + ": the one before or the new one serves",
          () ->
              Set.of(RevisionRig.digest(BEFORE), RevisionRig.digest(NEW))
                  .contains(String.valueOf(rig.serving())));
      assertThat(RevisionRig.versions(rig.now())).as(when).hasSize(1);
      rig.serves(NEW);
    }
  }
}
