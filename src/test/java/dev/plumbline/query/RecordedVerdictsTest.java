package dev.plumbline.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.Action;
import dev.plumbline.action.ApiServer;
import dev.plumbline.action.LiveObjects;
import dev.plumbline.action.Plan;
import dev.plumbline.action.plan.ClusterPlanner;
import dev.plumbline.action.plan.PlanJson;
import dev.plumbline.conclusion.ActionConclusions.ActionDue;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.Conclusions;
import dev.plumbline.conclusion.VerdictConclusions.ImageHealth;
import dev.plumbline.conclusion.VerdictConclusions.ImageRelease;
import dev.plumbline.conclusion.VerdictConclusions.ImageState;
import dev.plumbline.conclusion.VerdictConclusions.NodeOutcome;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.fact.Verdicts.ImageVerdict;
import dev.plumbline.log.Entry.Draft;
import dev.plumbline.log.EntryForm;
import dev.plumbline.log.EntryKind;
import dev.plumbline.log.MemoryLog;
import dev.plumbline.record.RecordedFactKeys;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What was written to ImageVerdicts, whatever got lost on the way, is what the log tells. */
class RecordedVerdictsTest {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final Instant BEGIN = Instant.parse("2026-11-20T00:00:00Z");
  private static final List<String> RELEASES =
      List.of("al2023@v20260707", "al2023@v20260714", "ami-1");
  private static final List<String> OUTCOMES =
      List.of("neverRegistered", "neverReady", "notReady", "repaired", "drifted", "removed");
  private static final List<String> STATES =
      List.of("candidate", "soaking", "proven", "quarantined");

  private final MemoryLog log = new MemoryLog("plumbline.dev/log/test");
  private final ApiServer server = new ApiServer(LiveObjects.NONE);
  private final List<NodeOutcome> ended = new ArrayList<>();
  private final TreeMap<String, String> states = new TreeMap<>();

  static IntStream seeds() {
    return IntStream.range(0, 50);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void isWhatWasWritten(int seed) {
    var random = new SplittableRandom(seed);
    Instant now = BEGIN;
    RELEASES.forEach(release -> states.put(release, "candidate"));
    for (int round = 0; round < 60; round++) {
      now = BEGIN.plusSeconds(10L * round);
      happen(random, round, now);
      // A process that is killed has recorded a plan and may not have carried it out.
      settle(now, random.nextInt(5) > 0);
    }
    settle(now, true);
    settle(now, true);

    assertThat(recorded().stream().map(RecordedVerdictsTest::canonical))
        .containsExactlyElementsOf(
            written().stream().map(RecordedVerdictsTest::canonical).toList());
    long counted = 0;
    for (ObjectNode each : recorded()) {
      for (JsonNode evidence : each.at("/status/evidence")) {
        counted += evidence.path("nodes").asLong();
      }
      assertThat(each.at("/status/failed").size()).isLessThanOrEqualTo(20);
    }
    assertThat(counted).as("each node once").isEqualTo(ended.size());
    assertThat(plan(now).actions()).isEmpty();
  }

  private void happen(SplittableRandom random, int round, Instant now) {
    String release = RELEASES.get(random.nextInt(RELEASES.size()));
    if (random.nextInt(4) == 0) {
      states.put(release, STATES.get(random.nextInt(STATES.size())));
    }
    for (int i = random.nextInt(4); i > 0; i--) {
      ended.add(
          new NodeOutcome(
              "p-" + round + "-" + i,
              release,
              "ami-1",
              "default",
              "p" + random.nextInt(2),
              random.nextBoolean() ? "m5.large" : null,
              null,
              OUTCOMES.get(random.nextInt(OUTCOMES.size())),
              now,
              random.nextInt(9_000),
              "it ended"));
    }
    JsonNode live = server.objects().get(ref(release));
    if (live != null && random.nextInt(5) == 0) {
      decide(release, live.deepCopy(), random.nextBoolean() ? "reason " + round : null, now);
    }
  }

  /** A person decides, or takes it back: a fact, once it is seen. */
  private void decide(String release, ObjectNode object, @Nullable String reason, Instant now) {
    ObjectNode fact = JSON.objectNode().put("release", release);
    if (reason == null) {
      object.remove("spec");
    } else {
      object.putObject("spec").put("decision", "approve").put("reason", reason);
      fact.put("decision", "approve").put("reason", reason);
    }
    server.put(ref(release), object);
    ObjectNode body = JSON.objectNode();
    body.putObject("facts").putArray("put").addObject().set("ImageVerdict", fact);
    append(now, body);
  }

  private void settle(Instant now, boolean carriedOut) {
    Plan plan = plan(now);
    if (plan.actions().isEmpty()) {
      return;
    }
    ObjectNode body = JSON.objectNode();
    body.putObject("actions").set("planned", PlanJson.of(plan));
    append(now, body);
    for (Action action : plan.actions()) {
      if (carriedOut && action.due()) {
        server.write(action.object(), action.change());
      }
    }
  }

  private void append(Instant at, ObjectNode body) {
    log.append(List.of(new Draft(at, EntryKind.DECISION, body)));
  }

  private Plan plan(Instant now) {
    var wanted = new ArrayList<Conclusion>(ended);
    states.forEach(
        (release, state) -> {
          wanted.add(new ImageState(release, state, "it is " + state));
          wanted.add(new ImageRelease("ami-of-" + ImageVerdict.name(release), release));
          wanted.add(new ImageHealth(release, "default", 2, 12, 0));
          wanted.add(new ActionDue("KeepImageVerdicts", ref(release).key(), "enforce", ""));
        });
    return new ClusterPlanner().plan(new Listed(wanted), server.objects().at(now));
  }

  private List<ObjectNode> recorded() {
    var archive = new LogArchive(log, new RecordedFactKeys(), null, done -> {});
    return new RecordedVerdicts(archive).at(log.head().size() - 1);
  }

  private List<ObjectNode> written() {
    var written = new ArrayList<ObjectNode>();
    for (JsonNode object : server.objects().all().values()) {
      ObjectNode one = object.deepCopy();
      ((ObjectNode) one.path("metadata")).remove("uid");
      written.add(one);
    }
    return written;
  }

  private static String canonical(ObjectNode object) {
    return new String(EntryForm.canonical(object), StandardCharsets.UTF_8);
  }

  private static ObjectRef ref(String release) {
    return ObjectKind.IMAGE_VERDICT.ref(ImageVerdict.name(release));
  }

  private record Listed(List<Conclusion> all) implements Conclusions {
    @Override
    public <T extends Conclusion> List<T> of(Class<T> type) {
      return all.stream().filter(type::isInstance).map(type::cast).toList();
    }
  }
}
