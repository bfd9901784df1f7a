package dev.plumbline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.conclusion.ImageConclusions.AmiObjection;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.InstanceTypes.InstanceTypeOffering;
import dev.plumbline.fact.InstanceTypes.SpotPrice;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.language.RuleFiles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.drools.core.common.InternalFactHandle;
import org.drools.core.reteoo.ObjectTypeNodeId;
import org.junit.jupiter.api.Test;
import org.kie.api.runtime.KieSession;
import org.kie.api.runtime.rule.FactHandle;

/** Conditions take the facts of their type when there is something to join them with. */
class RightInputsTest {

  private static final List<String> ZONES = List.of("a", "b", "c");
  private static final List<String> TYPES = List.of("m5.large", "m6g.large", "g5.xlarge");

  /** Every kind of condition, on facts and on conclusions, before and after others. */
  private static final RuleSet RULES =
      RuleSet.compile(
          RuleFiles.of(
              Map.of(
                  "x.drl",
                  """
                  import dev.plumbline.fact.InstanceTypeOffering
                  import dev.plumbline.fact.Parameter
                  import dev.plumbline.fact.SpotPrice
                  import dev.plumbline.conclusion.AmiObjection
                  import dev.plumbline.conclusion.CalculationFailed

                  """
                      + rule("X-001", "InstanceTypeOffering( zone == $zone, $what : instanceType )")
                      + rule("X-002", "not InstanceTypeOffering( zone == $zone )")
                      + rule("X-003", "exists InstanceTypeOffering( zone == $zone )")
                      + rule(
                          "X-004",
                          "accumulate( InstanceTypeOffering( zone == $zone, $t : instanceType );"
                              + " $types : count( $t ); $types > 1 )")
                      + rule(
                          "X-005",
                          "InstanceTypeOffering( zone == $zone, $what : instanceType )"
                              + " SpotPrice( instanceType == $what, zone == $zone, $p : microUsdPerHour )"
                              + " not SpotPrice( instanceType == $what, microUsdPerHour < $p )")
                      + rule("X-006", "not SpotPrice()")
                      + rule("X-007", "CalculationFailed( object == $zone, $what : reason )")
                      + rule("X-008", "not CalculationFailed( object == $zone )")
                      + rule(
                          "X-009",
                          "InstanceTypeOffering( instanceType != \"m5.large\", zone == $zone,"
                              + " $what : instanceType )")
                      + rule(
                          "X-010",
                          "not InstanceTypeOffering( instanceType == \"m5.large\", zone == $zone )")
                      + rule("X-011", "exists SpotPrice( microUsdPerHour > 1, zone == $zone )")
                      + rule(
                          "X-012",
                          "accumulate( SpotPrice( microUsdPerHour > 0, zone == $zone, $t : instanceType );"
                              + " $dear : count( $t ); $dear > 1 )")
                      + rule(
                          "X-013",
                          "accumulate( SpotPrice( zone == $zone, $t : instanceType );"
                              + " $types : collectSet( $t ), $n : count( $t );"
                              + " $n > 1, $types.size() > 1 )")
                      + rule(
                          "X-014",
                          "accumulate( SpotPrice( zone == $zone, $t : instanceType,"
                              + " $p : microUsdPerHour );"
                              + " $types : collectSet( $t ), $sum : sum( $p );"
                              + " $sum > 1, $types.size() < 3 )")
                      + """
                      rule "offered" @Id("X-000") @Control("CM-2") @Severity("info")
                      when
                          InstanceTypeOffering( $zone : zone, $type : instanceType )
                          not SpotPrice( instanceType == $type, zone == $zone )
                      then
                          insertLogical( new CalculationFailed( "X-000", $zone, $type ) );
                      end
                      """)));

  private static String rule(String id, String conditions) {
    return """
    rule "%s" @Id("%s") @Control("CM-2") @Severity("info")
    when
        Parameter( $name : name, $zone : value )
        %s
    then
        insertLogical( new AmiObjection( "%s", $name, %s, "m" ) );
    end

    """
        .formatted(id, id, conditions, id, conditions.contains("$what") ? "$what" : "$zone");
  }

  /**
   * Random changes in sessions, in each of which other conditions are joined from other times on.
   */
  @Test
  void whatIsConcludedDoesNotDependOnWhenFactsCame() {
    for (long seed = 0; seed < 300; seed++) {
      var random = new Random(seed);
      var facts = new HashMap<String, Fact>();
      try (RuleSession session = RULES.newSession()) {
        for (int step = 0; step < 40; step++) {
          Fact fact = fact(random, step);
          if (random.nextInt(3) == 0) {
            facts.remove(fact.key());
            session.delete(fact.key());
          } else {
            facts.put(fact.key(), fact);
            session.put(fact);
          }
          if (random.nextInt(4) == 0) {
            Settlement settlement = session.settle();
            assertThat(
                    settlement.of(AmiObjection.class).stream()
                        .map(each -> each.rule() + " " + each.nodeClass() + " " + each.ami()))
                .as("seed %d, step %d, of %s", seed, step, facts.values())
                .containsExactlyInAnyOrderElementsOf(expected(facts));
          }
        }
      }
    }
  }

