package dev.plumbline.language;

import dev.plumbline.fact.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Validates the file names of an overlay: a file that nothing reads is rejected, since it would
 * silently have no effect.
 */
final class OverlayChecks {

  private static final List<String> DATA_FILES =
      List.of(
          "ami-families.yaml",
          "error-classes.yaml",
          "gates.yaml",
          "parameters.yaml",
          "switched-off.yaml",
          "image-releases.yaml",
          "waivers.yaml");

  private final RuleFiles files;
  private final List<RuleProblem> problems = new ArrayList<>();

  OverlayChecks(RuleFiles files) {
    this.files = files;
  }

  void run() {
    checkLimits();
    files.overlay().keySet().forEach(this::check);
    if (!problems.isEmpty()) {
      throw new InvalidRulesException(problems);
    }
  }

  private void checkLimits() {
    int count = 0;
    int rules = 0;
    long characters = 0;
    for (var each : files.overlay().entrySet()) {
      characters += each.getValue().length();
      count++;
      if (each.getValue().length() > RuleLimits.FILE_BYTES) {
        exceeds(
            each.getKey(),
            RuleLimits.exceeded(
                "characters in a file",
                each.getValue().length(),
                RuleLimits.FILE_BYTES,
                "several files"));
      } else if (count == RuleLimits.FILES + 1) {
        exceeds(
            each.getKey(),
            RuleLimits.exceeded(
                "files", files.overlay().size(), RuleLimits.FILES, "fewer, larger files"));
      } else if (characters > RuleLimits.OVERLAY_CHARACTERS) {
        exceeds(
            each.getKey(),
            RuleLimits.exceeded(
                "characters in all files up to this one",
                characters,
                RuleLimits.OVERLAY_CHARACTERS,
                "fewer rules"));
      }
      rules += each.getKey().endsWith(".drl") ? count(each.getKey(), each.getValue(), rules) : 0;
    }
  }

  /** The rules of a file, where there are {@code before} in those that precede it. */
  private int count(String name, String code, int before) {
    var text = new RuleText(files.display(name), code);
    List<Integer> starts = text.ruleStarts();
    if (before + starts.size() > RuleLimits.RULES_PER_SET) {
      throw new InvalidRulesException(
          List.of(
              new RuleProblem(
                  files.display(name),
                  text.line(starts.get(RuleLimits.RULES_PER_SET - before)),
                  1,
                  RuleLimits.exceeded(
                      "rules in the set",
                      RuleLimits.RULES_PER_SET,
                      "fewer rules, or one that reads data"))));
    }
    return starts.size();
  }

  /** Throws, since what is too large is not looked at further. */
  private void exceeds(String name, String message) {
    throw new InvalidRulesException(List.of(new RuleProblem(files.display(name), 1, 1, message)));
  }

  private void check(String name) {
    String beside =
        name.endsWith(RuleFiles.SCENARIOS)
            ? RuleFiles.SCENARIOS
            : name.endsWith(RuleFiles.MESSAGES) ? RuleFiles.MESSAGES : null;
    if (beside != null) {
      String rules = stem(name, beside) + ".drl";
      if (files.text(rules) == null) {
        report(
            name,
            "there is no "
                + rules
                + (beside.equals(RuleFiles.SCENARIOS)
                    ? " that it would test. "
                    : " whose messages these would be. ")
                + Nearest.suggestion(rules, files.names(".drl")));
      }
    } else if (!name.endsWith(".drl")
        && !name.endsWith(RuleFiles.DECLARATIONS)
        && !name.endsWith(RuleFiles.MEASURES)
        && !DATA_FILES.contains(name)) {
      report(
          name,
          "nothing reads a file of this name: they are x.drl, x.messages.yaml, x.scenarios.yaml,"
              + " x.parameters.yaml, x.measures.yaml and the data files. "
              + suggestion(name));
    }
  }

  private String suggestion(String name) {
    String right = RuleFolder.spelling(name);
    return right == null
        ? Nearest.suggestion(name, candidates())
        : "Try: rename it to " + right + ".";
  }

  /** Names to suggest: data files, and what stands beside existing rules. */
  private TreeSet<String> candidates() {
    var names = new TreeSet<>(DATA_FILES);
    for (String rules : files.names(".drl")) {
      names.add(stem(rules, ".drl") + RuleFiles.SCENARIOS);
      names.add(RuleFiles.messagesOf(rules));
    }
    return names;
  }

  private static String stem(String name, String suffix) {
    return name.substring(0, name.length() - suffix.length());
  }

  private void report(String name, String message) {
    problems.add(new RuleProblem(files.display(name), 0, 0, message));
  }
}
