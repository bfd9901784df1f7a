package dev.plumbline.web.admission;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.engine.RuleSet;
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
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Whether a ConfigMap of rules would be rejected: its files are combined with the shipped ones and
 * those of the other ConfigMaps, compiled, and their scenarios run. Verdicts are cached.
 */
final class RulesCheck {

  static final String LABEL = "plumbline.dev/rules";

  private static final int MAX_CACHED = 16;
  private static final int MAX_LINES = 20;

  private final Supplier<? extends Map<String, String>> now;
  private final Map<String, Verdict> byDigest =
      new LinkedHashMap<>(MAX_CACHED, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Verdict> eldest) {
          return size() > MAX_CACHED;
        }
      };

  RulesCheck(Supplier<? extends Map<String, String>> now) {
    this.now = now;
  }

  static boolean concerns(JsonNode object) {
    return object.path("metadata").path("labels").has(LABEL);
  }

  /** Of one thread. */
  Verdict check(JsonNode object, JsonNode before) {
    SortedMap<String, String> mine = files(object);
    SortedMap<String, String> overlay = new TreeMap<>(now.get());
    if (concerns(before)) {
      files(before).keySet().forEach(overlay::remove);
    }
    List<String> clashes =
        mine.keySet().stream()
            .filter(overlay::containsKey)
            .map(
                name ->
                    name + ": another ConfigMap of rules has a file of this name. Try: rename it.")
            .toList();
    if (!clashes.isEmpty()) {
      return denied(clashes);
    }
    overlay.putAll(mine);
    RuleFiles files;
    try {
      files = RuleFiles.over(overlay, "");
    } catch (InvalidRulesException e) {
      return denied(String.valueOf(e.getMessage()).lines().toList());
    }
    String digest = files.digest() + mine.keySet();
    Verdict known = byDigest.get(digest);
    if (known == null) {
      known = check(files, mine.keySet());
      byDigest.put(digest, known);
    }
    return known;
  }

  /** The fast checks come first, so that most problems are found within the deadline. */
  private static Verdict check(RuleFiles files, Set<String> touched) {
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
    return problems.isEmpty() ? Verdict.allowed() : denied(problems);
  }

  private static List<String> compile(RuleFiles files, Set<String> touched) {
    var problems = new ArrayList<String>();
    for (String name : files.names(".drl")) {
      if (touched.contains(name) || touched.contains(RuleFiles.messagesOf(name))) {
        try {
          RuleSet.compile(files.only(name));
        } catch (InvalidRulesException e) {
          String.valueOf(e.getMessage()).lines().forEach(problems::add);
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
          .map(RulesCheck::line)
          .toList();
    } catch (InvalidScenarioException | InvalidRulesException e) {
      return String.valueOf(e.getMessage()).lines().toList();
    }
  }

  private static String line(ScenarioReport.Result result) {
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

  private static Verdict denied(List<String> problems) {
    if (problems.size() <= MAX_LINES) {
      return new Verdict(Verdict.Answer.DENIED, problems);
    }
    var lines = new ArrayList<>(problems.subList(0, MAX_LINES));
    lines.add("and " + (problems.size() - MAX_LINES) + " more. Try: plumbline lint.");
    return new Verdict(Verdict.Answer.DENIED, lines);
  }

  private static SortedMap<String, String> files(JsonNode object) {
    var files = new TreeMap<String, String>();
    object
        .path("data")
        .properties()
        .forEach(
            file -> {
              if (RuleFiles.isMeant(file.getKey())) {
                files.put(file.getKey(), file.getValue().asText());
              }
            });
    return files;
  }
}
