package dev.plumbline.language;

import java.util.List;
import java.util.stream.Collectors;

/** Rule text that cannot be used. Its message has one line a problem. */
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

  /** The problems, in the order of files and lines; none when the whole set is at fault. */
  public List<RuleProblem> problems() {
    return problems;
  }
}
