package dev.plumbline.engine;

import dev.plumbline.language.LintFinding;
import dev.plumbline.language.RuleFiles;
import java.util.List;

/** Checks a rule set before it is used, for rule authors. */
public final class RuleLint {

  private RuleLint() {}

  public static List<LintFinding> of(RuleFiles files) {
    return ParsedRules.of(files).findings();
  }
}
