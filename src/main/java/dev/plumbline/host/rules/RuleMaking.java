package dev.plumbline.host.rules;

import dev.plumbline.host.Evaluation;
import dev.plumbline.rule.RuleFiles;

/** How text that is offered becomes a rule set. */
public interface RuleMaking {

  /** As the program does it: over the shipped files. */
  RuleMaking OVER_SHIPPED = offer -> RuleFiles.over(offer.files(), offer.origin());

  /**
   * The files of the whole set.
   *
   * @throws dev.plumbline.rule.InvalidRulesException when they do not fit together
   */
  RuleFiles files(RuleOffer offer);

  /**
   * The rule set with its data, linted and compiled.
   *
   * @throws dev.plumbline.host.InvalidInputException when it cannot be used
   */
  default Evaluation compile(RuleFiles files) {
    return Evaluation.with(files);
  }
}
