package dev.plumbline.audit.ask;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One thing that an answer rests on.
 *
 * @param text in words
 * @param entry the place of the entry that says so; null when it is not one entry
 * @param rule where the rule stands, {@code AMI-000 ami-eligibility.drl:210@1f2e3d4c5b6a}; null
 *     when it is no rule
 * @param below what it rests on itself
 */
public record Line(String text, @Nullable Long entry, @Nullable String rule, List<Line> below) {

  public Line {
    below = List.copyOf(below);
  }

  /** One that stands for itself. */
  public static Line of(String text) {
    return new Line(text, null, null, List.of());
  }

  /** One that an entry says. */
  public static Line of(String text, @Nullable Long entry) {
    return new Line(text, entry, null, List.of());
  }

  /** One that rests on others. */
  public static Line of(String text, List<Line> below) {
    return new Line(text, null, null, below);
  }
}
