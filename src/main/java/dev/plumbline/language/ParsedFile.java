package dev.plumbline.language;

import dev.plumbline.language.LintFinding.Level;
import dev.plumbline.language.Tree.FileNode;
import java.util.ArrayList;
import java.util.List;

/**
 * A parsed rule file; immutable.
 *
 * @param problems why the rest could not be parsed
 */
public record ParsedFile(RuleText text, FileNode tree, List<LintFinding> problems) {

  public static ParsedFile parse(String file, String code) {
    var text = new RuleText(file, code);
    var problems = new ArrayList<>(text.problems());
    if (problems.isEmpty() && text.isBlank()) {
      problems.add(
          text.finding(
              Level.ERROR,
              Check.SYNTAX,
              null,
              -1,
              "is empty. Maybe delete the file, or write its first rule."));
    }
    FileNode tree =
        problems.isEmpty() ? RuleParser.read(text, problems) : new FileNode(List.of(), List.of());
    return new ParsedFile(text, tree, List.copyOf(problems));
  }

  /** Whether rule boundaries are reliable, so that each rule can be checked separately. */
  boolean hasRules() {
    return problems.stream().noneMatch(each -> each.rule() == null);
  }
}
