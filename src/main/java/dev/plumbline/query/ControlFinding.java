package dev.plumbline.query;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.fact.Durations;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A finding about an object, with the time it was open.
 *
 * @param controls the controls that this rule, and all rules that it rests on, served then, sorted
 * @param severity info, low, medium, high or critical
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
   * The time a finding was open.
   *
   * @param closedBy the sequence number of the entry that closed it; null while it is open
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

  public boolean violation() {
    return !result.equals("pass") && !result.equals("skip");
  }

  /** Whether the object was judged; one that was skipped, or could not be judged, was not. */
  public boolean judged() {
    return result.equals("pass") || result.equals("warn") || result.equals("fail");
  }

  public boolean open() {
    return span.closed() == null;
  }

  ControlFinding closed(Instant at, long by) {
    return new ControlFinding(
        id, rule, controls, subject, result, severity, reason, message, span.end(at, by));
  }

  public ObjectNode toJson(Instant now) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("rule", rule).put("subject", subject).put("result", result);
    json.put("severity", severity).put("reason", reason);
    json.put("message", message);
    controls.forEach(json.putArray("controls")::add);
    json.put("opened", span.opened().toString()).put("openedBy", span.openedBy());
    Instant closed = span.closed();
    json.put("closed", closed == null ? null : closed.toString());
    json.put("closedBy", span.closedBy());
    json.put("lasted", Durations.text(span.lasted(now).truncatedTo(ChronoUnit.SECONDS)));
    return json;
  }
}
