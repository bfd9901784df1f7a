package dev.plumbline.language;

import dev.plumbline.language.LintFinding.Level;
import dev.plumbline.language.Tree.FileNode;
import java.util.ArrayList;
import java.util.List;

/**
 * A parsed rule file; immutable.
 *
 * @param tree with messages in place of their names
 * @param problems why the rest could not be parsed, and what is wrong with its messages
 */
public record ParsedFile(RuleText text, FileNode tree, List<LintFinding> problems) {

  /** A rule file of {@code files}, parsed with the messages beside it. */
  public static ParsedFile of(RuleFiles files, String name) {
    ParsedFile shipped = ShippedRules.parsed(files, name);
    return shipped == null ? read(files, name) : shipped;
  }

  static ParsedFile read(RuleFiles files, String name) {
    String messages = RuleFiles.messagesOf(name);
    return parse(
        files.display(name),
        String.valueOf(files.text(name)),
        new Messages(messages, files.display(messages), files.text(messages)));
  }

  static ParsedFile parse(String file, String code, Messages messages) {
    var text = new RuleText(file, code);
    var problems = new ArrayList<>(text.problems());
    if (problems.isEmpty() && text.isBlank()) {
      problems.add(
          text.finding(
              Level.ERROR,
              Check.SYNTAX,
              null,
              -1,
              "is empty. Try: delete the file, or write its first rule."));
    }
    FileNode tree =
        problems.isEmpty() ? RuleParser.read(text, problems) : new FileNode(List.of(), List.of());
    tree = messages.resolve(tree, text, problems);
    return new ParsedFile(text, tree, List.copyOf(problems));
  }

  /** Whether rule boundaries are reliable, so that each rule can be checked separately. */
  boolean hasRules() {
    return problems.stream()
        .noneMatch(each -> each.rule() == null && each.file().equals(text.file()));
  }
}
