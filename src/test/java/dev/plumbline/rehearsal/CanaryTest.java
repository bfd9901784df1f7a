package dev.plumbline.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.action.Action;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.Change;
import dev.plumbline.action.LiveObjects;
import dev.plumbline.action.Plan;
import dev.plumbline.action.kubernetes.ObjectWriter;
import dev.plumbline.action.plan.ReleasePlanner;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.rehearsal.ImageBehavior.Failure;
import dev.plumbline.rehearsal.KarpenterModel.Launch;
import dev.plumbline.rehearsal.Rehearsal.Write;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A train of one ring whose candidates are tried by a canary of its own. */
@Tag("long")
class CanaryTest {

  private static final Evaluation RULES = Evaluation.with((Path) null);
  private static final ObjectRef CLASS = ObjectKind.EC2_NODE_CLASS.ref("plumbline-canary-golden");
  private static final ObjectRef POOL = ObjectKind.NODE_POOL.ref("plumbline-canary-golden");
  private static final int PODS = 6;

  /** The most nodes that a candidate may have here: 1 % of so few, but 2 at least. */
  private static final int BOUND = 2;

  private final Map<String, Integer> peaks = new HashMap<>();

  @Test
  void candidateRollsOutOnceTheCanaryHasShownItAndTheCanaryGoesWithTheVerdict() {
    try (Rehearsal rehearsal = world("10%")) {
      rehearsal.runUntil(day(2));
      GoldenWorld.release(rehearsal, 2);
      rehearsal.runUntil(day(3));

      assertThat(rehearsal.server().get(CLASS).at("/spec/amiSelectorTerms/0/id").asText())
          .isEqualTo(GoldenWorld.ami(2));
      assertThat(rehearsal.server().get(POOL).at("/spec/limits/nodes").asText()).isEqualTo("2");
      assertThat(images(rehearsal)).containsExactly(GoldenWorld.ami(1));

      morePods(rehearsal, 4);
      rehearsal.runUntil(day(3).plus(Duration.ofHours(5)));

      assertThat(tried(rehearsal, 2)).hasSize(BOUND).allMatch(CanaryTest::inCanary);
      assertThat(rehearsal.karpenter().allScheduled()).isTrue();

      rehearsal.runUntil(day(6));

      assertThat(images(rehearsal)).containsExactly(GoldenWorld.ami(2));
      assertThat(state(rehearsal, 2)).isEqualTo("proven");
      assertThat(rehearsal.server().get(POOL)).isNull();
      assertThat(rehearsal.server().get(CLASS)).isNull();
      assertThat(rehearsal.karpenter().running()).hasSize(PODS + 4);
      assertThat(canaryWrites(rehearsal)).hasSize(4).allMatch(Write::recorded);
      assertThat(rehearsal.unsettledInstants()).isZero();
    }
  }

  @Test
  void candidateThatFailsNeverRunsOnMoreThanTheNodesOfTheCanary() {
    try (Rehearsal rehearsal = world("10%")) {
      rehearsal.runUntil(day(2));
      bad(rehearsal, 2, Failure.NOT_READY, Duration.ofHours(4));
      morePods(rehearsal, 3);
      rehearsal.runUntil(day(4));

      assertThat(state(rehearsal, 2)).isEqualTo("quarantined");
      assertThat(tried(rehearsal, 2)).hasSize(BOUND).allMatch(CanaryTest::inCanary);
      assertThat(rehearsal.server().get(CLASS)).isNull();
      assertThat(images(rehearsal)).containsExactly(GoldenWorld.ami(1));

      bad(rehearsal, 3, Failure.NEVER_READY, Duration.ZERO);
      morePods(rehearsal, 5);
      rehearsal.runUntil(day(6));

      assertThat(state(rehearsal, 3)).isEqualTo("quarantined");

      GoldenWorld.release(rehearsal, 4);
      morePods(rehearsal, 7);
      rehearsal.runUntil(day(10));

      assertThat(state(rehearsal, 4)).isEqualTo("proven");
      assertThat(images(rehearsal)).containsExactly(GoldenWorld.ami(4));
      assertThat(peaks.get(GoldenWorld.ami(2))).isLessThanOrEqualTo(BOUND);
      assertThat(peaks.get(GoldenWorld.ami(3))).isLessThanOrEqualTo(BOUND);
    }
  }

  @Test
  void candidateOnWhichADaemonSetDoesNotWorkIsQuarantinedThoughItsNodesAreReady() {
    try (Rehearsal rehearsal = world("10%")) {
      rehearsal.runUntil(day(2));
      bad(rehearsal, 2, Failure.DAEMON_SET_FAILS, Duration.ofSeconds(30));
      morePods(rehearsal, 3);
      rehearsal.runUntil(day(2).plus(Duration.ofMinutes(40)));

      assertThat(state(rehearsal, 2)).isEqualTo("quarantined");
      assertThat(tried(rehearsal, 2)).hasSize(BOUND).allMatch(CanaryTest::inCanary);
      JsonNode failed =
          rehearsal
              .server()
              .get(ObjectKind.IMAGE_VERDICT.ref(GoldenWorld.ami(2)))
              .at("/status/failed");
      assertThat(failed)
          .hasSize(BOUND)
          .allSatisfy(
              node -> {
                assertThat(node.path("outcome").asText()).isEqualTo("daemonSetNotReady");
                assertThat(node.path("message").asText())
                    .contains("kube-system/agent-", "(CrashLoopBackOff, 1 restart)");
              });

      rehearsal.runUntil(day(3));
      assertThat(images(rehearsal)).containsExactly(GoldenWorld.ami(1));
    }
  }

