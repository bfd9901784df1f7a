package dev.plumbline.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.Action;
import dev.plumbline.action.Action.Mode;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.Actuator;
import dev.plumbline.action.Change;
import dev.plumbline.action.LiveObjects;
import dev.plumbline.action.Outcome;
import dev.plumbline.action.Plan;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.engine.Settlement;
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.log.DecisionLog;
import dev.plumbline.log.DecisionLog.LogHead;
import dev.plumbline.log.Entry;
import dev.plumbline.log.Entry.Draft;
import dev.plumbline.log.EntryKind;
import dev.plumbline.log.LogFaultException;
import dev.plumbline.log.MemoryLog;
import dev.plumbline.log.Recorded;
import dev.plumbline.loop.Await;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.record.EntryWriter.WriterIdentity;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Nothing is done that is not recorded. */
class RecorderTest {

  private static final Instant NOW = Instant.parse("2026-11-20T09:00:00Z");
  private static final RuleSet RULES =
      Evaluation.with(RuleFiles.of(Map.of("parameters.yaml", "{}\n"))).rules();

  private final Disk disk = new Disk();
  private final Hands hands = new Hands();
  private final BlockingQueue<SourceStatus> told = new LinkedBlockingQueue<>();
  private final List<Outcome> outcomes = new ArrayList<>();
  private Duration idleEvery = Duration.ZERO;
  private @Nullable String ephemeral;
  private @Nullable Recorder recorder;

  /** A log that can be made to fail, or to wait. */
  private static final class Disk implements DecisionLog {
    private final MemoryLog log = new MemoryLog("plumbline.dev/log/test");
    private volatile boolean full;
    private volatile boolean forked;
    private volatile boolean gone;

    @Override
    public void check() {
      if (gone) {
        throw new LogFaultException("Altered", "its files are gone", new IOException());
      }
    }

    @Override
    public long append(List<Draft> drafts) {
      if (forked) {
        throw new LogFaultException("Forked", "another writer was there", new IOException());
      }
      if (full) {
        throw new LogFaultException("NoSpace", "disk full", new IOException());
      }
      return log.append(drafts);
    }

    @Override
    public String store(byte[] content) {
      return log.store(content);
    }

    @Override
    public LogHead head() {
      return log.head();
    }

    @Override
    public void read(long from, long to, Predicate<Entry> wanted) {
      log.read(from, to, wanted);
    }

    @Override
    public byte @Nullable [] object(String digest) {
      return log.object(digest);
    }

    @Override
    public void close() {}

    List<Entry> entries() {
      var all = new ArrayList<Entry>();
      read(0, head().size(), all::add);
      return all;
    }

    List<String> kinds() {
      return entries().stream().map(entry -> entry.kind().wire()).toList();
    }
  }

  private static final class Hands implements Actuator {
    private final BlockingQueue<Plan> plans = new LinkedBlockingQueue<>();
    private volatile Consumer<Outcome> outcomes = outcome -> {};

    @Override
    public void apply(Recorded<Plan> plan, Consumer<Outcome> to) {
      outcomes = to;
      plans.add(plan.value());
    }

    @Override
    public void stop() {
      plans.add(Plan.NOTHING);
    }

    @Override
    public void close() {}

    Plan next() throws InterruptedException {
      return Objects.requireNonNull(plans.poll(60, TimeUnit.SECONDS), "no plan");
    }
  }

  private Recorder start(boolean leads) {
    var place =
        new LogLocation() {
          @Override
          public Opened open() {
            disk.forked = false;
            return new Opened(disk, null);
          }

          @Override
          public void check() {
            if (disk.full) {
              throw new LogFaultException("NoSpace", "disk full", new IOException());
            }
          }

          @Override
          public String name() {
            return "memory";
          }
        };
    var writer = new WriterIdentity("1", "pod-1", "cluster", 1000);
    var masked = new SecretMask(List.of("*secret*"));
    Predicate<HostSnapshot> records = live -> !leads || live.leader();
    var made =
        new Recorder(
            place,
            opened ->
                new EntryWriter(opened.log(), writer, new RevisionEventBuffer(), masked)
                    .program(Map.of("commit", "c0ffee", "drools", "10"))
                    .idleEvery(idleEvery),
            records,
            new RecorderHealth("memory", ephemeral, InstantSource.fixed(NOW), () -> 0),
            InstantSource.fixed(NOW),
            hands::stop);
    recorder = made;
    made.health()
        .start(all -> all.forEach(each -> told.add((SourceStatus) each.facts().getFirst())));
    return made;
  }

