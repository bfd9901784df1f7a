package dev.plumbline.language;

import dev.plumbline.language.LintFinding.Level;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects the findings on one rule, or on a file if {@code rule} is null. */
record LintReport(RuleText text, @Nullable String rule, List<LintFinding> findings) {

  void error(Check check, int at, String message) {
    findings.add(text.finding(Level.ERROR, check, rule, at, message));
  }

  void warning(Check check, int at, String message) {
    findings.add(text.finding(Level.WARNING, check, rule, at, message));
  }

  LintReport forRule(String name) {
    return new LintReport(text, name, findings);
  }
}
