package dev.plumbline.loop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
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
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Images.SsmParameter;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.fact.Policy.ActionFailure;
import dev.plumbline.fact.Policy.Waiver;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.log.Recorded;
import dev.plumbline.loop.Host.LoopTimings;
import dev.plumbline.source.FactUpdate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Ticks of the clock that can change nothing are left out. */
class HostTicksTest {

  private static final Instant NOW = Instant.parse("2026-11-20T09:00:00Z");

  /** A waiver names an image until it ends, and a parameter of SSM names one. */
  private static final String RULES =
      """
      package rules.x
      import dev.plumbline.fact.EvaluationTime
      import dev.plumbline.fact.SsmParameter
      import dev.plumbline.fact.Waiver
      import dev.plumbline.conclusion.AmiUsed
      rule "a waiver is in force"
          @Id("X-001") @Control("CM-2") @Severity("info")
      when
          EvaluationTime( $now : this )
          Waiver( ! $now.reached( expiry ), $id : id )
      then
          insertLogical( new AmiUsed( "waiver", $id ) );
      end
      rule "a parameter names an image"
          @Id("X-002") @Control("CM-2") @Severity("info")
      when
          SsmParameter( $name : name, $ami : value )
      then
          insertLogical( new AmiUsed( $name, $ami ) );
      end
      """;

  private static final String CLOCK_READER =
      """
      rule "the time is read"
          @Id("X-003") @Control("CM-2") @Severity("info")
      when
          EvaluationTime( $now : instant )
          SsmParameter( name == "clock", $ami : value )
      then
          insertLogical( new AmiUsed( "clock", $ami + $now ) );
      end
      """;

  private static final Action ACTION =
      new Action(
          ActionKind.SET_NODE_POOL_WEIGHT,
          new ObjectRef("karpenter.sh/v1", "NodePool", null, "default"),
          Mode.ENFORCE,
          null,
          new Change.Delete(JsonNodeFactory.instance.objectNode()),
          List.of());

  private final AtomicBoolean leader = new AtomicBoolean();
  private final List<Fact> history = new ArrayList<>();
  private final AtomicInteger carriedOut = new AtomicInteger();
  private Host host = host(RULES, Duration.ofMinutes(1));

  private Host host(String rules, Duration maxTick) {
    var past =
        new ActionHistory() {
          @Override
          public void add(Outcome outcome) {
            // not kept
          }

          @Override
          public List<Fact> facts(HostSnapshot live) {
            return List.copyOf(history);
          }
        };
    return new Host(
        evaluation(rules),
        new HostState(),
        new ActionPipeline(
            (settlement, objects) ->
                settlement.of(AmiUsed.class).stream().anyMatch(it -> it.ami().equals("planned"))
                    ? new Plan(List.of(ACTION))
                    : Plan.NOTHING,
            new MemoryRecorder(),
            counting(),
            past,
            leader::get),
        new LoopTimings(
            Duration.ZERO,
            Duration.ZERO,
            new SettleLimits(1_000, Duration.ofSeconds(60)),
            Duration.ofSeconds(1),
            InstantSource.fixed(NOW),
            maxTick),
        HostEvents.NONE);
  }

  /** Counts the plans that it is given. */
  private Actuator counting() {
    return new Actuator() {
      @Override
      public void apply(Recorded<Plan> plan, Consumer<Outcome> outcomes) {
        carriedOut.incrementAndGet();
      }

      @Override
      public void stop() {
        // nothing is being done
      }

      @Override
      public void close() {
        // nothing to finish
      }
    };
  }

  private static Evaluation evaluation(String rules) {
    return Evaluation.with(RuleFiles.of(Map.of("x.drl", rules)));
  }

  @AfterEach
  void close() {
    host.close();
  }

  @Test
  void tickIsLeftOutUntilAConditionOnTheTimeChanges() {
    step(tick(0), waiver(35), ssm("/a", "ami-1"));
    long settled = step(tick(10)).sequence();

    assertThat(settled).isEqualTo(1);
    assertThat(step(tick(30)).sequence()).isEqualTo(settled);
    HostSnapshot ended = step(tick(40));
    assertThat(ended.sequence()).isEqualTo(settled + 1);
    assertThat(images(ended)).containsExactly("ami-1");
  }

