package dev.plumbline.revision;

import dev.plumbline.language.RuleFiles;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.source.FactUpdate;
import java.util.List;

/** The stages that need no facts: linted, compiled, tested. */
final class StageChecks {

  private final RevisionContext context;
  private final RevisionEvents events;
  private final ScenarioCheck scenarios;

  StageChecks(RevisionContext context, RevisionEvents events) {
    this.context = context;
    this.events = events;
    this.scenarios = new ScenarioCheck(RuleFiles.shipped());
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

  ScenarioCheck.Result tested(Checked checked) throws RefusedException {
    ScenarioCheck.Result result;
    try {
      result = scenarios.run(checked.evaluation().rules());
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
