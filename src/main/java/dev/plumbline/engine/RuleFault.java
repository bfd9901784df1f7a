package dev.plumbline.engine;

import dev.plumbline.engine.SettleBudget.Exceeded;
import dev.plumbline.language.InvalidRulesException;
import dev.plumbline.language.Rule;
import dev.plumbline.language.RuleProblem;
import java.util.List;

/** That a rule cannot be evaluated on the facts at hand; the engine wraps it. */
final class RuleFault extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final String rule;

  /**
   * @param rule as the engine knows it
   */
  private RuleFault(String rule, RuntimeException cause) {
    super(rule + ": " + cause, cause);
    this.rule = rule;
  }

  /** {@code fault} with the rule; one that aborts the settlement as it is. */
  static RuntimeException of(String rule, RuntimeException fault) {
    return fault instanceof Exceeded ? fault : new RuleFault(rule, fault);
  }

  /** As a problem of the rule that {@code thrown} was caused by; itself where it was by none. */
  static RuntimeException named(RuntimeException thrown, RuleSet rules) {
    for (Throwable each = thrown; each != null; each = each.getCause()) {
      if (each instanceof RuleFault fault) {
        var named = new InvalidRulesException(List.of(fault.problem(rules)));
        named.initCause(thrown);
        return named;
      }
    }
    return thrown;
  }

  private RuleProblem problem(RuleSet rules) {
    Rule of = rules.rule(rule);
    return new RuleProblem(
        rules.files().display(of.file()),
        of.line(),
        1,
        of.id()
            + " cannot be evaluated on these facts: "
            + (getCause() instanceof NullPointerException
                ? "it uses a value that is null"
                : getCause())
            + ". Try: compare with null first what may be null, and values of one type with each"
            + " other.");
  }
}
