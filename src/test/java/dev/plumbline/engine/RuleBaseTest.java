package dev.plumbline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.conclusion.ImageConclusions.AmiObjection;
import dev.plumbline.engine.RuleSession.SettleLimits;
import dev.plumbline.engine.RuleSession.Settled;
import dev.plumbline.fact.Cluster.ClusterVersion;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.fact.RuleSwitch;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.Evaluation.SnapshotReader;
import dev.plumbline.source.Snapshot;
import java.lang.reflect.Field;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.drools.core.impl.InternalRuleBase;
import org.drools.core.reteoo.ObjectTypeNode;
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

  /** As a native image holds it, which no other test settles with. */
  @Test
  void aNetworkThatWasPreparedHasNothingToFindOutAndConcludesTheSame() throws Exception {
    RuleSet prepared = RuleSet.shipped();
    EngineInternals.prepare(prepared.base());
    Field dirty = ObjectTypeNode.class.getDeclaredField("dirty");
    dirty.setAccessible(true);
    for (ObjectTypeNode node :
        ((InternalRuleBase) prepared.base()).getRete().getObjectTypeNodes()) {
      assertThat(dirty.getBoolean(node)).as(node.toString()).isFalse();
    }
    var at = Instant.parse("2026-11-20T09:00:00Z");
    for (String example : List.of("tour", "pending-pod", "launch-loop", "g5g")) {
      assertThat(settled(prepared, example, at))
          .isNotEmpty()
          .isEqualTo(settled(RuleSet.compile(RuleFiles.shipped()), example, at));
    }
  }

  private static List<Settlement.Concluded> settled(RuleSet rules, String example, Instant at) {
    Evaluation evaluation = Evaluation.with(rules);
    Snapshot snapshot = evaluation.read(SnapshotReader.FOLDERS, "examples/" + example, at);
    return evaluation.of(snapshot).settlement().all();
  }

  @Test
  void theShippedSetIsBuiltOnce() {
    RuleFiles offered = RuleFiles.over(Map.of(), "shipped with the program");

    RuleSet rules = RuleSet.compile(offered);

    assertThat(rules.files()).isSameAs(offered);
    RuleFiles shipped = RuleFiles.shipped();
    assertThat(rules.base()).isSameAs(RuleSet.compile(shipped).base());
    var off = List.of(new RuleSwitch("LOOP-001", "platform", "not here"));
    assertThat(RuleSet.compile(shipped, off).base()).isNotSameAs(rules.base());
    assertThat(RuleSet.compile(shipped.with("gates.yaml", "{}")).base()).isNotSameAs(rules.base());
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

  /**
   * The engine takes a match of {@code a} and {@code b} that changes to be new to the accumulate,
   * for the first rule has not looked at it: there is no {@code c}. A second time in its memory, it
   * would go round for ever as soon as there is a {@code d}.
   */
  @Test
  void matchThatAnotherRuleHasNotLookedAtIsNotTwice() {
    RuleSet rules =
        RuleSet.compile(
            RuleFiles.of(
                Map.of(
                    "x.drl",
                    """
                    import dev.plumbline.fact.Parameter
                    import dev.plumbline.conclusion.AmiObjection
                    rule "first" @Id("X-001") @Control("CM-2") @Severity("info")
                    when
                        Parameter( name == "a", $of : item )
                        Parameter( name == "b", item == $of )
                        Parameter( name == "c", item == $of )
                    then
                        insertLogical( new AmiObjection( "X-001", $of, "m", "m" ) );
                    end
                    rule "second" @Id("X-002") @Control("CM-2") @Severity("info")
                    when
                        Parameter( name == "a", $of : item )
                        Parameter( name == "b", item == $of )
                        accumulate( Parameter( name == "d", item == $of, $d : value ); $all : collectList( $d ) )
                    then
                        insertLogical( new AmiObjection( "X-002", $of, "m", "" + $all.size() ) );
                    end
                    """)));
    try (RuleSession session = rules.newSession()) {
      session.put(new Parameter("a", "x", "1"));
      session.put(new Parameter("b", "x", "1"));
      assertThat(counted(session)).isEqualTo("0");
      session.put(new Parameter("b", "x", "2"));
      assertThat(counted(session)).isEqualTo("0");
      session.put(new Parameter("d", "x", "1"));
      assertThat(counted(session)).isEqualTo("1");
      session.delete("Parameter/a/x");
      session.settle();
      session.put(new Parameter("a", "x", "1"));
      assertThat(counted(session)).isEqualTo("1");
    }
  }

  private static String counted(RuleSession session) {
    var limits = new SettleLimits(1_000, Duration.ofSeconds(10));
    assertThat(session.settle(limits)).isInstanceOf(Settlement.class);
    List<AmiObjection> objections = session.settle().of(AmiObjection.class);
    assertThat(objections).hasSize(1);
    return objections.getFirst().message();
  }

  private static final String A = "Parameter( name == \"a\", $of : item ) ";
  private static final String B = "Parameter( name == \"b\", item == $of ) ";
  private static final String C = "Parameter( name == \"c\", item == $of ) ";
  private static final String E = "Parameter( name == \"e\", item == $of ) ";
  private static final String D = "Parameter( name == \"d\", item == $of, $v : value ) ";
  private static final String SUM = "accumulate( " + D + "; $n : count( $v ), $m : max( $v ) ) ";
  private static final String PAIRS =
      "accumulate( " + D + "and " + E + "; $p : count( $v ), $q : min( $v ) ) ";

  /** Rules that begin alike and go on with accumulates or without. */
  private static final List<String> ALIKE =
      List.of(
          A + B + C,
          A + B + C + SUM,
          A + B + SUM,
          A + B + PAIRS,
          A + SUM,
          A + PAIRS,
          A + SUM + B,
          A + B + SUM + E,
          A + B + SUM + PAIRS,
          A + B + PAIRS + C + SUM,
          A + "not " + B + SUM,
          A + "not " + B + PAIRS,
          A + "exists " + B + SUM + PAIRS,
          A + B + "not( " + C + "and " + E + ") " + SUM,
          A + "exists( " + B + "and " + C + ") " + PAIRS + SUM,
          A + B + "not( " + SUM.replace("$m : max", "$m : min").replace(" ) ) ", " ); $n > 1 ) ) "),
          "exists Parameter( name == \"a\" ) Parameter( name == \"b\", $of : item ) " + SUM);

  /** A session that goes on concludes what a new one does, whatever rules share. */
  @TestFactory
  Stream<DynamicTest> rulesThatBeginAlike() {
    return LongStream.range(0, 60)
        .mapToObj(seed -> DynamicTest.dynamicTest("seed " + seed, () -> goesOn(seed)));
  }

  private static void goesOn(long seed) {
    var random = new Random(seed);
    var conditions = new ArrayList<>(ALIKE);
    Collections.shuffle(conditions, random);
    // Few of them, and some facts seldom, so that a rule often waits for a fact.
    String text = rules(conditions.subList(0, 2 + random.nextInt(5)));
    List<String> names = List.of("a", "b", "b", "d", "d", random.nextBoolean() ? "c" : "e");
    RuleSet rules = RuleSet.compile(RuleFiles.of(Map.of("x.drl", text)));
    var held = new TreeMap<String, Parameter>();
    try (RuleSession session = rules.newSession()) {
      for (int step = 0; step < 150; step++) {
        for (int i = random.nextInt(4); i >= 0; i--) {
          String name = names.get(random.nextInt(names.size()));
          var fact =
              new Parameter(
                  name, random.nextInt(4) == 0 ? "y" : "x", String.valueOf(random.nextInt(4)));
          if (random.nextInt(name.equals("d") ? 2 : 6) == 0 && held.remove(fact.key()) != null) {
            session.delete(fact.key());
          } else {
            held.put(fact.key(), fact);
            session.put(fact);
          }
        }
        assertThat(concluded(session))
            .as("step %d: %s", step, held.values())
            .isEqualTo(anew(rules, held.values()));
      }
    }
  }

  private static String rules(List<String> conditions) {
    var text =
        new StringBuilder("import dev.plumbline.fact.Parameter\n")
            .append("import dev.plumbline.conclusion.AmiObjection\n");
    for (String each : conditions) {
      String id = "X-%03d".formatted(ALIKE.indexOf(each));
      String says =
          Stream.of("$n", "$m", "$p", "$q")
              .filter(it -> each.replaceAll("not\\( accumulate.*", "").contains(it + " :"))
              .collect(Collectors.joining(" + \" \" + ", "\"\" + ", ""));
      text.append(
          """
          rule "%1$s" @Id("%1$s") @Control("CM-2") @Severity("info")
          when
              %2$s
          then
              insertLogical( new AmiObjection( "%1$s", $of, "c", %3$s ) );
          end
          """
              .formatted(id, each, says.equals("\"\" + ") ? "\"m\"" : says));
    }
    return text.toString();
  }

  private static Set<AmiObjection> concluded(RuleSession session) {
    Settled settled = session.settle(new SettleLimits(10_000, Duration.ofSeconds(20)));
    assertThat(settled).isInstanceOf(Settlement.class);
    return Set.copyOf(((Settlement) settled).of(AmiObjection.class));
  }

  private static Set<AmiObjection> anew(RuleSet rules, Collection<Parameter> facts) {
    try (RuleSession session = rules.newSession()) {
      facts.forEach(session::put);
      return concluded(session);
    }
  }
}
