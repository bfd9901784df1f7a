package dev.plumbline.trial;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.engine.RuleSession;
import dev.plumbline.engine.RuleSession.SettleLimits;
import dev.plumbline.engine.RuleSession.SettleOverrun;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.engine.Settlement;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.language.InvalidInputException;
import dev.plumbline.language.InvalidRulesException;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.scenario.InvalidScenarioException;
import dev.plumbline.scenario.ScenarioRunner;
import dev.plumbline.scenario.ScenarioRunner.ScenarioReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;

/** The stages of a trial, wherever it runs: linted and compiled, tested, settled. */
public final class CandidateCheck {

  static final String COMPILED = "compiled";
  static final String TESTED = "tested";
  static final String PREVIEWED = "previewed";

  private final ScenarioCheck scenarios = new ScenarioCheck();

  /** What is wrong with {@code request}; an error of the machine is thrown. */
  TrialVerdict of(TrialRequest request) {
    RuleFiles files;
    try {
      files = RuleFiles.over(request.overlay(), request.origin());
    } catch (InvalidRulesException e) {
      return TrialVerdict.refused("received", lines(e));
    }
    Set<String> touched = request.touched();
    SortedMap<String, String> against = request.against();
    if (touched != null && against != null) {
      return EffectsCheck.of(files, touched, RuleFiles.over(against, ""), request);
    }
    if (touched != null) {
      return TrialVerdict.refused(COMPILED, problems(files, touched));
    }
    Evaluation evaluation;
    try {
      evaluation = Evaluation.with(files);
    } catch (RuntimeException e) {
      return TrialVerdict.refused(COMPILED, lines(e));
    }
    ScenarioCheck.Result tested;
    try {
      tested = scenarios.run(evaluation.rules());
    } catch (RuntimeException e) {
      return TrialVerdict.refused(TESTED, lines(e));
    }
    if (!tested.failures().isEmpty()) {
      return TrialVerdict.refused(TESTED, tested.failures());
    }
    try {
      return new TrialVerdict(PREVIEWED, settled(evaluation, request), tested);
    } catch (RuntimeException e) {
      return TrialVerdict.refused(
          PREVIEWED,
          List.of("the rules failed: " + e + ". Try: look for a comparison of different types."));
    }
  }

  private static List<String> settled(Evaluation evaluation, TrialRequest request) {
    TrialRequest.TrialFacts given = request.facts();
    if (given == null) {
      return List.of();
    }
    return switch (settlement(evaluation, given, request.limits())) {
      case Settlement settlement -> List.of();
      case SettleOverrun overrun -> List.of(overrun.message());
    };
  }

  /** Settles the rules of {@code evaluation} on facts of a host, as if they were active there. */
  static RuleSession.Settled settlement(
      Evaluation evaluation, TrialRequest.TrialFacts given, SettleLimits limits) {
    Map<String, Fact> facts = new LinkedHashMap<>();
    given.facts().forEach(fact -> facts.put(fact.key(), fact));
    evaluation.policy().facts().forEach(fact -> facts.put(fact.key(), fact));
    evaluation.policy().parameters().forEach(fact -> facts.put(fact.key(), fact));
    for (Parameter set : given.parameters()) {
      facts.computeIfPresent(set.key(), (key, declared) -> set);
    }
    try (RuleSession session = evaluation.rules().newSession()) {
      session.replaceAll(List.of(facts.values()));
      return session.settle(limits);
    }
  }

  /**
   * What is wrong with the files {@code touched} among {@code files}, one line each. The fast
   * checks come first, so that most problems are found within the deadline of who asks.
   */
  public static List<String> problems(RuleFiles files, Set<String> touched) {
    List<String> problems = compile(files, touched);
    if (problems.isEmpty()) {
      problems = scenarios(files, touched);
    }
    if (problems.isEmpty()) {
      try {
        Evaluation.with(files);
      } catch (InvalidInputException e) {
        problems = e.lines();
      }
    }
    return problems;
  }

  private static List<String> compile(RuleFiles files, Set<String> touched) {
    var problems = new ArrayList<String>();
    for (String name : files.names(".drl")) {
      if (touched.contains(name) || touched.contains(RuleFiles.messagesOf(name))) {
        try {
          RuleSet.compile(files.only(name));
        } catch (InvalidRulesException e) {
          problems.addAll(lines(e));
        }
      }
    }
    return problems;
  }

  private static List<String> scenarios(RuleFiles files, Set<String> touched) {
    Set<String> names =
        touched.stream().map(ScenarioRunner::scenariosOf).collect(Collectors.toSet());
    try {
      return ScenarioRunner.run(files, names::contains).results().stream()
          .filter(result -> !result.passed())
          .map(CandidateCheck::line)
          .toList();
    } catch (InvalidScenarioException | InvalidRulesException e) {
      return lines(e);
    }
  }

  static String line(ScenarioReport.Result result) {
    return result.file()
        + ": scenario \""
        + result.name()
        + "\" fails:"
        + conclusions(" missing ", result.missing())
        + conclusions(" unexpected ", result.unexpected())
        + ". Try: plumbline test.";
  }

  private static String conclusions(String what, List<Conclusion> conclusions) {
    return conclusions.isEmpty()
        ? ""
        : what
            + conclusions.getFirst()
            + (conclusions.size() == 1 ? "" : " and " + (conclusions.size() - 1) + " more");
  }

  static List<String> lines(RuntimeException fault) {
    return fault.getMessage() == null || fault.getMessage().isBlank()
        ? List.of("internal error (bug): " + fault)
        : fault.getMessage().lines().toList();
  }
}
