package dev.plumbline.loop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plumbline.Given;
import dev.plumbline.MemoryRecorder;
import dev.plumbline.action.Action;
import dev.plumbline.action.Action.Mode;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.Actuator;
import dev.plumbline.action.Change;
import dev.plumbline.action.Outcome;
import dev.plumbline.action.Plan;
import dev.plumbline.conclusion.ImageConclusions.AmiUsed;
import dev.plumbline.engine.RuleSession.SettleLimits;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Images.SsmParameter;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.fact.Policy.ActionFailure;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.log.Recorded;
import dev.plumbline.loop.Host.LoopTimings;
import dev.plumbline.loop.HostState.HostStatus;
import dev.plumbline.source.FactUpdate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The loop, with rules that say at once what they were told. */
class HostTest {

  private static final Instant NOW = Instant.parse("2026-11-20T09:00:00Z");

  /** Every parameter of SSM is an image in use; for one called loop there is ever another. */
  private static final String RULES =
      """
      package rules.x
      import dev.plumbline.fact.SsmParameter
      import dev.plumbline.conclusion.AmiUsed
      rule "a parameter names an image"
          @Id("X-001") @Control("CM-2") @Severity("info")
      when
          SsmParameter( $name : name, $ami : value )
      then
          insertLogical( new AmiUsed( $name, $ami ) );
      end
      rule "there is ever another"
          @Id("X-002") @Control("CM-2") @Severity("info")
      when
          exists SsmParameter( name == "loop" )
          AmiUsed( nodeClass == "loop", $ami : ami )
      then
          insertLogical( new AmiUsed( "loop", $ami + "+" ) );
      end
      """;

  private static final Evaluation EVALUATION =
      Evaluation.with(RuleFiles.of(Map.of("x.drl", RULES)));

  private static final Action ACTION =
      new Action(
          ActionKind.SET_NODE_POOL_WEIGHT,
          new ObjectRef("karpenter.sh/v1", "NodePool", null, "default"),
          Mode.ENFORCE,
          null,
          new Change.Delete(JsonNodeFactory.instance.objectNode()),
          List.of());

  /** Writes nothing, and says so when it is told to. */
  private static final class Hands implements Actuator {

    final BlockingQueue<Plan> plans = new LinkedBlockingQueue<>();
    final AtomicBoolean closed = new AtomicBoolean();
    volatile Consumer<Outcome> outcomes = outcome -> {};

    @Override
    public void apply(Recorded<Plan> plan, Consumer<Outcome> outcomes) {
      this.outcomes = outcomes;
      plans.add(plan.value());
    }

    @Override
    public void stop() {
      plans.add(Plan.NOTHING);
    }

    @Override
    public void close() {
      closed.set(true);
    }

    Plan next() throws InterruptedException {
      return Objects.requireNonNull(plans.poll(60, TimeUnit.SECONDS), "no plan");
    }
  }

  private final HostState published = new HostState();
  private final Hands hands = new Hands();
  private final AtomicBoolean leader = new AtomicBoolean(true);
  private final List<Integer> batches = new CopyOnWriteArrayList<>();
  private final List<Outcome> recorded = new ArrayList<>();
  private Host host = host(Duration.ZERO, new SettleLimits(1_000, Duration.ofSeconds(60)));

  private Host host(Duration quiet, SettleLimits limits) {
    var record =
        new ActionHistory() {
          @Override
          public void add(Outcome outcome) {
            recorded.add(outcome);
          }

          @Override
          public List<Fact> facts(HostSnapshot live) {
            return recorded.stream()
                .<Fact>map(o -> new ActionFailure("PinAmis", "x", "Conflict", "", 1, o.at()))
                .limit(1)
                .toList();
          }
        };
    return new Host(
        EVALUATION,
        published,
        new ActionPipeline(
            (conclusions, objects) ->
                conclusions.of(AmiUsed.class).isEmpty() ? Plan.NOTHING : new Plan(List.of(ACTION)),
            new MemoryRecorder(),
            hands,
            record,
            leader::get),
        new LoopTimings(
            quiet, Duration.ofMinutes(1), limits, Duration.ofMillis(20), InstantSource.fixed(NOW)),
        new HostEvents() {
          @Override
          public void batch(int owners) {
            batches.add(owners);
          }
        });
  }

