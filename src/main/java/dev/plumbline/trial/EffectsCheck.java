package dev.plumbline.trial;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.engine.RuleLint;
import dev.plumbline.engine.RuleSession.SettleOverrun;
import dev.plumbline.engine.Settlement;
import dev.plumbline.engine.TypeDifference;
import dev.plumbline.language.InvalidRulesException;
import dev.plumbline.language.LintFinding;
import dev.plumbline.language.LintFinding.Level;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.scenario.InvalidScenarioException;
import dev.plumbline.scenario.ScenarioRunner;
import dev.plumbline.scenario.ScenarioRunner.ScenarioReport;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What rules that somebody is writing would change: linted, their own scenarios run, then both rule
 * sets settled on the same facts.
 */
final class EffectsCheck {

  private static final String LINTED = "linted";

  /** Of each list of a type. */
  private static final int MAX_LISTED = 50;

  private EffectsCheck() {}

  static TrialVerdict of(
      RuleFiles files, Set<String> touched, RuleFiles before, TrialRequest request) {
    List<LintFinding> findings;
    try {
      findings = RuleLint.of(files).stream().filter(each -> touched.contains(each.file())).toList();
    } catch (InvalidRulesException e) {
      return TrialVerdict.refused(LINTED, CandidateCheck.lines(e));
    }
    List<String> errors = lines(findings, Level.ERROR);
    if (!errors.isEmpty()) {
      return TrialVerdict.refused(LINTED, errors);
    }
    Evaluation evaluation;
    try {
      evaluation = Evaluation.with(files);
    } catch (RuntimeException e) {
      return TrialVerdict.refused(CandidateCheck.COMPILED, CandidateCheck.lines(e));
    }
    Set<String> scenarios =
        touched.stream().map(ScenarioRunner::scenariosOf).collect(Collectors.toSet());
    ScenarioReport tested;
    try {
      tested = ScenarioRunner.run(files, scenarios::contains);
    } catch (InvalidScenarioException | InvalidRulesException e) {
      return TrialVerdict.refused(CandidateCheck.TESTED, CandidateCheck.lines(e));
    }
    List<String> failures =
        tested.results().stream()
            .filter(result -> !result.passed())
            .map(CandidateCheck::line)
            .toList();
    if (!failures.isEmpty()) {
      return TrialVerdict.refused(CandidateCheck.TESTED, failures);
    }
    return settled(
        evaluation,
        before,
        request,
        new ScenarioCheck.Result(List.of(), Map.of(), tested.results().size()),
        lines(findings, Level.WARNING));
  }

  private static List<String> lines(List<LintFinding> findings, Level level) {
    return findings.stream()
        .filter(each -> each.level() == level)
        .map(LintFinding::toString)
        .toList();
  }

  private static TrialVerdict settled(
      Evaluation evaluation,
      RuleFiles before,
      TrialRequest request,
      ScenarioCheck.Result tested,
      List<String> warnings) {
    TrialRequest.TrialFacts facts = request.facts();
    if (facts == null) {
      throw new IllegalArgumentException("there are no facts to compare on");
    }
    List<Conclusion> were;
    List<Conclusion> are;
    switch (CandidateCheck.settlement(Evaluation.with(before), facts, request.limits())) {
      case Settlement settlement -> were = settlement.conclusions();
      case SettleOverrun overrun -> {
        return TrialVerdict.refused(
            TrialVerdict.TRIED, List.of("the active rules: " + overrun.message()));
      }
    }
    switch (CandidateCheck.settlement(evaluation, facts, request.limits())) {
      case Settlement settlement -> are = settlement.conclusions();
      case SettleOverrun overrun -> {
        return TrialVerdict.refused(CandidateCheck.PREVIEWED, List.of(overrun.message()));
      }
    }
    return new TrialVerdict(
        CandidateCheck.PREVIEWED,
        List.of(),
        tested,
        new TrialEffects(warnings, differences(were, are)));
  }

  private static JsonNode differences(List<Conclusion> before, List<Conclusion> after) {
    ArrayNode differences = JsonNodeFactory.instance.arrayNode();
    for (TypeDifference each : TypeDifference.between(before, after, Set.of()).values()) {
      differences.add(each.json(MAX_LISTED));
    }
    return differences;
  }
}
