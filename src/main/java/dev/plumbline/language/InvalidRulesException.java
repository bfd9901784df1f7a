package dev.plumbline.language;

import java.util.List;
import java.util.stream.Collectors;

/** Invalid rule text. The message has one line per problem. */
public final class InvalidRulesException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final transient List<RuleProblem> problems;

  public InvalidRulesException(List<RuleProblem> problems) {
    super(problems.stream().map(RuleProblem::toString).collect(Collectors.joining("\n")));
    this.problems = List.copyOf(problems);
  }

  public InvalidRulesException(String message) {
    super(message);
    this.problems = List.of();
  }

  /** The problems by file and line; empty if the rule set as a whole is invalid. */
  public List<RuleProblem> problems() {
    return problems;
  }
}
