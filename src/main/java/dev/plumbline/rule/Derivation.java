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
 * @param premises the facts and conclusions it matched, in the order of its conditions
 */
public record Derivation(Rule rule, List<Object> premises) {

  static final Comparator<Derivation> ORDER =
      Comparator.comparing((Derivation d) -> d.rule().id())
          .thenComparing(d -> String.join(" ", d.facts()))
          .thenComparing(d -> d.conclusions().toString());

  /** The keys of the facts it matched, in the order of its conditions. */
  public List<String> facts() {
    var keys = new ArrayList<String>();
    for (Object premise : premises) {
      if (premise instanceof Fact fact) {
        keys.add(fact.key());
      }
    }
    return keys;
  }

  /** The conclusions it matched, in the order of its conditions. */
  public List<Conclusion> conclusions() {
    var conclusions = new ArrayList<Conclusion>();
    for (Object premise : premises) {
      if (premise instanceof Conclusion conclusion) {
        conclusions.add(conclusion);
      }
    }
    return conclusions;
  }
}
