package dev.plumbline.language;

import dev.plumbline.language.LintFinding.Level;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where the findings about one rule, or about a file, go. */
record LintReport(RuleText text, @Nullable String rule, List<LintFinding> findings) {

  void error(Check check, int at, String message) {
    findings.add(text.finding(Level.ERROR, check, rule, at, message));
  }

  void warning(Check check, int at, String message) {
    findings.add(text.finding(Level.WARNING, check, rule, at, message));
  }

  LintReport of(String name) {
    return new LintReport(text, name, findings);
  }
}
