package dev.plumbline.revision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.fact.Revisions.RuleRevision;
import dev.plumbline.loop.HostEvents;
import dev.plumbline.loop.HostSnapshot;
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules and facts change at once, again and again. */
class RevisionMixTest {

  private static final int EDITS = 30;
  private static final int RELOADS = 200;
  private static final int WARM = 80;

  /** Looks at everything that is published. */
  private static final class Look implements HostEvents {

    final Map<String, String> versionByDigest = new ConcurrentHashMap<>();
    final List<String> mixed = new CopyOnWriteArrayList<>();
    final AtomicInteger seen = new AtomicInteger();

    @Override
    public void settled(HostSnapshot live, Duration took, int changes) {
      String version = versionByDigest.get(live.rules().digest());
      List<String> revisions =
          live.facts().getOrDefault("RuleRevision", List.of()).stream()
              .map(RuleRevision.class::cast)
              .filter(revision -> revision.state().equals("active"))
              .map(RuleRevision::digest)
              .toList();
      if (!RevisionRig.versions(live).equals(List.of(String.valueOf(version)))
          || !live.facts().get("ErrorClass").toString().contains("=" + version + ",")
          || !revisions.isEmpty() && !revisions.equals(List.of(live.rules().digest()))) {
        mixed.add(
            version
                + " "
                + RevisionRig.versions(live)
                + " "
                + live.facts().get("ErrorClass")
                + " "
                + revisions);
      }
      seen.incrementAndGet();
    }

    RuleOffer known(String version) {
      RuleOffer offer = RevisionRig.overlay(version);
      versionByDigest.put(RevisionRig.digest(offer), version);
      return offer;
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void noSettlementMixesTwoRevisions(long seed) throws InterruptedException {
    var look = new Look();
    try (RevisionRig rig =
        new RevisionRig(new RevisionStore.InMemory(), look.known("v0"), RevisionEvents.NONE, look)
            .start()) {
      Thread facts =
          Thread.ofPlatform()
              .start(
                  () -> {
                    var random = new SplittableRandom(seed);
                    while (!Thread.currentThread().isInterrupted()) {
                      int name = random.nextInt(5);
                      rig.host.publish(
                          List.of(
                              RevisionRig.image("/a", "ami-" + random.nextInt()),
                              RevisionRig.image("/" + name, "ami-" + random.nextInt(3))));
                      Thread.yield();
                    }
                  });
      var random = new SplittableRandom(-seed);
      for (int i = 1; i <= EDITS; i++) {
        RuleOffer offer = look.known("v" + random.nextInt(EDITS));
        rig.activation.offer(offer);
        if (random.nextInt(4) == 0) {
          rig.served(offer);
        }
      }
      rig.serves(look.known("last"));
      facts.interrupt();
      facts.join();
    }

    assertThat(look.mixed).as("seed %d", seed).isEmpty();
    assertThat(look.seen.get()).isGreaterThan(EDITS / 4);
  }

  @Test
  void reloadsLeaveNoClassBehind() {
    ClassLoadingMXBean classes = ManagementFactory.getClassLoadingMXBean();
    try (RevisionRig rig =
        new RevisionRig(new RevisionStore.InMemory(), RevisionRig.overlay("v0"))) {
      long warm = 0;
      for (int i = 1; i <= RELOADS; i++) {
        rig.serves(RevisionRig.overlay("v" + i));
        if (i == WARM) {
          warm = classes.getTotalLoadedClassCount();
        }
      }

      assertThat(classes.getTotalLoadedClassCount() - warm)
          .as("classes loaded by %d reloads", RELOADS - WARM)
          .isLessThan((RELOADS - WARM) / 4);
      assertThat(rig.board.now().history().revisions()).hasSize(3);
    }
  }
}
