package dev.plumbline.rule;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.drools.drl.ast.descr.PackageDescr;
import org.drools.drl.parser.DrlParser;
import org.drools.drl.parser.DroolsError;
import org.drools.drl.parser.DroolsParserException;
import org.drools.drl.parser.ParserError;
import org.jspecify.annotations.Nullable;
import org.kie.internal.builder.KnowledgeBuilderError;
import org.kie.internal.builder.conf.LanguageLevelOption;

/** Everything wrong with the text of a rule set, found while it is compiled. */
final class RuleProblems {

  private static final Pattern UNEXPECTED =
      Pattern.compile("(mismatched input|no viable alternative at input) '(?<input>[^']*)'");

  private final Set<RuleProblem> found = new LinkedHashSet<>();

  /** Adds a problem that has been found elsewhere. */
  void add(RuleProblem problem) {
    found.add(problem);
  }

  /** Forgets what was found since. */
  void keep(List<RuleProblem> before) {
    found.retainAll(before);
  }

  /** Whether nothing is wrong. */
  boolean none() {
    return found.isEmpty();
  }

  /** Every problem, in the order of files and lines. */
  List<RuleProblem> sorted() {
    return found.stream()
        .sorted(
            Comparator.comparing(RuleProblem::file)
                .thenComparing(RuleProblem::line)
                .thenComparing(RuleProblem::column)
                .thenComparing(RuleProblem::message))
        .toList();
  }

  /** The parsed rules of a file; null when they cannot be parsed. */
  @Nullable PackageDescr parse(DrlText text) {
    if (text.code().isBlank()) {
      add(text.problem(-1, "is empty. Maybe delete the file, or write its first rule."));
      return null;
    }
    if (text.openQuote() >= 0) {
      add(text.problem(text.openQuote(), "a quote opens here and does not close on this line."));
      return null;
    }
    var parser = new DrlParser(LanguageLevelOption.DRL6);
    PackageDescr descr;
    try {
      descr = parser.parse(false, text.text());
    } catch (DroolsParserException e) {
      add(text.problem(-1, "cannot be parsed: " + e.getMessage()));
      return null;
    }
    if (parser.hasErrors() || descr == null) {
      addSyntax(text, parser.getErrors());
      return null;
    }
    return descr;
  }

  /** What the engine says of a file that it cannot compile. */
  void addCompile(DrlText text, PackageDescr descr, Collection<KnowledgeBuilderError> errors) {
    new CompileErrors(text, descr).report(errors, this::add);
  }

  /** What the parser says; that the text ends too early only when it says nothing else. */
  private void addSyntax(DrlText text, Collection<? extends DroolsError> errors) {
    RuleProblem end = null;
    int before = found.size();
    for (DroolsError error : errors) {
      int line = error.getLines().length > 0 ? error.getLines()[0] : 0;
      int column = error instanceof ParserError at ? Math.max(at.getCol(), 0) : 0;
      int place = line < 1 ? -1 : Math.min(text.start(line) + column, text.text().length());
      Matcher unexpected = UNEXPECTED.matcher(error.getMessage());
      if (!unexpected.find()) {
        add(text.problem(place, error.getMessage().strip().replaceAll("\\s*\\R\\s*", " ")));
      } else if (unexpected.group("input").isEmpty() || unexpected.group("input").equals("<eof>")) {
        end = text.problem(place, "the text ends too early. Maybe end or a bracket is missing.");
      } else {
        String input = unexpected.group("input");
        add(
            text.problem(
                place,
                input
                    + " cannot stand here."
                    + (input.equals("=")
                        ? " Maybe ==?"
                        : " Maybe something before it is missing.")));
      }
    }
    if (found.size() == before && end != null) {
      add(end);
    }
  }
}