  @AfterEach
  void close() {
    host.close();
  }

  @Test
  void whatIsToldInOneGoIsSettledInOneGoAndPublished() {
    host.publish(List.of(ssm("/a", "ami-1"), ssm("/b", "ami-2")));
    host.start();

    HostSnapshot live = settled(1);

    assertThat(images(live)).containsExactly("ami-1", "ami-2");
    assertThat(live.facts().get("SsmParameter")).hasSize(2);
    assertThat(live.at()).isEqualTo(NOW);
    assertThat(live.gates()).isEmpty();
    assertThat(batches).containsExactly(2);
  }

  @Test
  void ofManyNewsOfOneOwnerTheLatestCounts() {
    for (int i = 0; i < 100; i++) {
      host.publish(List.of(ssm("/a", "ami-" + i)));
    }
    host.publish(List.of(ssm("/b", "ami-0"), FactUpdate.gone("/c")));
    assertThat(published.queued()).isZero();
    host.start();

    assertThat(images(settled(1))).containsExactly("ami-99", "ami-0");
    assertThat(batches).containsExactly(3);
  }

  @Test
  void whatIsGoneIsConcludedNoMore() {
    host.publish(List.of(ssm("/a", "ami-1"), ssm("/b", "ami-2")));
    host.start();
    settled(1);

    host.publish(List.of(FactUpdate.gone("/a")));

    assertThat(images(settled(2))).containsExactly("ami-2");
  }

  @Test
  void thePlanIsHandedToTheActuatorOnceForWhatCameOfIt() throws Exception {
    host.publish(List.of(ssm("/a", "ami-1")));
    host.start();
    assertThat(hands.next().actions()).containsExactly(ACTION);

    hands.outcomes.accept(
        new Outcome(ACTION.kind(), ACTION.object(), Outcome.Result.FAILED, "Conflict", "", NOW));

    HostSnapshot live = settled(2);
    assertThat(live.outcomes()).containsOnlyKeys("SetNodePoolWeight NodePool/default");
    assertThat(live.facts().get("ActionFailure")).hasSize(1);
    assertThat(hands.plans).isEmpty();
  }

  @Test
  void theNewestOutcomeIsTheLast() throws Exception {
    host.publish(List.of(ssm("/a", "ami-1")));
    host.start();
    assertThat(hands.next().actions()).containsExactly(ACTION);

    for (String pool : List.of("d", "b", "e", "a", "c", "d")) {
      var object = new ObjectRef("karpenter.sh/v1", "NodePool", null, pool);
      hands.outcomes.accept(
          new Outcome(ACTION.kind(), object, Outcome.Result.FAILED, "Conflict", "", NOW));
    }

    Await.until("all came back", () -> pools().size() == 5 && pools().getLast().equals("d"));
    assertThat(pools()).containsExactly("b", "e", "a", "c", "d");
  }

  @Test
  void onlyTheLeaderActsAndOneWhoIsItNoMoreStops() throws Exception {
    leader.set(false);
    host.publish(List.of(ssm("/a", "ami-1")));
    host.start();
    assertThat(settled(1).plan().actions()).hasSize(1);
    assertThat(settled(1).leader()).isFalse();
    assertThat(hands.plans).isEmpty();

    leader.set(true);
    host.publish(List.of());
    assertThat(hands.next().actions()).hasSize(1);

    leader.set(false);
    host.publish(List.of());
    assertThat(hands.next()).isEqualTo(Plan.NOTHING);
  }

