package dev.plumbline.revision;

import dev.plumbline.language.RuleFiles;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.Host.LoopTimings;
import dev.plumbline.source.FactUpdate;
import dev.plumbline.trial.Trials;
import java.util.function.BooleanSupplier;

/**
 * What the processing of revisions depends on.
 *
 * @param trials where what was never active is tried first
 * @param leads whether this replica is the leader, which decides; the others follow
 * @param judgesFirst whether the first revision, too, is previewed and judged, by the shipped
 *     rules: where something can be written
 */
public record RevisionContext(
    RevisionStore store,
    RuleSetCompiler ruleMaking,
    ParameterSettings parameters,
    Trials trials,
    BooleanSupplier leads,
    boolean judgesFirst,
    RuleSettings settings,
    LoopTimings timings) {

  public interface RuleSetCompiler {

    RuleSetCompiler OVER_SHIPPED = offer -> RuleFiles.over(offer.files(), offer.origin());

    RuleFiles files(RuleOffer offer);

    default Evaluation compile(RuleFiles files) {
      return Evaluation.with(files);
    }
  }

  public interface ParameterSettings {

    ParameterSettings NONE =
        evaluation -> new FactUpdate("parameters", evaluation.policy().parameters(), null);

    /**
     * The parameters that these rules know, as they are set.
     *
     * @throws dev.plumbline.language.InvalidInputException when a setting does not fit the rules
     */
    FactUpdate read(Evaluation evaluation);

    /** These rules are active now: later settings are read for them. */
    default void serves(Evaluation evaluation) {}
  }
}
