package dev.plumbline.host.rules;

import dev.plumbline.host.Evaluation;
import dev.plumbline.source.Told;

/** The parameters that are set outside of the rules. */
public interface ParameterSettings {

  /** Nobody sets any. */
  ParameterSettings NONE =
      evaluation -> new Told("parameters", evaluation.policy().parameters(), null);

  /**
   * The parameters that these rules know, as they are set.
   *
   * @throws dev.plumbline.host.InvalidInputException when a setting does not fit the rules
   */
  Told told(Evaluation evaluation);

  /** These rules serve now: what is set later is read for them. */
  default void serves(Evaluation evaluation) {}
}
