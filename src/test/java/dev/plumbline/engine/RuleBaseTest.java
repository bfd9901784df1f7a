package dev.plumbline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.conclusion.ImageConclusions.AmiObjection;
import dev.plumbline.fact.Cluster.ClusterVersion;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.language.RuleFiles;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.drools.core.impl.InternalRuleBase;
import org.drools.core.reteoo.TerminalNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What the engine made of the rules. */
class RuleBaseTest {

  /** A wrong id of a condition is silent: a rule shares a node that it should not, and vanishes. */
  @Test
  void everyShippedRuleHasANodeOfItsOwn() {
    RuleSet rules = RuleSet.compile(RuleFiles.shipped());
    var terminals =
        ((InternalRuleBase) rules.base()).getReteooBuilder().getTerminalNodes().values();

    // Rows of a table are rules to people; the rule that reads it is one to the engine.
    long written = rules.rules().stream().filter(rule -> rule.file().endsWith(".drl")).count();
    assertThat(terminals.stream().mapToInt(nodes -> nodes.length).sum()).isEqualTo((int) written);
    assertThat(terminals.stream().flatMap(Stream::of).map(TerminalNode::getId).distinct())
        .hasSize((int) written);
  }

  /** Rules in recorded logs and in overlays import what has moved by its former package. */
  @Test
  void helpersAreImportedByTheirFormerPackageToo() {
    RuleFiles shipped = RuleFiles.shipped();
    String tiers = Objects.requireNonNull(shipped.all().get("preference-tiers.drl"));
    String pods = Objects.requireNonNull(shipped.all().get("pending-pods.drl"));
    RuleSet former =
        RuleSet.compile(
            shipped
                .with(
                    "preference-tiers.drl",
                    tiers.replace("dev.plumbline.policy.Type", "dev.plumbline.fact.Type"))
                .with(
                    "pending-pods.drl",
                    pods.replace("dev.plumbline.policy.Rooms", "dev.plumbline.conclusion.Rooms")));
    assertThat(former.digest()).isNotEqualTo(RuleSet.compile(shipped).digest());
  }

  private record Case(String condition, Predicate<Set<String>> holds) {}

  /** Over every set of a, b and c, in random order in one session. */
  @TestFactory
  Stream<DynamicTest> groups() {
    return Stream.of(
            new Case(is("a"), set -> set.contains("a")),
            new Case(
                "( " + is("a") + " or " + is("b") + " )",
                set -> set.contains("a") || set.contains("b")),
            new Case(
                "( " + is("a") + " or ( " + is("b") + " and " + is("c") + " ) )",
                set -> set.contains("a") || set.containsAll(Set.of("b", "c"))),
            new Case(
                "exists( " + is("a") + " or " + is("b") + " )",
                set -> set.contains("a") || set.contains("b")),
            new Case(
                "not( " + is("a") + " or " + is("b") + " )",
                set -> !set.contains("a") && !set.contains("b")),
            new Case(
                "not( " + is("a") + " and " + is("b") + " )",
                set -> !set.containsAll(Set.of("a", "b"))),
            new Case(
                "not( " + is("a") + " and not( " + is("b") + " ) )",
                set -> !set.contains("a") || set.contains("b")),
            new Case(
                "not( " + is("a") + " and ( " + is("b") + " or " + is("c") + " ) )",
                set -> !set.contains("a") || !set.contains("b") && !set.contains("c")),
            new Case("forall( " + is("a") + " )", set -> Set.of("a").containsAll(set)),
            new Case(
                "forall( Parameter( item != \"b\", item != \"c\" ) )",
                set -> Set.of("a").containsAll(set)),
            new Case(
                "forall( Parameter( $k : item ) Parameter( item == $k, value == \"on\" ) )",
                set -> !set.contains("c")),
            new Case(
                "accumulate( Parameter( $k : item ); $n : count( $k ); $n == 2 )",
                set -> set.size() == 2),
            new Case(
                "accumulate( Parameter( $k : item ); $m : max( $k ); $m == \"b\" )",
                set -> set.contains("b") && !set.contains("c")),
            new Case("accumulate( Parameter( $k : item ); $m : min( $k ) )", set -> !set.isEmpty()),
            new Case(
                "accumulate( Parameter( $k : item ) and not( "
                    + is("c")
                    + " ); $l : collectList( $k ); $l.size() == 1 )",
                set -> set.size() == 1 && !set.contains("c")))
        .map(it -> DynamicTest.dynamicTest(it.condition(), () -> holdsWhereItShould(it)));
  }

  private static String is(String key) {
    return "Parameter( item == \"" + key + "\" )";
  }

  private static void holdsWhereItShould(Case it) {
    String text =
        """
        import dev.plumbline.fact.ClusterVersion
        import dev.plumbline.fact.Parameter
        import dev.plumbline.conclusion.AmiObjection
        rule "r" @Id("X-001") @Control("CM-2") @Severity("info")
        when
            ClusterVersion( $version : version )
            %s
        then
            insertLogical( new AmiObjection( "X-001", "c", $version, "m" ) );
        end
        """
            .formatted(it.condition());
    RuleSet rules = RuleSet.compile(RuleFiles.of(Map.of("x.drl", text)));
    try (RuleSession session = rules.newSession()) {
      session.put(new ClusterVersion("1.33", 33));
      var random = new Random(1);
      var held = new HashSet<String>();
      for (int step = 0; step < 60; step++) {
        String key = List.of("a", "b", "c").get(random.nextInt(3));
        if (held.remove(key)) {
          session.delete(parameter(key).key());
        } else {
          held.add(key);
          session.put(parameter(key));
        }
        if (random.nextInt(3) > 0) {
          assertThat(session.settle().of(AmiObjection.class))
              .as("of %s", held)
              .hasSize(it.holds().test(held) ? 1 : 0);
        }
      }
    }
  }

  private static Parameter parameter(String key) {
    return new Parameter("x", key, key.equals("c") ? "off" : "on");
  }
}
