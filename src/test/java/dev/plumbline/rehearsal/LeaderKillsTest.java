package dev.plumbline.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.rehearsal.MemoryApiServer.WatchEvent;
import dev.plumbline.rehearsal.MemoryApiServer.WatchType;
import dev.plumbline.rehearsal.Rehearsal.Write;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Leaders that are killed at random moments of a train, mostly between two writes: what became of
 * each node is counted once, no verdict is lost, and nothing is written that was not recorded.
 */
@Tag("long")
class LeaderKillsTest {

  private static final Evaluation RULES = Evaluation.with((Path) null);
  private static final int TRAINS = 12;
  private static final int KILLS = 200;

  @Test
  void nothingIsLostOrCountedTwiceWhateverTheMoment() {
    List<Train> trains =
        IntStream.range(0, TRAINS).parallel().mapToObj(seed -> new Train(seed).run()).toList();

    assertThat(trains.stream().flatMap(train -> train.violations.stream())).isEmpty();
    assertThat(trains.stream().mapToInt(train -> train.kills).sum()).isGreaterThanOrEqualTo(KILLS);
    assertThat(trains.stream().mapToInt(train -> train.killsBetweenWrites).sum())
        .isGreaterThan(KILLS / 4);
    assertThat(trains.stream().mapToInt(train -> train.gone.size()).sum())
        .as("there was something to count")
        .isGreaterThan(TRAINS * 10);
  }

  /** Some days of a train: releases good and bad, nodes that fail and that people delete. */
  private static final class Train {

    private final long seed;
    private final SplittableRandom random;
    private final List<String> violations = new ArrayList<>();

    /** Release by NodeClaim. */
    private final Map<String, String> images = new HashMap<>();

    private final Set<String> gone = new TreeSet<>();
    private final Set<String> bad = new HashSet<>();
    private final Map<String, String> states = new HashMap<>();
    private int kills;
    private int killsBetweenWrites;

    Train(long seed) {
      this.seed = seed;
      this.random = new SplittableRandom(seed);
    }

    Train run() {
      try (Rehearsal rehearsal =
          GoldenWorld.of(
              RULES, seed, "50%", "train.withoutCanary: roll", "train.provenHours: 12")) {
        rehearsal.server().watch(event -> observe(rehearsal, event));
        rehearsal.onSettled(
            live -> {
              if (random.nextInt(40) == 0) {
                kills++;
                rehearsal.killLeader();
              }
            });
        bad.addAll(GoldenWorld.days(rehearsal, random, 3, Duration.ofDays(2)));
        judge(rehearsal);
      }
      return this;
    }

    private void observe(Rehearsal rehearsal, WatchEvent event) {
      ObjectRef ref = event.ref();
      if (ref.kind().equals(ObjectKind.NODE_CLAIM.kind())) {
        String image = event.object().at("/status/imageID").asText();
        if (!image.isEmpty()) {
          images.put(ref.name(), image);
        }
        if (event.type() == WatchType.DELETED && images.containsKey(ref.name())) {
          gone.add(ref.name());
        }
      } else if (ref.kind().equals(ObjectKind.IMAGE_VERDICT.kind())) {
        String state = event.object().at("/status/state").asText();
        String before = states.put(ref.name(), state);
        if ("quarantined".equals(before) && !state.equals(before)) {
          violations.add(ref.name() + " leaves quarantine for " + state);
        }
      }
      if (event.ours() && random.nextInt(2) == 0) {
        kills++;
        killsBetweenWrites++;
        rehearsal.killLeader();
      }
    }

    private void judge(Rehearsal rehearsal) {
      for (Write write : rehearsal.writes()) {
        if (!write.recorded()) {
          violations.add(write + " was not recorded before");
        }
      }
      var counted = new HashSet<String>();
      for (JsonNode verdict : rehearsal.server().all(ObjectKind.IMAGE_VERDICT.kind())) {
        String release = verdict.at("/status/release").asText();
        int names = 0;
        for (JsonNode name : verdict.at("/status/counted")) {
          names++;
          if (!counted.add(name.asText())) {
            violations.add(name.asText() + " is counted twice");
          }
          if (!release.equals(images.get(name.asText()))) {
            violations.add(name.asText() + " is counted for " + release);
          }
        }
        int nodes = 0;
        for (JsonNode evidence : verdict.at("/status/evidence")) {
          nodes += evidence.path("nodes").asInt();
        }
        if (nodes != names) {
          violations.add(release + " counts " + nodes + " nodes, by name " + names);
        }
      }
      for (String claim : gone) {
        if (!counted.contains(claim)) {
          violations.add(claim + " on " + images.get(claim) + " is gone and not counted");
        }
      }
      states.forEach(
          (release, state) -> {
            if (bad.contains(release) && state.equals("proven")) {
              violations.add(release + " fails and is proven");
            }
          });
      if (!"proven".equals(states.get(GoldenWorld.ami(1)))) {
        violations.add("the first release is not proven any more: " + states);
      }
      violations.replaceAll(violation -> "train " + seed + ": " + violation);
    }
  }
}