  @Test
  void aSettlementThatRunsInCirclesIsStoppedAndHealsWhenItsReasonGoes() throws Exception {
    host.publish(List.of(ssm("/a", "ami-1")));
    host.start();
    HostSnapshot before = settled(1);
    assertThat(hands.next().actions()).hasSize(1);

    host.publish(List.of(ssm("loop", "ami-2"), ssm("/a", "ami-3")));
    Await.until("the gate is closed", () -> !now().gates().isEmpty());

    HostSnapshot held = now();
    assertThat(held.settlement()).isSameAs(before.settlement());
    assertThat(held.facts()).isEqualTo(before.facts());
    assertThat(held.plan()).isEqualTo(Plan.NOTHING);
    assertThat(hands.next()).isEqualTo(Plan.NOTHING);
    assertThat(held.gates())
        .singleElement()
        .satisfies(
            gate -> {
              assertThat(gate.gate()).isEqualTo("settlement");
              assertThat(gate.waitsFor()).isEqualTo("X-002");
              assertThat(gate.errorClass()).isEqualTo("persistent");
              assertThat(gate.message()).contains("X-002 (x.drl:11)").contains("1000 of them");
            });
    assertThat(host.status().ready()).isFalse();
    assertThat(host.status().live()).isTrue();

    host.publish(List.of(FactUpdate.gone("loop")));
    Await.until("it has settled again", () -> now().gates().isEmpty());

    assertThat(images(now())).containsExactly("ami-3");
    assertThat(now().plan().actions()).hasSize(1);
    assertThat(host.status()).isEqualTo(new HostStatus(true, true, true, List.of()));
  }

  @Test
  void itIsReadyOnceEverySourceThatItHasCanBeReliedOn() {
    host.close();
    host =
        new Host(
            Evaluation.with((java.nio.file.Path) null),
            published,
            ActionPipeline.DISABLED,
            new LoopTimings(
                Duration.ZERO,
                Duration.ofMinutes(1),
                new SettleLimits(1_000_000, Duration.ofMinutes(5)),
                Duration.ofSeconds(1),
                InstantSource.fixed(NOW)),
            HostEvents.NONE);
    assertThat(host.status().reasons())
        .containsExactly("nothing has settled yet", "the loop does not run");
    host.start();
    host.publish(List.of(status("images", "syncing"), status("prices", "absent")));

    settled(1);
    assertThat(host.status())
        .isEqualTo(new HostStatus(true, false, true, List.of("images is still loading")));

    host.publish(List.of(status("images", "synced")));

    settled(2);
    assertThat(host.status()).isEqualTo(new HostStatus(true, true, true, List.of()));
  }

  @Test
  void closingEndsTheLoopAndTheActuator() {
    host.start();
    host.publish(List.of(ssm("/a", "ami-1")));
    settled(1);

    host.close();
    host.publish(List.of(ssm("/b", "ami-2")));

    assertThat(hands.closed).isTrue();
    assertThat(host.status().live()).isFalse();
    assertThat(published.queued()).isZero();
    assertThat(now().sequence()).isEqualTo(1);
  }

  private HostSnapshot settled(long sequence) {
    Await.until(
        "it has settled " + sequence + " times",
        () -> published.now() != null && now().sequence() >= sequence);
    return now();
  }

  private HostSnapshot now() {
    return Objects.requireNonNull(published.now());
  }

  private List<String> pools() {
    return now().outcomes().values().stream().map(each -> each.object().name()).toList();
  }

  private static List<String> images(HostSnapshot live) {
    return live.settlement().of(AmiUsed.class).stream().map(AmiUsed::ami).toList();
  }

  private static FactUpdate ssm(String name, String value) {
    return new FactUpdate(name, List.of(new SsmParameter(name, value)), null);
  }

  private static FactUpdate status(String source, String state) {
    Fact status = Given.sourceStatus(source, state, "Describe", null, null);
    return new FactUpdate(status.key(), List.of(status), null);
  }
}
