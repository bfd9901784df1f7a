package dev.plumbline.action.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.action.Action;
import dev.plumbline.action.Change.PublishFindings;
import dev.plumbline.action.ChangeWriter.WriteFaultException;
import dev.plumbline.action.ChangeWriter.Written;
import dev.plumbline.action.Plan;
import dev.plumbline.conclusion.FindingConclusions.Finding;
import dev.plumbline.fact.ObjectRef;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reports findings on an object: as Events, and in its report where reports are served. */
public final class EventReporter {

  private final ObjectServer server;
  private final Events events;
  private final Reports reports;
  private final Duration repeat;
  private final Supplier<Provenance> provenance;
  private final InstantSource clock;
  private final Map<ObjectRef, Reported> reported = new HashMap<>();

  private record Reported(List<Finding> findings, String ruleDigest, Instant at) {}

  /**
   * @param repeat the interval at which unchanged findings are reported, and reports checked, again
   */
  public EventReporter(
      ObjectServer server,
      Duration repeat,
      String instance,
      Supplier<Provenance> provenance,
      InstantSource clock) {
    this.server = server;
    this.events = new Events(server, repeat, instance, clock);
    this.reports = new Reports(server, repeat, provenance, clock);
    this.repeat = repeat;
    this.provenance = provenance;
    this.clock = clock;
  }

  /**
   * Reports new findings. Deletes the report if there are none.
   *
   * @throws WriteFaultException when the API server refuses or cannot be reached
   */
  public Written write(ObjectRef subject, PublishFindings change) {
    var now = new Reported(change.findings(), provenance.get().ruleDigest(), clock.instant());
    if (isReported(reported.get(subject), now)) {
      return Written.UNCHANGED;
    }
    var findings = new ReportedFindings(subject, null, change.findings());
    if (!change.findings().isEmpty() && ReportedFindings.isObject(subject)) {
      JsonNode object = server.get(subject);
      if (object == null) {
        // The object no longer exists: stop reporting on it.
        findings = findings.nothing();
      } else {
        findings = new ReportedFindings(subject, uid(object), change.findings());
      }
    }
    boolean written = events.report(findings);
    written |= reports.report(findings);
    if (findings.findings().isEmpty()) {
      reported.remove(subject);
    } else {
      reported.put(subject, now);
    }
    return written ? Written.DONE : Written.UNCHANGED;
  }

  /** The rules that findings are reported from now. */
  public String ruleDigest() {
    return provenance.get().ruleDigest();
  }

  public List<Action> leftovers(Plan plan) {
    return reports.leftovers(plan);
  }

  private boolean isReported(@Nullable Reported before, Reported now) {
    return before != null
        && before.findings().equals(now.findings())
        && before.ruleDigest().equals(now.ruleDigest())
        && before.at().plus(repeat).isAfter(now.at());
  }

  private static @Nullable String uid(JsonNode object) {
    String uid = object.path("metadata").path("uid").asText();
    return uid.isEmpty() ? null : uid;
  }

  /**
   * What a report is from.
   *
   * @param decisionId which decision: the number of the settlement, or its id in the log
   */
  public record Provenance(String ruleDigest, String decisionId) {}
}
