package dev.plumbline.audit.ask;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was found of an object, from when to when.
 *
 * @param id of the conclusion
 * @param rule the rule that found it
 * @param controls the controls that this rule and those that concluded it served then, sorted
 * @param subject Kind/name
 * @param result pass, warn or fail
 * @param severity info, low, medium, high or critical
 * @param reason in one word
 * @param message in words
 * @param span from when to when
 */
public record ControlFinding(
    String id,
    String rule,
    List<String> controls,
    String subject,
    String result,
    String severity,
    String reason,
    String message,
    Span span) {

  /**
   * How long something stood.
   *
   * @param opened when it was concluded
   * @param openedBy the place of the entry that says so
   * @param closed when it held no more; null while it stands
   * @param closedBy the place of the entry that says so; null while it stands
   */
  public record Span(
      Instant opened, long openedBy, @Nullable Instant closed, @Nullable Long closedBy) {

    /** Until it ended, or until {@code now}. */
    public Duration lasted(Instant now) {
      return Duration.between(opened, closed == null ? now : closed);
    }

    Span end(Instant at, long by) {
      return new Span(opened, openedBy, at, by);
    }
  }

  /** Whether it is a violation. */
  public boolean violation() {
    return !result.equals("pass") && !result.equals("skip");
  }

  /** Whether it still stands. */
  public boolean open() {
    return span.closed() == null;
  }

  ControlFinding closed(Instant at, long by) {
    return new ControlFinding(
        id, rule, controls, subject, result, severity, reason, message, span.end(at, by));
  }
}
