package dev.plumbline.host;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.fact.Fact;
import dev.plumbline.rule.RuleSession;
import dev.plumbline.rule.RuleSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * Whether the rules of one file, given so much, conclude what is wanted and nothing that is not
 * true of the whole; and the least that is needed for it.
 */
final class ScenarioTrial {

  /** How often it is tried to do with less. */
  private static final int MOST = 1_500;

  private final RuleSet rules;
  private final Collection<Conclusion> wanted;
  private final Set<Conclusion> all;

  /**
   * @param rules those of the file
   * @param wanted what must follow
   * @param all what may follow
   */
  ScenarioTrial(RuleSet rules, Collection<Conclusion> wanted, Set<Conclusion> all) {
    this.rules = rules;
    this.wanted = wanted;
    this.all = all;
  }

  /** What follows from {@code given}. */
  List<Conclusion> outcome(Collection<Object> given) {
    try (RuleSession session = rules.newSession()) {
      for (Object each : given) {
        if (each instanceof Fact fact) {
          session.put(fact);
        } else {
          session.assume((Conclusion) each);
        }
      }
      return session.settle().conclusions();
    }
  }

  /** Whether {@code given} is enough. */
  boolean holds(Collection<Object> given) {
    List<Conclusion> outcome = outcome(given);
    return outcome.containsAll(wanted) && all.containsAll(outcome);
  }

  /** As little of {@code given} as is enough; larger parts are left out first. */
  List<Object> least(List<Object> given) {
    List<Object> kept = given;
    int tries = 0;
    for (int size = (given.size() + 1) / 2; size >= 1; size /= 2) {
      boolean again = true;
      while (again) {
        again = false;
        for (int from = 0; from < kept.size() && tries < MOST; tries++) {
          var fewer = new ArrayList<>(kept.subList(0, from));
          fewer.addAll(kept.subList(Math.min(kept.size(), from + size), kept.size()));
          if (holds(fewer)) {
            kept = fewer;
            again = size == 1;
          } else {
            from += size;
          }
        }
      }
    }
    return kept;
  }
}
