package dev.plumbline.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.conclusion.RolloutConclusions.NodeGone;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.rehearsal.ImageBehavior.Failure;
import dev.plumbline.rehearsal.MemoryApiServer.WatchEvent;
import dev.plumbline.rehearsal.MemoryApiServer.WatchType;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Why nodes went, over a day in which they do for every reason that there is. What was done to a
 * node is known here, and not told to the rules.
 */
@Tag("long")
class RemovalReasonsTest {

  private static final Evaluation RULES = Evaluation.with((Path) null);
  private static final String OBSERVE = "actions.mode: { \"*\": observe }";
  private static final Duration STEP = Duration.ofMinutes(10);
  private static final ObjectRef POOL = ObjectKind.NODE_POOL.ref("default");

  private final SplittableRandom random = new SplittableRandom(6254);
  private final Map<String, String> expected = new TreeMap<>(); // what was done, by claim
  private final Map<String, String> told = new TreeMap<>();
  private int events;

  @Test
  void everyNodeOfADayThatWentHasItsReason() {
    try (Rehearsal day = GoldenWorld.of(RULES, 1, "100%", OBSERVE, "evidence.window: 2d")) {
      day.server().watch(this::observe);
      day.onSettled(
          live ->
              live.settlement()
                  .of(NodeGone.class)
                  .forEach(gone -> told.put(gone.nodeClaim(), gone.reason())));
      expireAfter(day, "6h");
      Instant end = GoldenWorld.START.plus(Duration.ofDays(1));
      for (Instant now = GoldenWorld.START; now.isBefore(end); now = now.plus(STEP)) {
        day.karpenter().demand("web", Map.of(), 10 + random.nextInt(14));
        day.runUntil(now.plus(STEP.dividedBy(2)));
        happen(day, (int) Duration.between(GoldenWorld.START, now).dividedBy(STEP));
        day.runUntil(now.plus(STEP));
      }
      day.server().remove(POOL);
      day.karpenter().running().keySet().forEach(claim -> remove(day, claim, "NodePoolDeleted"));
      day.runUntil(end.plus(STEP));
    }
    // Then
    long unexplained = told.values().stream().filter("Unexplained"::equals).count();
    assertThat(told).hasSizeGreaterThan(200);
    assertThat(unexplained * 100).isPositive().isLessThanOrEqualTo(told.size());
    assertThat(told).containsAllEntriesOf(expected);
    assertThat(told.values())
        .contains(
            "Drifted",
            "Empty",
            "Expired",
            "Interrupted",
            "NeverRegistered",
            "Repaired",
            "NodeDeleted",
            "InstanceGone",
            "NodePoolDeleted");
  }

  private void happen(Rehearsal day, int step) {
    List<String> running = List.copyOf(day.karpenter().running().keySet());
    String claim = running.get(random.nextInt(running.size()));
    switch (step) {
      case 20 -> release(day, step, ImageBehavior.HEALTHY);
      case 80 ->
          release(day, step, new ImageBehavior(Failure.NEVER_REGISTERED, Duration.ZERO, 0.3));
      case 60, 100 ->
          release(day, step, new ImageBehavior(Failure.NOT_READY, Duration.ofMinutes(5), 0.1));
      case 70 -> remove(day, claim, "Unexplained");
      case 50, 90 -> deleteNode(day, claim);
      case 40, 110 -> terminate(day, claim);
      default -> {
        if (step % 3 == 0) {
          interrupt(day, claim);
        }
      }
    }
  }

  /** What Karpenter says itself is right whatever it is. */
  private void observe(WatchEvent event) {
    if (!event.ref().kind().equals(ObjectKind.NODE_CLAIM.kind())) {
      return;
    }
    JsonNode disruption = ModelNode.condition(event.object(), "DisruptionReason");
    if (event.type() != WatchType.DELETED && disruption.path("status").asText().equals("True")) {
      expected.putIfAbsent(event.ref().name(), disruption.path("reason").asText());
    }
  }

  /** Somebody deletes what Karpenter may be about to replace: then it has said why. */
  private void remove(Rehearsal day, String claim, String reason) {
    if (reason.equals("Interrupted")) {
      expected.put(claim, reason);
    } else {
      expected.putIfAbsent(claim, reason);
    }
    day.server().remove(ObjectKind.NODE_CLAIM.ref(claim));
  }

  private void deleteNode(Rehearsal day, String claim) {
    day.server().remove(ObjectKind.NODE.ref("ip-" + claim + ".internal"));
    day.runUntil(day.time().instant().plusMillis(200));
    remove(day, claim, "NodeDeleted");
  }

  /** The instance is terminated by hand: Karpenter's garbage collection finds none. */
  private void terminate(Rehearsal day, String claim) {
    day.server()
        .edit(
            ObjectKind.NODE.ref("ip-" + claim + ".internal"),
            node -> {
              node.withObjectProperty("status")
                  .putArray("conditions")
                  .addObject()
                  .put("type", "Ready")
                  .put("status", "Unknown")
                  .put("lastTransitionTime", ModelNode.time(day.time().instant()));
              return node;
            });
    day.runUntil(day.time().instant().plusSeconds(50));
    remove(day, claim, "InstanceGone");
  }

  private void interrupt(Rehearsal day, String claim) {
    ObjectNode event = JsonNodeFactory.instance.objectNode();
    event.put("reason", "TerminatingOnInterruption");
    event.put("lastTimestamp", day.time().instant().toString());
    event.putObject("involvedObject").put("kind", "NodeClaim").put("name", claim);
    day.server().put(new ObjectRef("v1", "Event", "default", claim + "." + events++), event);
    remove(day, claim, "Interrupted");
  }

  private static void release(Rehearsal day, int version, ImageBehavior behavior) {
    day.karpenter().behavior(GoldenWorld.ami(version), behavior);
    GoldenWorld.release(day, version);
  }

  private static void expireAfter(Rehearsal day, String age) {
    day.server()
        .edit(
            POOL,
            pool -> {
              pool.withObjectProperty("spec")
                  .withObjectProperty("template")
                  .withObjectProperty("spec")
                  .put("expireAfter", age);
              return pool;
            });
  }
}
