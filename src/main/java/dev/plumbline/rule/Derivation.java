package dev.plumbline.rule;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.fact.Fact;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * One way in which a conclusion follows: a rule and what it matched. What a rule requires to be
 * absent, or counts, leaves no trace here.
 *
 * @param rule the rule that concluded
 * @param facts the keys of the facts it matched, in the order of its conditions
 * @param conclusions the conclusions it matched, in the order of its conditions
 */
public record Derivation(Rule rule, List<String> facts, List<Conclusion> conclusions) {

  static final Comparator<Derivation> ORDER =
      Comparator.comparing((Derivation d) -> d.rule().id())
          .thenComparing(d -> String.join(" ", d.facts()))
          .thenComparing(d -> d.conclusions().toString());

  static Derivation of(Rule rule, List<Object> matched) {
    var facts = new ArrayList<String>(matched.size());
    var conclusions = new ArrayList<Conclusion>(matched.size());
    for (Object each : matched) {
      if (each instanceof Fact fact) {
        facts.add(fact.key());
      } else if (each instanceof Conclusion conclusion) {
        conclusions.add(conclusion);
      }
    }
    return new Derivation(rule, List.copyOf(facts), List.copyOf(conclusions));
  }
}