  @AfterEach
  void close() {
    if (recorder != null) {
      recorder.close();
    }
  }

  private static HostSnapshot live(long sequence, boolean leader, Plan plan) {
    var facts = new TreeMap<String, List<Fact>>();
    Instant time = NOW.plusSeconds(10 * sequence);
    facts.put("EvaluationTime", List.of(new EvaluationTime(time)));
    facts.put(
        "SourceStatus",
        List.of(new SourceStatus("images", "synced", "DescribeImages", null, NOW, time, 0, 1, 0)));
    return new HostSnapshot(
        sequence,
        NOW.plusSeconds(10 * sequence),
        facts,
        LiveObjects.NONE,
        RULES,
        Settlement.NONE,
        plan,
        List.of(),
        Map.of(),
        leader);
  }

  private static Plan plan(int weight) {
    var patch = JsonNodeFactory.instance.objectNode();
    patch.putObject("spec").put("weight", weight);
    patch.putObject("metadata").putObject("annotations").put("my-Secret", "hush").put("plain", "x");
    return new Plan(
        List.of(
            new Action(
                ActionKind.SET_NODE_POOL_WEIGHT,
                new ObjectRef("karpenter.sh/v1", "NodePool", null, "default"),
                Mode.ENFORCE,
                null,
                new Change.Patch(JsonNodeFactory.instance.objectNode(), patch),
                List.of("POOL-001 so it is"))));
  }

  private void round(Recorder stage, HostSnapshot live) {
    stage.append(live);
    if (live.leader()) {
      stage.whenRecorded(plan -> hands.apply(plan, this::report));
    } else {
      stage.cancel();
    }
  }

  private void report(Outcome outcome) {
    Objects.requireNonNull(recorder).append(outcome);
    outcomes.add(outcome);
  }

  @Test
  void aPlanIsHandedOverOnceItsDecisionIsRecorded() throws InterruptedException {
    Recorder stage = start(true);
    // When
    round(stage, live(1, true, plan(10)));
    // Then
    assertThat(hands.next()).isEqualTo(plan(10));
    assertThat(disk.kinds()).containsExactly("start", "leader", "rules", "state", "decision");
    Entry decision = disk.entries().getLast();
    assertThat(decision.body().at("/actions/planned/0/change/patch/spec/weight").intValue())
        .isEqualTo(10);
    assertThat(stage.status().decision()).isEqualTo("test/4");
    assertThat(disk.entries().getFirst().body().path("program").toString())
        .isEqualTo("{\"commit\":\"c0ffee\",\"drools\":\"10\"}");
  }

  @Test
  void whatBecameOfItNamesTheEntryThatPlannedIt() throws InterruptedException {
    Recorder stage = start(true);
    round(stage, live(1, true, plan(10)));
    assertThat(hands.next()).isEqualTo(plan(10));
    // When: a tick in between plans nothing new
    round(stage, live(2, true, plan(10)));
    assertThat(hands.next()).isEqualTo(plan(10));
    Action action = plan(10).actions().getFirst();
    hands.outcomes.accept(
        new Outcome(action.kind(), action.object(), Outcome.Result.DONE, null, "", NOW));
    stage.close();
    // Then
    assertThat(outcomes).hasSize(1);
    assertThat(disk.kinds())
        .containsExactly(
            "start",
            "leader",
            "rules",
            "state",
            "decision",
            "decision",
            "outcome",
            "leader",
            "stop");
    assertThat(disk.entries().get(6).body().path("decision").longValue()).isEqualTo(4);
    JsonNode tick = disk.entries().get(5).body();
    assertThat(tick.has("actions")).isFalse();
    assertThat(tick.toString().length()).isLessThan(400);
  }

