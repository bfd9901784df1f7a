package dev.plumbline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.fact.Fact;
import dev.plumbline.fact.InstanceTypes.InstanceTypeOffering;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.language.RuleFiles;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a conclusion follows from, while one of several derivations comes or goes. */
class DerivationsTest {

  private static final List<String> ZONES = List.of("a", "b");

  /** The first two conclude the same; the third does so by as many matches as there are. */
  private static final RuleSet RULES =
      RuleSet.compile(
          RuleFiles.of(
              Map.of(
                  "x.drl",
                  """
                  import dev.plumbline.fact.InstanceTypeOffering
                  import dev.plumbline.fact.Parameter
                  import dev.plumbline.conclusion.InstanceTypeAmi
                  import dev.plumbline.conclusion.InstanceTypeUsable

                  rule "named first" @Id("X-001") @Control("CM-2") @Severity("info")
                  when
                      Parameter( name == "first", $zone : value )
                  then
                      insertLogical( new InstanceTypeAmi( $zone, "m5.large", "ami-1" ) );
                  end

                  rule "named second" @Id("X-002") @Control("CM-2") @Severity("info")
                  when
                      Parameter( name == "second", $zone : value )
                      not InstanceTypeOffering( zone == $zone, instanceType == "none" )
                  then
                      insertLogical( new InstanceTypeAmi( $zone, "m5.large", "ami-1" ) );
                  end

                  rule "offered" @Id("X-003") @Control("CM-2") @Severity("info")
                  when
                      InstanceTypeAmi( ami == "ami-1", $zone : nodeClass )
                      InstanceTypeOffering( zone == $zone )
                  then
                      insertLogical( new InstanceTypeUsable( $zone, "m5.large", "ami-1" ) );
                  end

                  rule "not offered" @Id("X-004") @Control("CM-2") @Severity("info")
                  when
                      InstanceTypeAmi( ami == "ami-1", $zone : nodeClass )
                      not InstanceTypeOffering( zone == $zone )
                  then
                      insertLogical( new InstanceTypeUsable( $zone, "m5.large", "ami-1" ) );
                  end
                  """)));

  @Test
  void theyAreThoseOfASessionThatIsNew() {
    int several = 0;
    for (long seed = 0; seed < 200; seed++) {
      var random = new Random(seed);
      var facts = new HashMap<String, Fact>();
      try (RuleSession session = RULES.newSession()) {
        for (int step = 0; step < 40; step++) {
          Fact fact = fact(random);
          if (random.nextInt(3) == 0) {
            facts.remove(fact.key());
            session.delete(fact.key());
          } else {
            facts.put(fact.key(), fact);
            session.put(fact);
          }
          if (random.nextInt(3) == 0) {
            Settlement settlement = session.settle();
            assertThat(settlement.all())
                .as("seed %d, step %d, of %s", seed, step, facts.values())
                .isEqualTo(settled(facts).all());
            several +=
                (int)
                    settlement.all().stream().filter(each -> each.derivations().size() > 1).count();
          }
        }
      }
    }
    assertThat(several).isGreaterThan(500);
  }

  private static Fact fact(Random random) {
    String zone = ZONES.get(random.nextInt(2));
    return switch (random.nextInt(3)) {
      case 0 -> new Parameter("first", "", zone);
      case 1 -> new Parameter("second", "", zone);
      default -> new InstanceTypeOffering(random.nextInt(3) == 0 ? "none" : "m5.large", zone);
    };
  }

  private static Settlement settled(Map<String, Fact> facts) {
    try (RuleSession session = RULES.newSession()) {
      facts.values().forEach(session::put);
      return session.settle();
    }
  }
}
