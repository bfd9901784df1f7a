package dev.plumbline.engine;

import dev.plumbline.engine.Contributions.Contribution;

/** A rule set cut to what one type of conclusions takes. */
public final class RulesFor {

  private RulesFor() {}

  /** The rules that conclude {@code type}, and all that contribute to it. */
  public static RuleSet only(RuleSet rules, String type) {
    Contribution contribution = rules.contributingTo(type);
    return rules.only(contribution.rules());
  }

  /** How many rules are evaluated: alternatives of one rule count once. */
  public static int count(RuleSet rules) {
    return (int)
        rules.translated().stream()
            .map(each -> rules.rule(each.node().name()).id())
            .distinct()
            .count();
  }
}