  @Test
  void whileOnlyTimePassesItIsRecordedNowAndThen() throws InterruptedException {
    idleEvery = Duration.ofMinutes(1);
    Recorder stage = start(true);
    // When: a tick every 10 s, of which the last one plans something else
    for (int tick = 1; tick <= 10; tick++) {
      round(stage, live(tick, true, plan(tick < 10 ? 10 : 20)));
      assertThat(hands.next()).as("handed over at each tick").isNotEqualTo(Plan.NOTHING);
    }
    stage.close();
    // Then
    List<ObjectNode> decisions =
        disk.entries().stream()
            .filter(entry -> entry.kind() == EntryKind.DECISION)
            .map(Entry::body)
            .toList();
    assertThat(decisions)
        .extracting(body -> body.path("number").intValue(), body -> body.path("spans").intValue())
        .containsExactly(tuple(1, 1), tuple(7, 6), tuple(10, 3));
    assertThat(decisions.get(1).at("/facts/put").size()).isEqualTo(2);
    assertThat(decisions.get(2).at("/actions/planned/0/change/patch/spec/weight").intValue())
        .isEqualTo(20);
  }

  @Test
  void whatCannotBeRecordedIsNotDone() throws InterruptedException {
    Recorder stage = start(true);
    round(stage, live(1, true, plan(10)));
    assertThat(hands.next()).isEqualTo(plan(10));
    assertThat(told.take().state()).isEqualTo("synced");
    // When
    disk.full = true;
    round(stage, live(2, true, plan(20)));
    // Then: what is under way ends, and the gates are told why
    assertThat(hands.next()).isEqualTo(Plan.NOTHING);
    SourceStatus status = told.take();
    assertThat(status.state()).isEqualTo("failed");
    assertThat(status.code()).isEqualTo("NoSpace");
    assertThat(stage.status().writable()).isFalse();
    // When: there is room again, after more has settled
    round(stage, live(3, true, plan(30)));
    disk.full = false;
    // Then
    assertThat(hands.next()).isEqualTo(plan(30));
    while (!status.state().equals("synced")) {
      status = told.take();
    }
    assertThat(disk.entries().getLast().body().path("number").longValue()).isEqualTo(3);
    assertThat(disk.kinds()).startsWith("start", "leader", "rules", "state", "decision");
    assertThat(hands.plans).isEmpty();
  }

  @Test
  void aLogThatGoesWithThePodIsWrittenAndKeepsTheGateClosed() throws InterruptedException {
    ephemeral = "/var/lib/plumbline-audit is an emptyDir";
    Recorder stage = start(true);

    SourceStatus status = told.take();
    assertThat(status.state()).isEqualTo("failed");
    assertThat(status.code()).isEqualTo("NotDurable");
    round(stage, live(1, true, plan(10)));
    stage.close();
    assertThat(stage.status().writable()).isTrue();
    assertThat(disk.kinds()).startsWith("start", "leader", "rules", "state", "decision");
  }

  @Test
  void whatIsRemovedClosesTheGateWithoutAnythingToWrite() throws InterruptedException {
    Recorder stage = start(true);
    round(stage, live(1, true, plan(10)));
    assertThat(hands.next()).isEqualTo(plan(10));
    assertThat(told.take().state()).isEqualTo("synced");
    // When
    disk.gone = true;
    // Then: nothing has settled meanwhile
    SourceStatus status = Objects.requireNonNull(told.poll(60, TimeUnit.SECONDS));
    assertThat(status.state()).isEqualTo("failed");
    assertThat(status.code()).isEqualTo("Altered");
    assertThat(hands.next()).isEqualTo(Plan.NOTHING);
    assertThat(stage.status().writable()).isFalse();
    // When: the files are back
    disk.gone = false;
    while (!status.state().equals("synced")) {
      status = Objects.requireNonNull(told.poll(60, TimeUnit.SECONDS));
    }
    round(stage, live(2, true, plan(20)));
    // Then
    assertThat(hands.next()).isEqualTo(plan(20));
  }

