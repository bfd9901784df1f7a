package dev.plumbline.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plumbline.action.Action;
import dev.plumbline.action.Action.Mode;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.Actuator;
import dev.plumbline.action.Change;
import dev.plumbline.action.Outcome;
import dev.plumbline.action.Plan;
import dev.plumbline.conclusion.ImageConclusions.AmiUsed;
import dev.plumbline.engine.RuleSession.SettleLimits;
import dev.plumbline.fact.Images.SsmParameter;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.fact.Policy.FieldWrites;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.log.Entry;
import dev.plumbline.log.EntryKind;
import dev.plumbline.log.MemoryLog;
import dev.plumbline.log.Recorded;
import dev.plumbline.loop.ActionHistory;
import dev.plumbline.loop.ActionPipeline;
import dev.plumbline.loop.Await;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.Host;
import dev.plumbline.loop.Host.LoopTimings;
import dev.plumbline.loop.HostEvents;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.HostState;
import dev.plumbline.record.EntryWriter.WriterIdentity;
import dev.plumbline.source.FactUpdate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * A process that is started again keeps to the limits of writes: the log tells what was written.
 */
class RestoredWritesTest {

  private static final Instant NOW = Instant.parse("2026-11-20T09:00:00Z");

  /** A field is written as long as it was written less than twice within ten minutes. */
  private static final String RULES =
      """
      package rules.x
      import dev.plumbline.fact.FieldWrites
      import dev.plumbline.fact.SsmParameter
      import dev.plumbline.conclusion.AmiUsed
      rule "written less than twice"
          @Id("X-001") @Control("CM-2") @Severity("info")
      when
          SsmParameter( $name : name, $ami : value )
          not FieldWrites( counted >= 2 )
      then
          insertLogical( new AmiUsed( $name, $ami ) );
      end
      """;

  private static final String PARAMETERS =
      """
      parameters:
        actions.interval:
          kind: duration
          default: 10m
          description: The time within which writes count.
      """;

  private static final Action ACTION =
      new Action(
          ActionKind.SET_NODE_POOL_WEIGHT,
          new ObjectRef("karpenter.sh/v1", "NodePool", null, "default"),
          Mode.ENFORCE,
          null,
          new Change.Delete(JsonNodeFactory.instance.objectNode()),
          List.of());

  private final MemoryLog log = new MemoryLog("plumbline.dev/log/test");
  private final List<Instant> writes = new CopyOnWriteArrayList<>();
  private Instant now = NOW;

  /** Writes at once what it is handed. */
  private final class Hands implements Actuator {

    @Override
    public void apply(Recorded<Plan> plan, Consumer<Outcome> outcomes) {
      for (Action action : plan.value().actions()) {
        writes.add(now);
        outcomes.accept(
            new Outcome(
                action.kind(),
                action.object(),
                Outcome.Result.DONE,
                null,
                "",
                now,
                "v",
                "kubectl"));
      }
    }

    @Override
    public void stop() {}

    @Override
    public void close() {}
  }

  /** One life of the process; returns what it knew in the end of the writes of the field. */
  private List<FieldWrites> life() {
    Evaluation evaluation =
        Evaluation.with(RuleFiles.of(Map.of("x.drl", RULES, "x.parameters.yaml", PARAMETERS)));
    InstantSource clock = InstantSource.fixed(now);
    var history = new ActionHistory.InMemory(clock);
    var hands = new Hands();
    Recorder recorder = recorder(clock, hands).remembering(history::remembers);
    var published = new HostState();
    published.log(recorder::status);
    int before = writes.size();
    try (var host =
        new Host(
            evaluation,
            published,
            new ActionPipeline(
                (conclusions, objects) ->
                    conclusions.of(AmiUsed.class).isEmpty()
                        ? Plan.NOTHING
                        : new Plan(List.of(ACTION)),
                recorder,
                hands,
                history,
                () -> true),
            new LoopTimings(
                Duration.ZERO,
                Duration.ofMinutes(1),
                new SettleLimits(1_000, Duration.ofSeconds(60)),
                Duration.ofMillis(20),
                clock),
            HostEvents.NONE)) {
      host.publish(List.of(new FactUpdate("/a", List.of(new SsmParameter("/a", "ami-1")), null)));
      host.start();
      Await.until(
          "it has written or knows that it may not",
          () -> writes.size() > before || knows(published.now()));
      Await.until("all is recorded", () -> published.log().waiting() == 0);
    }
    return published.now().facts(FieldWrites.class);
  }

  private static boolean knows(HostSnapshot live) {
    return live != null && live.facts(FieldWrites.class).stream().anyMatch(f -> f.counted() >= 2);
  }

  private Recorder recorder(InstantSource clock, Actuator hands) {
    var place =
        new LogLocation() {
          @Override
          public Opened open() {
            return new Opened(log, null);
          }

          @Override
          public void check() {}

          @Override
          public String name() {
            return "memory";
          }
        };
    return new Recorder(
        place,
        opened ->
            new EntryWriter(
                opened.log(),
                new WriterIdentity("1", "pod-1", "cluster", 1000),
                new RevisionEventBuffer(),
                new SecretMask(List.of())),
        HostSnapshot::leader,
        new RecorderHealth("memory", null, clock, () -> 0),
        clock,
        hands::stop);
  }

  @Test
  void elevenLivesWriteNoMoreThanOneMay() {
    var known = new ArrayList<FieldWrites>();
    for (int i = 0; i < 11; i++) {
      known.addAll(life());
      now = now.plusSeconds(30);
    }

    assertThat(writes).containsExactly(NOW, NOW.plusSeconds(30));
    assertThat(known.getLast().counted()).isEqualTo(2);
    assertThat(known.getLast().manager()).isEqualTo("kubectl");
    // When: the time over which they count has passed
    now = NOW.plus(Duration.ofMinutes(11));
    life();
    assertThat(writes).hasSize(3);
  }

  @Test
  void anOutcomeIsReadAsItWasWritten() {
    life();

    List<Outcome> read = PastWrites.in(log, 0, NOW);

    assertThat(read)
        .containsExactly(
            new Outcome(
                ACTION.kind(),
                ACTION.object(),
                Outcome.Result.DONE,
                null,
                "",
                NOW,
                "v",
                "kubectl"));
    assertThat(PastWrites.in(log, 0, NOW.plusSeconds(1))).isEmpty();
    assertThat(PastWrites.in(log, log.head().size(), NOW)).isEmpty();
    var outcomes = new ArrayList<Entry>();
    log.read(
        0, log.head().size(), entry -> entry.kind() != EntryKind.OUTCOME || outcomes.add(entry));
    assertThat(outcomes).hasSize(1);
  }
}