  @Test
  void releaseADayExposesNoMoreNodesThanACanaryMayHave() {
    try (Rehearsal rehearsal = world("50%")) {
      rehearsal.runUntil(day(2));
      for (int day = 2; day < 30; day++) {
        if (day % 3 == 0) {
          bad(rehearsal, day, Failure.values()[day % 2], Duration.ofHours(day % 7));
        } else {
          GoldenWorld.release(rehearsal, day);
        }
        morePods(rehearsal, 3);
        rehearsal.runUntil(day(day).plus(Duration.ofHours(14)));
        morePods(rehearsal, 0);
        rehearsal.runUntil(day(day + 1));
      }

      long proven =
          rehearsal.server().all(ObjectKind.IMAGE_VERDICT.kind()).stream()
              .filter(verdict -> verdict.at("/status/state").asText().equals("proven"))
              .count();
      assertThat(proven).isGreaterThan(3);
      for (int day = 3; day < 30; day += 3) {
        assertThat(peaks.getOrDefault(GoldenWorld.ami(day), 0))
            .as("nodes of v" + day)
            .isLessThanOrEqualTo(BOUND);
      }
    }
  }

  @Test
  void canaryThatSomebodyDeletesAgainAndAgainIsNotFoughtFor() {
    try (Rehearsal rehearsal = world("10%")) {
      rehearsal.runUntil(day(2));
      GoldenWorld.release(rehearsal, 2);
      for (int minute = 1; minute < 30; minute++) {
        rehearsal.runUntil(day(2).plus(Duration.ofMinutes(minute)));
        rehearsal.server().remove(POOL);
      }
      rehearsal.runUntil(day(2).plus(Duration.ofMinutes(31)));

      assertThat(rehearsal.writes().stream().filter(write -> write.object().equals(POOL)))
          .hasSize(3);
      assertThat(images(rehearsal)).containsExactly(GoldenWorld.ami(1));
    }
  }

  @Test
  void releaseGivesBackACanaryWithItsNodesAndLeavesTheOriginals() {
    try (Rehearsal rehearsal = world("10%")) {
      rehearsal.runUntil(day(2));
      GoldenWorld.release(rehearsal, 2);
      morePods(rehearsal, 3);
      rehearsal.runUntil(day(2).plus(Duration.ofHours(1)));
      assertThat(tried(rehearsal, 2)).hasSize(BOUND);

      var objects = new HashMap<ObjectRef, JsonNode>();
      for (ObjectKind kind : List.of(ObjectKind.EC2_NODE_CLASS, ObjectKind.NODE_POOL)) {
        rehearsal
            .server()
            .all(kind.kind())
            .forEach(each -> objects.put(kind.ref(each.at("/metadata/name").asText()), each));
      }
      Plan plan = new ReleasePlanner().plan(new LiveObjects(objects));
      var writer = new ObjectWriter(rehearsal.server());
      plan.actions().stream()
          .filter(action -> action.kind() == ActionKind.MAINTAIN_CANARY)
          .forEach(action -> writer.write(action.object(), (Change.Delete) action.change()));

      assertThat(plan.actions())
          .extracting(Action::object)
          .containsExactly(ObjectKind.EC2_NODE_CLASS.ref("golden"), POOL, CLASS);
      rehearsal.time().advance(rehearsal.time().instant().plus(Duration.ofMinutes(5)));

      assertThat(rehearsal.server().get(POOL)).isNull();
      assertThat(rehearsal.server().get(CLASS)).isNull();
      assertThat(images(rehearsal)).containsExactly(GoldenWorld.ami(1));
    }
  }

  private Rehearsal world(String budget) {
    Rehearsal rehearsal = GoldenWorld.of(RULES, 1, budget);
    rehearsal.onSettled(
        live ->
            rehearsal.karpenter().running().values().stream()
                .collect(Collectors.groupingBy(image -> image, Collectors.summingInt(one -> 1)))
                .forEach((image, nodes) -> peaks.merge(image, nodes, Math::max)));
    rehearsal.karpenter().demand("web", Map.of(), PODS);
    return rehearsal;
  }

  private static void bad(Rehearsal rehearsal, int version, Failure failure, Duration after) {
    rehearsal.karpenter().behavior(GoldenWorld.ami(version), new ImageBehavior(failure, after, 1));
    GoldenWorld.release(rehearsal, version);
  }

  /** Some time after what happened before, as pods come. */
  private static void morePods(Rehearsal rehearsal, int more) {
    rehearsal.runUntil(rehearsal.time().instant().plus(Duration.ofMinutes(20)));
    rehearsal.karpenter().demand("web", Map.of(), PODS + more);
  }

  private static List<Launch> tried(Rehearsal rehearsal, int version) {
    return rehearsal.karpenter().launches().stream()
        .filter(launch -> launch.image().equals(GoldenWorld.ami(version)))
        .toList();
  }

  private static boolean inCanary(Launch launch) {
    return launch.nodePool().equals(POOL.name()) && launch.nodeClass().equals(CLASS.name());
  }

  private static List<String> images(Rehearsal rehearsal) {
    return rehearsal.karpenter().running().values().stream().distinct().toList();
  }

  private static String state(Rehearsal rehearsal, int version) {
    JsonNode verdict =
        rehearsal.server().get(ObjectKind.IMAGE_VERDICT.ref(GoldenWorld.ami(version)));
    return verdict == null ? "" : verdict.at("/status/state").asText();
  }

  private static List<Write> canaryWrites(Rehearsal rehearsal) {
    return rehearsal.writes().stream()
        .filter(write -> write.kind() == ActionKind.MAINTAIN_CANARY)
        .toList();
  }

  private static Instant day(int day) {
    return GoldenWorld.START.plus(Duration.ofDays(day));
  }
}
