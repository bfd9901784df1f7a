package dev.plumbline.engine;

import dev.plumbline.language.LintFinding;
import dev.plumbline.language.RuleFiles;
import java.util.List;

/** Everything there is to say of a rule set before it is used: for people who write rules. */
public final class RuleLint {

  private RuleLint() {}

  /** What is wrong with {@code files}, and what their author should know, by file and line. */
  public static List<LintFinding> of(RuleFiles files) {
    return ParsedRules.of(files).findings();
  }
}