  @Test
  void whatIsRemovedIsNotedBeforeAPlanThatNeedsNoEntry() throws InterruptedException {
    idleEvery = Duration.ofMinutes(1);
    Recorder stage = start(true);
    round(stage, live(1, true, plan(10)));
    assertThat(hands.next()).isEqualTo(plan(10));
    assertThat(told.take().state()).isEqualTo("synced");
    // When
    disk.gone = true;
    round(stage, live(2, true, plan(10)));
    // Then
    assertThat(hands.next()).isEqualTo(Plan.NOTHING);
    assertThat(Objects.requireNonNull(told.poll(60, TimeUnit.SECONDS)).code()).isEqualTo("Altered");
    assertThat(stage.status().writable()).isFalse();
  }

  @Test
  void whereAnotherHasGoneOnItIsOpenedAnew() throws InterruptedException {
    Recorder stage = start(true);
    round(stage, live(1, true, plan(10)));
    assertThat(hands.next()).isEqualTo(plan(10));
    disk.forked = true;

    round(stage, live(2, true, plan(20)));

    assertThat(hands.next()).isEqualTo(Plan.NOTHING);
    assertThat(hands.next()).isEqualTo(plan(20));
    assertThat(disk.kinds())
        .containsExactly(
            "start",
            "leader",
            "rules",
            "state",
            "decision",
            "start",
            "leader",
            "rules",
            "state",
            "decision");
  }

  @Test
  void onlyTheLeaderRecords() throws InterruptedException {
    Recorder stage = start(true);
    round(stage, live(1, false, plan(10)));
    round(stage, live(2, true, plan(20)));
    assertThat(hands.next()).isEqualTo(plan(20));
    round(stage, live(3, false, plan(30)));
    round(stage, live(4, true, plan(40)));
    assertThat(hands.next()).isEqualTo(plan(40));
    assertThat(disk.kinds())
        .containsExactly(
            "start",
            "leader",
            "rules",
            "state",
            "decision",
            "leader",
            "stop",
            "start",
            "leader",
            "rules",
            "state",
            "decision");
  }

  @Test
  void whoLeadsNoMoreLooksBeforeItSaysThatItCanRecord() throws InterruptedException {
    Recorder stage = start(true);
    round(stage, live(1, true, plan(10)));
    assertThat(hands.next()).isEqualTo(plan(10));
    assertThat(told.take().state()).isEqualTo("synced");
    disk.full = true;
    round(stage, live(2, true, plan(20)));
    assertThat(told.take().state()).isEqualTo("failed");
    // When it no longer leads, and nothing is written that would show it
    round(stage, live(3, false, plan(20)));
    // Then
    SourceStatus still = Objects.requireNonNull(told.poll(60, TimeUnit.SECONDS));
    assertThat(still.state()).isEqualTo("failed");
    assertThat(stage.status().writable()).isFalse();
    disk.full = false;
    Await.until("it can record", () -> stage.status().writable());
  }

  @Test
  void whatIsSecretNeverEnters() throws InterruptedException {
    Recorder stage = start(true);
    round(stage, live(1, true, plan(10)));
    assertThat(hands.next()).isEqualTo(plan(10));
    JsonNode body = disk.entries().getLast().body();
    assertThat(body.toString()).doesNotContain("hush").contains("\"plain\":\"x\"");
    assertThat(body.path("masked").toString())
        .contains("/actions/planned/0/change/patch/metadata/annotations/my-Secret")
        .contains("/actions/planned/0/differences/");
  }

  @Test
  void withoutElectionTheOneThereIsRecords() throws InterruptedException {
    Recorder stage = start(false);
    round(stage, live(1, false, Plan.NOTHING));
    stage.close();
    assertThat(disk.kinds())
        .containsExactly("start", "leader", "rules", "state", "decision", "stop");
  }
}
