package dev.plumbline.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.engine.SettlementProfile.Counts;
import dev.plumbline.engine.SettlementProfile.RuleCost;
import dev.plumbline.engine.SettlementProfile.Usage;
import dev.plumbline.engine.SettlementProfile.UsageMeter;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.language.InvalidRulesException;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.Evaluation.SnapshotReader;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SettlementProfileTest {

  private static final Evaluation SHIPPED = Evaluation.with(RuleFiles.shipped());
  private static final Collection<Fact> TOUR =
      SHIPPED.facts(SHIPPED.read(SnapshotReader.EXAMPLES, "tour", null)).values();

  private static final String HEAD =
      """
      package team

      import dev.plumbline.fact.Ami
      import dev.plumbline.fact.InstanceType
      import dev.plumbline.conclusion.AmiObjection

      rule "image of a type"
          @Id("TEAM-001") @Control("CM-2") @Severity("low")
      when
          Ami( $ami : id )
      """;
  private static final String TAIL =
      """
      then
          insertLogical( new AmiObjection( "TEAM-001", "any", $ami, $type ) );
      end
      """;

  /** Each look at it is one nanosecond and two bytes later. */
  private static UsageMeter ticking() {
    long[] now = {0};
    return () -> new Usage(++now[0], 2 * now[0]);
  }

  private static RuleSet team(String condition) {
    return RuleSet.unlinted(RuleFiles.of(Map.of("team.drl", HEAD + "    " + condition + TAIL)));
  }

  private static Counts counts(RuleSet rules, String id) {
    return SettlementProfile.of(rules, TOUR, ticking()).rules().stream()
        .filter(each -> each.rule().id().equals(id))
        .findFirst()
        .orElseThrow()
        .counts();
  }

  private static long number(Class<? extends Fact> type) {
    return TOUR.stream().filter(type::isInstance).count();
  }

  @Test
  void concludesWhatSettlingConcludesAndFiresAsOften() {
    Settlement settled;
    Map<String, Long> firings;
    try (RuleSession session = SHIPPED.rules().newSession()) {
      TOUR.forEach(session::put);
      settled = session.settle();
      firings = Map.copyOf(session.firings());
    }

    SettlementProfile profile = SettlementProfile.of(SHIPPED.rules(), TOUR, ticking());

    assertThat(profile.settlement().conclusions()).isEqualTo(settled.conclusions());
    assertThat(profile.settlement().all()).isEqualTo(settled.all());
    assertThat(profile.counts().firings())
        .isEqualTo(firings.values().stream().mapToLong(Long::longValue).sum())
        .isPositive();
  }

  @Test
  void countsAreTheSameEachTime() {
    SettlementProfile one = SettlementProfile.of(SHIPPED.rules(), TOUR, ticking());
    SettlementProfile other = SettlementProfile.of(SHIPPED.rules(), TOUR, ticking());

    assertThat(other).isEqualTo(one);
    assertThat(byId(other)).hasSize(SHIPPED.rules().rules().size());
  }

  private static Map<String, RuleCost> byId(SettlementProfile profile) {
    return profile.rules().stream()
        .collect(Collectors.toMap(each -> each.rule().id(), Function.identity()));
  }

  /** A condition for each pair is evaluated for each pair; one by a key is looked up. */
  @Test
  void aCrossProductIsSeenInTheEvaluations() {
    long amis = number(Ami.class);
    long types = number(InstanceType.class);

    Counts product = counts(team("InstanceType( $type : name, name != $ami )\n"), "TEAM-001");
    Counts lookup = counts(team("InstanceType( $type : name, name == $ami )\n"), "TEAM-001");

    assertThat(amis * types).isGreaterThan(amis + types);
    assertThat(product.evaluations()).isEqualTo(amis * types);
    assertThat(lookup.evaluations()).isBetween(amis + types, 2 * (amis + types));
    assertThat(product.partialMatches()).isEqualTo(amis);
  }

  @Test
  void theAlternativesOfARuleCountForTheRule() {
    RuleSet rules =
        team(
            """
            ( InstanceType( $type : name, name == "c7g.large" )
                or InstanceType( $type : name, name == "m7g.xlarge" ) )
            """);

    assertThat(SettlementProfile.of(rules, TOUR, ticking()).rules()).hasSize(1);
    assertThat(counts(rules, "TEAM-001").partialMatches()).isEqualTo(2 * number(Ami.class));
  }

  @Test
  void whatIsUsedBelongsToARuleOrToNone() {
    SettlementProfile profile =
        SettlementProfile.of(team("InstanceType( $type : name, name != $ami )\n"), TOUR, ticking());

    Usage rule = profile.rules().getFirst().usage();
    assertThat(rule.nanos()).isPositive();
    assertThat(rule.bytes()).isEqualTo(2 * rule.nanos());
    assertThat(rule.plus(profile.unassigned())).isEqualTo(profile.usage());
    // Each time that the rule is looked at is two looks at the meter, one tick apart.
    assertThat(profile.usage().nanos()).isEqualTo(2 * rule.nanos() + 1);
  }

  @Test
  void ofThisThreadTimeGoesOn() {
    var meter = UsageMeter.ofThread();
    Usage before = meter.now();
    byte[] some = new byte[1 << 20];
    Usage used = meter.now().minus(before);

    assertThat(used.nanos()).isPositive();
    assertThat(used.bytes()).isGreaterThanOrEqualTo(some.length);
  }

  @Test
  void rulesThatDoNotConvergeAreNamed() {
    RuleSet endless =
        RuleSet.unlinted(
            RuleFiles.of(
                Map.of(
                    "team.drl",
                    """
                    package team

                    import dev.plumbline.fact.Ami
                    import dev.plumbline.conclusion.AmiObjection

                    rule "begins"
                        @Id("TEAM-001") @Control("CM-2") @Severity("low")
                    when
                        Ami( $ami : id )
                    then
                        insertLogical( new AmiObjection( "TEAM-001", "", $ami, "x" ) );
                    end

                    rule "goes on"
                        @Id("TEAM-002") @Control("CM-2") @Severity("low")
                    when
                        AmiObjection( $class : nodeClass, $ami : ami )
                    then
                        insertLogical( new AmiObjection( "TEAM-002", $class + "x", $ami, "x" ) );
                    end
                    """)));

    List<Fact> one = TOUR.stream().filter(Ami.class::isInstance).limit(1).toList();

    assertThatThrownBy(() -> SettlementProfile.of(endless, one, ticking()))
        .isInstanceOf(InvalidRulesException.class)
        .hasMessageContaining("TEAM-002");
  }
}