  /** Parameters, which all but one rule begin with, come late in most sessions. */
  private static Fact fact(Random random, int step) {
    String zone = ZONES.get(random.nextInt(3));
    String type = TYPES.get(random.nextInt(3));
    return switch (random.nextInt(step < 15 ? 20 : 3)) {
      case 0 -> new Parameter("p" + random.nextInt(2), "", zone);
      case 1, 4, 6, 8, 10 -> new SpotPrice(type, zone, random.nextInt(3));
      default -> new InstanceTypeOffering(type, zone);
    };
  }

  private static TreeSet<String> expected(Map<String, Fact> facts) {
    List<InstanceTypeOffering> offerings = of(facts, InstanceTypeOffering.class).toList();
    List<SpotPrice> prices = of(facts, SpotPrice.class).toList();
    List<InstanceTypeOffering> unpriced =
        offerings.stream()
            .filter(
                each ->
                    prices.stream()
                        .noneMatch(
                            price ->
                                price.instanceType().equals(each.instanceType())
                                    && price.zone().equals(each.zone())))
            .toList();
    var all = new TreeSet<String>();
    of(facts, Parameter.class)
        .forEach(
            parameter -> {
              String of = " " + parameter.name() + " ";
              String zone = parameter.value();
              List<String> types = types(offerings, zone);
              types.forEach(type -> all.add("X-001" + of + type));
              all.add((types.isEmpty() ? "X-002" : "X-003") + of + zone);
              if (types.size() > 1) {
                all.add("X-004" + of + zone);
              }
              prices.stream()
                  .filter(
                      price -> price.zone().equals(zone) && types.contains(price.instanceType()))
                  .filter(
                      price ->
                          prices.stream()
                              .filter(other -> other.instanceType().equals(price.instanceType()))
                              .noneMatch(
                                  other -> other.microUsdPerHour() < price.microUsdPerHour()))
                  .forEach(price -> all.add("X-005" + of + price.instanceType()));
              types.stream()
                  .filter(type -> !type.equals("m5.large"))
                  .forEach(type -> all.add("X-009" + of + type));
              if (!types.contains("m5.large")) {
                all.add("X-010" + of + zone);
              }
              if (above(1, prices, zone) > 0) {
                all.add("X-011" + of + zone);
              }
              if (above(0, prices, zone) > 1) {
                all.add("X-012" + of + zone);
              }
              List<SpotPrice> here =
                  prices.stream().filter(each -> each.zone().equals(zone)).toList();
              if (here.size() > 1) {
                all.add("X-013" + of + zone);
              }
              if (here.size() < 3
                  && here.stream().mapToLong(SpotPrice::microUsdPerHour).sum() > 1) {
                all.add("X-014" + of + zone);
              }
              if (prices.isEmpty()) {
                all.add("X-006" + of + zone);
              }
              types(unpriced, zone).forEach(type -> all.add("X-007" + of + type));
              if (types(unpriced, zone).isEmpty()) {
                all.add("X-008" + of + zone);
              }
            });
    return all;
  }

  private static long above(long microUsd, List<SpotPrice> prices, String zone) {
    return prices.stream()
        .filter(each -> each.zone().equals(zone) && each.microUsdPerHour() > microUsd)
        .count();
  }

  private static List<String> types(List<InstanceTypeOffering> offerings, String zone) {
    return offerings.stream()
        .filter(each -> each.zone().equals(zone))
        .map(InstanceTypeOffering::instanceType)
        .toList();
  }

  private static <F extends Fact> Stream<F> of(Map<String, Fact> facts, Class<F> type) {
    return facts.values().stream().filter(type::isInstance).map(type::cast);
  }

  @Test
  void nothingIsHeldThatCannotBeJoined() {
    KieSession session = RULES.base().newKieSession();
    try {
      for (String zone : ZONES) {
        TYPES.forEach(type -> session.insert(new InstanceTypeOffering(type, zone)));
      }
      session.fireAllRules();
      // At the condition of X-006, which any price contradicts, and X-000, prices; none is there.
      assertThat(held(session)).isZero();

      session.insert(new Parameter("p0", "", "a"));
      session.fireAllRules();

      // where share the condition, and: 9 each;
      // two types of three at X-009, the third at X-010.
      assertThat(held(session)).isEqualTo(6 * 9 + 6 + 3);
    } finally {
      session.dispose();
    }
  }

  /** The engine finds what it holds of a changed fact by this order. */
  @Test
  void whatIsHeldOfAFactIsInTheOrderOfTheConditions() {
    KieSession session = RULES.base().newKieSession();
    try {
      TYPES.forEach(type -> session.insert(new InstanceTypeOffering(type, "a")));
      TYPES.forEach(type -> session.insert(new SpotPrice(type, "a", 1)));
      session.fireAllRules();
      session.insert(new Parameter("p0", "", "a"));
      session.fireAllRules();

      for (FactHandle fact : session.getFactHandles()) {
        var places = new ArrayList<ObjectTypeNodeId>();
        ((InternalFactHandle) fact).forEachRightTuple(each -> places.add(each.getInputOtnId()));
        for (int i = 1; i < places.size(); i++) {
          assertThat(places.get(i - 1).before(places.get(i))).as("%s: %s", fact, places).isTrue();
        }
      }
    } finally {
      session.dispose();
    }
  }

  private static long held(KieSession session) {
    return ConditionMemories.of(session)
        .mapToLong(
            each ->
                each.getRightTupleMemory().size()
                    + (each.getStagedRightTuples().isEmpty() ? 0 : each.getCounter()))
        .sum();
  }
}
