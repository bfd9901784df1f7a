package dev.plumbline.rule.lint;

import dev.plumbline.rule.lint.LintFinding.Level;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where the findings about one rule, or about a file, go. */
record Report(RuleText text, @Nullable String rule, List<LintFinding> findings) {

  void error(Check check, int at, String message) {
    findings.add(text.finding(Level.ERROR, check, rule, at, message));
  }

  void warning(Check check, int at, String message) {
    findings.add(text.finding(Level.WARNING, check, rule, at, message));
  }

  Report of(String name) {
    return new Report(text, name, findings);
  }
}
