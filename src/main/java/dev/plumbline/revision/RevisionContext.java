package dev.plumbline.revision;

import dev.plumbline.language.RuleFiles;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.LoopTimings;
import dev.plumbline.source.FactUpdate;
import java.util.function.BooleanSupplier;

/**
 * What revisions stand on.
 *
 * @param store where they outlive the process
 * @param making how text becomes a rule set
 * @param parameters those that are set outside of the rules
 * @param leads whether this replica decides which one serves; the others follow
 * @param settings how many are kept, how often is looked
 * @param pace how far a preview may go, and what the time is
 */
public record RevisionContext(
    RevisionStore store,
    RuleMaking ruleMaking,
    ParameterSettings parameters,
    BooleanSupplier leads,
    RuleSettings settings,
    LoopTimings timings) {

  /** How text that is offered becomes a rule set. */
  public interface RuleMaking {

    /** As the program does it: over the shipped files. */
    RuleMaking OVER_SHIPPED = offer -> RuleFiles.over(offer.files(), offer.origin());

    /**
     * The files of the whole set.
     *
     * @throws dev.plumbline.language.InvalidRulesException when they do not fit together
     */
    RuleFiles files(RuleOffer offer);

    /**
     * The rule set with its data, linted and compiled.
     *
     * @throws dev.plumbline.language.InvalidInputException when it cannot be used
     */
    default Evaluation compile(RuleFiles files) {
      return Evaluation.with(files);
    }
  }

  /** The parameters that are set outside of the rules. */
  public interface ParameterSettings {

    /** Nobody sets any. */
    ParameterSettings NONE =
        evaluation -> new FactUpdate("parameters", evaluation.policy().parameters(), null);

    /**
     * The parameters that these rules know, as they are set.
     *
     * @throws dev.plumbline.language.InvalidInputException when a setting does not fit the rules
     */
    FactUpdate read(Evaluation evaluation);

    /** These rules serve now: what is set later is read for them. */
    default void serves(Evaluation evaluation) {}
  }
}
