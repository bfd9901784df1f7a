package dev.plumbline.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plumbline.MemoryRecorder;
import dev.plumbline.action.Action;
import dev.plumbline.action.Action.Mode;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.Actuator;
import dev.plumbline.action.Change;
import dev.plumbline.action.LiveObjects;
import dev.plumbline.action.Outcome;
import dev.plumbline.action.Plan;
import dev.plumbline.conclusion.Conclusions;
import dev.plumbline.conclusion.ImageConclusions.AmiUsed;
import dev.plumbline.engine.RuleSession.SettleLimits;
import dev.plumbline.fact.Images.SsmParameter;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.log.Recorded;
import dev.plumbline.loop.Host.LoopTimings;
import dev.plumbline.source.FactUpdate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The loop goes on with other rules between two settlements, or with the same as if nothing was.
 */
class HostSwapTest {

  private static final String RULES =
      """
      package rules.x
      import dev.plumbline.fact.ErrorClass
      import dev.plumbline.fact.SsmParameter
      import dev.plumbline.conclusion.AmiUsed
      rule "a parameter names an image"
          @Id("X-001") @Control("CM-2") @Severity("info")
      when
          ErrorClass( $version : code )
          SsmParameter( $ami : value )
      then
          insertLogical( new AmiUsed( $version, $ami ) );
      end
      """;

  private static final String ENDLESS =
      """
      rule "there is ever another"
          @Id("X-002") @Control("CM-2") @Severity("info")
      when
          exists SsmParameter( name != "none" )
          AmiUsed( $version : nodeClass, $ami : ami )
      then
          insertLogical( new AmiUsed( $version, $ami + "+" ) );
      end
      """;

  private static final Evaluation OLD = evaluation("old", "");
  private static final Evaluation NEW = evaluation("new", "");

  private final HostState published = new HostState();
  private final Host host =
      new Host(
          OLD,
          published,
          new ActionPipeline(
              this::plan, new MemoryRecorder(), new Hands(), ActionHistory.NONE, () -> true),
          new LoopTimings(
              Duration.ZERO,
              Duration.ofMinutes(1),
              new SettleLimits(1_000, Duration.ofMinutes(5)),
              Duration.ofMillis(20),
              InstantSource.fixed(Instant.parse("2026-11-20T09:00:00Z"))),
          HostEvents.NONE);

  /** What each plan that was handed over as the leader came of, and what served then. */
  private final List<String> handed = new CopyOnWriteArrayList<>();

  private static final Action ACTION =
      new Action(
          ActionKind.SET_NODE_POOL_WEIGHT,
          new ObjectRef("karpenter.sh/v1", "NodePool", null, "default"),
          Mode.ENFORCE,
          null,
          new Change.Delete(JsonNodeFactory.instance.objectNode()),
          List.of());

  private String planned = "";

  private Plan plan(Conclusions conclusions, LiveObjects objects) {
    planned =
        conclusions.of(AmiUsed.class).stream().map(AmiUsed::nodeClass).distinct().toList() + " ";
    return new Plan(List.of(ACTION));
  }

  private final class Hands implements Actuator {

    @Override
    public void apply(Recorded<Plan> plan, Consumer<Outcome> outcomes) {
      handed.add(planned + (now().rules() == NEW.rules() ? "new" : "old"));
    }

    @Override
    public void stop() {
      // nothing is being done
    }

    @Override
    public void close() {
      // nothing to finish
    }
  }

  private static Evaluation evaluation(String version, String more) {
    return Evaluation.with(
        RuleFiles.of(
            Map.of("x.drl", RULES + more, "error-classes.yaml", "notFound: [" + version + "]\n")));
  }

  private static PreparedRuleSet succession(Evaluation evaluation) {
    return new PreparedRuleSet(
        evaluation,
        evaluation.rules().newSession(),
        List.of(new FactUpdate("rules", evaluation.policy().facts(), null)));
  }

  @BeforeEach
  void start() {
    host.start();
    host.publish(List.of(ssm("/a", "ami-1"), ssm("/b", "ami-2")));
    Await.until("it has settled", () -> published.now() != null);
  }

  @AfterEach
  void close() {
    host.close();
  }

  @Test
  void goesOnWithOtherRulesAndTheirDataOnFactsOfNow() throws Exception {
    PreparedRuleSet next = succession(NEW);
    next.session().put(new SsmParameter("/a", "ami-0"));
    next.session().put(new SsmParameter("/gone", "ami-9"));

    HostSnapshot live = host.activate(next).get(60, TimeUnit.SECONDS);

    assertThat(used(live)).containsExactly("new ami-1", "new ami-2");
    assertThat(live.rules()).isSameAs(NEW.rules());
    assertThat(live.facts().get("ErrorClass").toString()).contains("new").doesNotContain("old");

    host.publish(List.of(FactUpdate.gone("/b")));
    Await.until("it has settled again", () -> used(now()).equals(List.of("new ami-1")));
    assertThat(now().rules()).isSameAs(NEW.rules());
  }

  @Test
  void actsOnlyOnWhatItHasSettledByTheRulesThatServe() throws Exception {
    HostSnapshot live = host.activate(succession(NEW)).get(60, TimeUnit.SECONDS);
    host.publish(List.of(ssm("/a", "ami-3")));
    Await.until("facts go on", () -> used(now()).contains("new ami-3"));
    host.close();

    assertThat(live.leader()).isTrue();
    assertThat(handed).contains("[old] old", "[new] new");
    assertThat(handed).allMatch(each -> each.equals("[old] old") || each.equals("[new] new"));
  }

  @Test
  void rulesThatDoNotComeToRestChangeNothing() {
    PreparedRuleSet endless = succession(evaluation("endless", ENDLESS));
    long before = now().sequence();

    assertThatThrownBy(() -> host.activate(endless).get(60, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("without converging, X-002");

    Await.until("it has settled again", () -> now().sequence() > before);
    assertThat(used(now())).containsExactly("old ami-1", "old ami-2");
    assertThat(now().rules()).isSameAs(OLD.rules());
    assertThat(now().facts().get("ErrorClass").toString()).contains("old");
    assertThat(now().gates()).isEmpty();
    host.publish(List.of(ssm("/a", "ami-3")));
    Await.until("facts go on", () -> used(now()).contains("old ami-3"));
  }

  @Test
  void aHostThatHasEndedTakesNoRules() {
    host.close();

    assertThatThrownBy(() -> host.activate(succession(NEW)).get(60, TimeUnit.SECONDS))
        .hasMessageContaining("the host has ended");
  }

  private HostSnapshot now() {
    return Objects.requireNonNull(published.now());
  }

  private static List<String> used(HostSnapshot live) {
    return live.settlement().of(AmiUsed.class).stream()
        .map(used -> used.nodeClass() + " " + used.ami())
        .toList();
  }

  private static FactUpdate ssm(String name, String value) {
    return new FactUpdate(name, List.of(new SsmParameter(name, value)), null);
  }
}
