package dev.plumbline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.conclusion.ImageConclusions.AmiObjection;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.language.RuleFiles;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.drools.core.reteoo.BetaMemory;
import org.drools.core.reteoo.TupleImpl;
import org.drools.core.reteoo.TupleMemory;
import org.drools.core.util.FastIterator;
import org.junit.jupiter.api.Test;
import org.kie.api.runtime.KieSession;
import org.kie.api.runtime.rule.FactHandle;

/** What is joined by values finds the same, whatever they were before and are now. */
class IndexedTuplesTest {

  /** Of pairs of these, two have the same hash. */
  private static final List<String> VALUES =
      Stream.concat(
              Stream.of("Aa", "BB", "AaAa", "BBBB", "AaBB", "BBAa"),
              IntStream.range(0, 30).mapToObj(i -> "v" + i))
          .toList();

  private static final RuleSet RULES =
      RuleSet.compile(
          RuleFiles.of(
              Map.of(
                  "x.drl",
                  """
                  import dev.plumbline.fact.Parameter
                  import dev.plumbline.conclusion.AmiObjection

                  """
                      + rule("X-001", "Parameter( item == \"r\", value == $v, $what : name )")
                      + rule("X-002", "not Parameter( item == \"r\", value == $v )")
                      + rule("X-003", "exists Parameter( item == \"r\", value == $v )")
                      + rule("X-004", "Parameter( item == \"r\", value == $v, name == $n )")
                      + rule("X-005", "not Parameter( item == \"r\", value == $v, name == $n )")
                      + rule(
                          "X-006",
                          "Parameter( item == \"r\", value == $v, $m : name )"
                              + " Parameter( item == \"l\", name == $m, $what : value )"))));

  private static String rule(String id, String conditions) {
    return """
    rule "%s" @Id("%s") @Control("CM-2") @Severity("info")
    when
        Parameter( item == "l", $n : name, $v : value )
        %s
    then
        insertLogical( new AmiObjection( "%s", $n, %s, "m" ) );
    end

    """
        .formatted(id, id, conditions, id, conditions.contains("$what") ? "$what" : "$v");
  }

  @Test
  void whatIsConcludedFollowsTheValues() {
    for (long seed = 0; seed < 60; seed++) {
      var random = new Random(seed);
      var facts = new HashMap<String, Parameter>();
      // Few names make changes of values, many make tables grow.
      int names = 3 + random.nextInt(60);
      try (RuleSession session = RULES.newSession()) {
        for (int step = 0; step < 400; step++) {
          String value = VALUES.get(random.nextInt(VALUES.size()));
          String side = random.nextBoolean() ? "l" : "r";
          var fact = new Parameter("n" + random.nextInt(names), side, value);
          if (random.nextInt(4) == 0) {
            facts.remove(fact.key());
            session.delete(fact.key());
          } else {
            facts.put(fact.key(), fact);
            session.put(fact);
          }
          if (random.nextInt(10) == 0) {
            assertThat(
                    session.settle().of(AmiObjection.class).stream()
                        .map(each -> each.rule() + " " + each.nodeClass() + " " + each.ami()))
                .as("seed %d, step %d, of %s", seed, step, facts.values())
                .containsExactlyInAnyOrderElementsOf(expected(facts));
          }
        }
      }
    }
  }

  private static TreeSet<String> expected(Map<String, Parameter> facts) {
    var all = new TreeSet<String>();
    List<Parameter> right = of(facts, "r").toList();
    of(facts, "l")
        .forEach(
            each -> {
              String of = " " + each.name() + " ";
              List<String> names =
                  right.stream()
                      .filter(other -> other.value().equals(each.value()))
                      .map(Parameter::name)
                      .toList();
              names.forEach(name -> all.add("X-001" + of + name));
              all.add((names.isEmpty() ? "X-002" : "X-003") + of + each.value());
              all.add((names.contains(each.name()) ? "X-004" : "X-005") + of + each.value());
              of(facts, "l")
                  .filter(other -> names.contains(other.name()))
                  .forEach(other -> all.add("X-006" + of + other.value()));
            });
    return all;
  }

  private static Stream<Parameter> of(Map<String, Parameter> facts, String side) {
    return facts.values().stream().filter(each -> each.item().equals(side));
  }

  @Test
  void everythingIsSeenOnce() {
    KieSession session = RULES.base().newKieSession();
    try {
      for (int i = 0; i < 200; i++) {
        String value = VALUES.get(i % VALUES.size());
        session.insert(new Parameter("n" + i, "l", value));
        session.insert(new Parameter("n" + i, "r", value));
      }
      session.fireAllRules();
      assertThat(memories(session)).hasSizeGreaterThan(5).allMatch(IndexedTuplesTest::isWhole);

      int left = 0;
      for (FactHandle fact : List.copyOf(session.<FactHandle>getFactHandles())) {
        if (left++ % 3 != 0) {
          session.delete(fact);
        }
      }
      session.fireAllRules();
      assertThat(memories(session)).allMatch(IndexedTuplesTest::isWhole);
    } finally {
      session.dispose();
    }
  }

  private static boolean isWhole(TupleMemory memory) {
    var seen = Collections.newSetFromMap(new IdentityHashMap<TupleImpl, Boolean>());
    FastIterator<TupleImpl> all = memory.fullFastIterator();
    int count = 0;
    for (TupleImpl tuple = all.next(null); tuple != null; tuple = all.next(tuple)) {
      seen.add(tuple);
      count++;
    }
    return memory.isIndexed() && count == memory.size() && seen.size() == count && count > 0;
  }

  private static List<TupleMemory> memories(KieSession session) {
    return ConditionMemories.of(session).map(BetaMemory::getRightTupleMemory).toList();
  }
}
