package dev.plumbline.revision;

import dev.plumbline.language.RuleFiles;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.source.FactUpdate;
import dev.plumbline.trial.ScenarioCheck;
import dev.plumbline.trial.TrialRequest;
import dev.plumbline.trial.TrialVerdict;
import java.util.List;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** The stages that need no facts: linted, compiled, tested. */
final class StageChecks {

  private static final Logger LOG = Logger.getLogger(StageChecks.class);

  private final RevisionContext context;
  private final RevisionEvents events;
  private final ScenarioCheck scenarios;

  StageChecks(RevisionContext context, RevisionEvents events) {
    this.context = context;
    this.events = events;
    this.scenarios = new ScenarioCheck();
  }

  record Checked(Revision revision, Evaluation evaluation, FactUpdate parameters) {}

  RuleFiles files(RuleOffer offer) throws RefusedException {
    if (!offer.problems().isEmpty()) {
      throw new RefusedException("received", offer.problems());
    }
    try {
      return context.ruleMaking().files(offer);
    } catch (RuntimeException e) {
      throw new RefusedException("received", e);
    }
  }

  /**
   * Tries a revision that was never active, in a process of its own, before this one touches it.
   *
   * @param facts what to settle on; null for nothing
   * @return the result of its scenarios; null where no process can be started
   */
  ScenarioCheck.@Nullable Result tried(Revision revision, TrialRequest.@Nullable TrialFacts facts)
      throws RefusedException, InterruptedException {
    return tried(revision, revision, facts);
  }

  /**
   * The same; where the revision that serves exceeds the limits on these facts, too, that says
   * nothing of another one, which is then tried on nothing, and settled in this process alone.
   *
   * @param serving what serves now
   */
  ScenarioCheck.@Nullable Result tried(
      Revision revision, Revision serving, TrialRequest.@Nullable TrialFacts facts)
      throws RefusedException, InterruptedException {
    TrialVerdict verdict = verdict(revision, facts);
    if (verdict != null
        && facts != null
        && verdict.stage().equals(TrialVerdict.TRIED)
        && !serving.digest().equals(revision.digest())) {
      TrialVerdict control = verdict(serving, facts);
      if (control != null && control.stage().equals(TrialVerdict.TRIED)) {
        LOG.warnf(
            "Revisions are not tried on the facts of this cluster, since the rules that serve"
                + " exceed the limits of a trial, too: reasons=%s",
            control.reasons());
        verdict = verdict(revision, null);
      }
    }
    if (verdict == null) {
      return null;
    }
    if (!verdict.passed()) {
      throw new RefusedException(verdict.stage(), verdict.reasons());
    }
    return verdict.tested();
  }

  private @Nullable TrialVerdict verdict(Revision revision, TrialRequest.@Nullable TrialFacts facts)
      throws InterruptedException {
    RuleOffer offer = revision.offer();
    return context
        .trials()
        .tried(
            new TrialRequest(
                offer.files(), offer.origin(), null, null, facts, context.timings().limits()));
  }

  Checked compiled(Revision revision, RuleFiles files) throws RefusedException {
    Checked checked;
    try {
      Evaluation evaluation = context.ruleMaking().compile(files);
      checked = new Checked(revision, evaluation, context.parameters().read(evaluation));
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      throw new RefusedException("compiled", e);
    }
    // Linting and compiling are one step: only now is the linter known to have passed.
    events.passed(revision, "linted");
    events.passed(revision, "compiled");
    return checked;
  }

  /** The rules of a revision that is kept, linted and compiled once more. */
  Checked kept(Revision revision) throws RefusedException {
    RuleFiles files = files(revision.offer());
    return compiled(InitialRevision.renamed(revision, files.digest()), files);
  }

  /**
   * Runs its scenarios.
   *
   * @param known the result of a trial; null when there was none
   */
  ScenarioCheck.Result tested(Checked checked, ScenarioCheck.@Nullable Result known)
      throws RefusedException {
    ScenarioCheck.Result result;
    try {
      result = known == null ? scenarios.run(checked.evaluation().rules()) : known;
    } catch (RuntimeException e) {
      throw new RefusedException("tested", e);
    }
    if (!result.failures().isEmpty()) {
      throw new RefusedException("tested", result.failures());
    }
    events.passed(checked.revision(), "tested");
    events.tested(checked.revision(), result.needed().size(), result.ran());
    return result;
  }

  static RuleTextDifference text(Evaluation serving, Checked checked, ScenarioCheck.Result tested) {
    Evaluation next = checked.evaluation();
    return RuleTextDifference.between(
            serving.rules(),
            serving.policy().parameters(),
            next.rules(),
            next.policy().parameters())
        .withoutScenario(
            List.of(), ScenarioCheck.unneeded(serving.rules().files(), next.rules(), tested));
  }

  /** A revision did not pass a stage. */
  static final class RefusedException extends Exception {

    private static final long serialVersionUID = 1;

    private final String stage;
    private final transient List<String> reasons;

    RefusedException(String stage, List<String> reasons) {
      super(stage + ": " + String.join("\n", reasons));
      this.stage = stage;
      this.reasons = List.copyOf(reasons);
    }

    RefusedException(String stage, Throwable fault) {
      this(
          stage,
          fault.getMessage() == null || fault.getMessage().isBlank()
              ? List.of("internal error (bug): " + fault)
              : fault.getMessage().lines().toList());
    }

    String stage() {
      return stage;
    }

    List<String> reasons() {
      return reasons;
    }
  }
}
