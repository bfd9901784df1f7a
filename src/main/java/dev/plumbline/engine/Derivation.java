package dev.plumbline.engine;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Revisions.RevisionMeasure;
import dev.plumbline.language.Rule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One derivation of a conclusion: a rule and what it matched. Negated and accumulated patterns are
 * not part of it.
 */
public final class Derivation {

  static final Comparator<Derivation> ORDER =
      Comparator.comparing((Derivation d) -> d.rule().id())
          .thenComparing(d -> String.join(" ", d.facts()))
          .thenComparing(d -> d.conclusions().toString());

  private final Rule rule;

  // Facts are compared by key only: other values may have changed since without the rule
  // matching again.
  private final Object[] matched;

  Derivation(Rule rule, Object[] matched) {
    this.rule = rule;
    this.matched = matched;
  }

  public Rule rule() {
    return rule;
  }

  public List<String> rules() {
    var ids = new ArrayList<String>(1);
    ids.add(rule.id());
    for (Object each : matched) {
      if (each instanceof RevisionMeasure row) {
        ids.add(row.id());
      }
    }
    return ids;
  }

  /** The keys of the facts it matched, in the order of its conditions. */
  public List<String> facts() {
    var keys = new ArrayList<String>(matched.length);
    for (Object each : matched) {
      if (each instanceof Fact fact) {
        keys.add(fact.key());
      }
    }
    return keys;
  }

  /** The conclusions it matched, in the order of its conditions. */
  public List<Conclusion> conclusions() {
    var conclusions = new ArrayList<Conclusion>(matched.length);
    for (Object each : matched) {
      if (each instanceof Conclusion conclusion) {
        conclusions.add(conclusion);
      }
    }
    return conclusions;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Derivation derivation
        && rule.equals(derivation.rule)
        && facts().equals(derivation.facts())
        && conclusions().equals(derivation.conclusions());
  }

  @Override
  public int hashCode() {
    return 31 * rule.hashCode() + facts().hashCode();
  }

  @Override
  public String toString() {
    return rule.id() + " from " + facts() + conclusions();
  }
}