  @Test
  void ticksAreLeftOutForALimitedTime() {
    step(tick(0), ssm("/a", "ami-1"));

    assertThat(step(tick(59)).sequence()).isEqualTo(1);
    assertThat(step(tick(60)).sequence()).isEqualTo(2);
    assertThat(step(tick(119)).sequence()).isEqualTo(2);
    assertThat(step(tick(120)).sequence()).isEqualTo(3);
  }

  @Test
  void everyTickIsSettledWhereNoneMayBeLeftOut() {
    host.close();
    host = host(RULES, Duration.ZERO);
    step(tick(0), ssm("/a", "ami-1"));

    assertThat(step(tick(1)).sequence()).isEqualTo(2);
  }

  @Test
  void newsAreJudgedAtTheLatestTick() {
    step(tick(0), ssm("/a", "ami-1"));
    step(tick(20));

    HostSnapshot live = step(waiver(15));

    assertThat(time(live)).isEqualTo(NOW.plusSeconds(20));
    assertThat(images(live)).containsExactly("ami-1");
  }

  @Test
  void tickIsSettledWhereARuleReadsTheTime() {
    host.close();
    host = host(RULES + CLOCK_READER, Duration.ofMinutes(1));
    step(tick(0), ssm("/a", "ami-1"));

    // while nothing meets the time, the rule does not read it
    assertThat(step(tick(10)).sequence()).isLessThanOrEqualTo(2);
    step(ssm("clock", "ami-2-"));
    assertThat(images(step(tick(20)))).contains("ami-2-2026-11-20T09:00:20Z");
  }

  @Test
  void tickIsSettledWhereAnythingElseMayHaveChanged() {
    HostSnapshot first = step(tick(0), ssm("/a", "ami-1"));

    // the leader is another one
    leader.set(true);
    assertThat(step(tick(1)).sequence()).isEqualTo(2);
    assertThat(step(tick(2)).sequence()).isEqualTo(2);

    // what actions have done is counted otherwise
    history.add(new ActionFailure("PinAmis", "x", "Conflict", "", 1, NOW));
    assertThat(step(tick(3)).sequence()).isEqualTo(3);
    assertThat(step(tick(4)).sequence()).isEqualTo(3);

    // other rules are to be activated
    Evaluation other = evaluation(RULES + CLOCK_READER);
    host.activate(new PreparedRuleSet(other, other.rules().newSession(), List.of()));
    HostSnapshot active = step(tick(5));
    assertThat(active.rules().digest()).isNotEqualTo(first.rules().digest());
  }

  @Test
  void whatIsPlannedIsCarriedOutAgainWithoutASettlement() {
    leader.set(true);
    long planned = step(tick(0), ssm("/a", "planned")).sequence();
    assertThat(carriedOut).hasValue(1);

    assertThat(step(tick(10)).sequence()).isEqualTo(planned);
    assertThat(carriedOut).hasValue(2);

    // nothing is left to do
    step(ssm("/a", "ami-1"));
    step(tick(20));
    assertThat(carriedOut).hasValue(2);
  }

  private HostSnapshot step(FactUpdate... updates) {
    host.publish(List.of(updates));
    return host.step();
  }

  private static Instant time(HostSnapshot live) {
    return live.facts(EvaluationTime.class).getFirst().instant();
  }

  private static List<String> images(HostSnapshot live) {
    return live.settlement().of(AmiUsed.class).stream().map(AmiUsed::ami).toList();
  }

  private static FactUpdate tick(int seconds) {
    return FactUpdate.of(new EvaluationTime(NOW.plusSeconds(seconds)));
  }

  private static FactUpdate waiver(int seconds) {
    return FactUpdate.of(new Waiver("CHG-1", "X-1", "*", "a", "b", NOW.plusSeconds(seconds)));
  }

  private static FactUpdate ssm(String name, String value) {
    return new FactUpdate(name, List.of(new SsmParameter(name, value)), null);
  }
}
