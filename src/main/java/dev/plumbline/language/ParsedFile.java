package dev.plumbline.language;

import dev.plumbline.language.LintFinding.Level;
import dev.plumbline.language.Tree.FileNode;
import java.util.ArrayList;
import java.util.List;

/**
 * A rule file as it was read: an immutable value.
 *
 * @param text its text
 * @param tree what of it could be read
 * @param problems why the rest could not
 */
public record ParsedFile(RuleText text, FileNode tree, List<LintFinding> problems) {

  /**
   * Reads a rule file.
   *
   * @param file its name, as people know it
   */
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

  /** Whether its rules can be told from one another, so that each can be checked by itself. */
  boolean hasRules() {
    return problems.stream().noneMatch(each -> each.rule() == null);
  }
}
