package dev.plumbline.why;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.engine.RuleSet;
import dev.plumbline.engine.Settlement;
import dev.plumbline.engine.Settlement.Concluded;
import dev.plumbline.fact.Fact;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.worlds.RandomWorld;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The engine and the evaluation beside it match the same; every failure names its seed. */
@Tag("long")
class ConditionMatcherPropertiesTest {

  private static final int SEEDS = 1_000;

  private static final RuleSet RULES = RuleSet.compile(RuleFiles.shipped());
  private static final CompiledRules FORMS = new CompiledRules(RULES);

  @Test
  void everyRuleIsRead() {
    assertThat(FORMS.byConclusion().values().stream().mapToInt(List::size).sum())
        .isEqualTo(RULES.rules().stream().filter(rule -> rule.file().endsWith(".drl")).count());
  }

  @Test
  void everyRuleMatchesWhatTheEngineHasDerived() {
    for (long seed = 0; seed < SEEDS; seed++) {
      // Given
      List<Fact> facts = RandomWorld.random(seed);
      Settlement settlement;
      try (var session = RULES.newSession()) {
        facts.forEach(session::put);
        settlement = session.settle();
      }
      var world = new World(facts, settlement);
      // When
      Map<String, Set<String>> engine = derivations(settlement);
      Map<String, Set<String>> beside = matches(world);
      // Then
      for (String rule : engine.keySet()) {
        assertThat(beside.getOrDefault(rule, Set.of()))
            .as("seed %d, rule %s", seed, rule)
            .isEqualTo(engine.get(rule));
      }
      assertThat(beside.keySet()).as("seed %d", seed).isEqualTo(engine.keySet());
    }
  }

  private static Map<String, Set<String>> derivations(Settlement settlement) {
    var all = new HashMap<String, Set<String>>();
    for (Concluded concluded : settlement.all()) {
      concluded
          .derivations()
          .forEach(
              each ->
                  all.computeIfAbsent(each.rule().id(), id -> new HashSet<>())
                      .add(concluded.conclusion() + " from " + each.facts() + each.conclusions()));
    }
    return all;
  }

  private static Map<String, Set<String>> matches(World world) {
    var all = new HashMap<String, Set<String>>();
    for (List<CompiledRule> forms : FORMS.byConclusion().values()) {
      for (CompiledRule form : forms) {
        var joins = new ConditionMatcher(world);
        joins.each(
            form.when(),
            new Object[form.slots()],
            frame -> {
              List<Object> premises = joins.premises();
              all.computeIfAbsent(form.rule().id(), id -> new HashSet<>())
                  .add(
                      form.make(frame)
                          + " from "
                          + premises.stream()
                              .filter(Fact.class::isInstance)
                              .map(fact -> ((Fact) fact).key())
                              .toList()
                          + premises.stream().filter(each -> !(each instanceof Fact)).toList());
              return true;
            });
      }
    }
    return all;
  }
}
