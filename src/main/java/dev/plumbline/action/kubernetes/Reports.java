package dev.plumbline.action.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.action.Action;
import dev.plumbline.action.Action.Mode;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.Change;
import dev.plumbline.action.ChangeWriter.WriteFaultException;
import dev.plumbline.action.Plan;
import dev.plumbline.action.kubernetes.EventReporter.Provenance;
import dev.plumbline.fact.ObjectRef;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reports of {@code openreports.io/v1alpha1}, one for each object of which something was found,
 * where that group is served. Written when the findings differ from it; deleted when nothing is.
 */
final class Reports {

  static final String API_VERSION = "openreports.io/v1alpha1";
  static final String CLUSTER_REPORT = "ClusterReport";
  static final String REPORT = "Report";

  /** How long before discovery checks again whether the group is served. */
  private final Duration repeat;

  private final ObjectServer server;
  private final Supplier<Provenance> provenance;
  private final InstantSource clock;

  private boolean served;
  private @Nullable Instant checked;
  private @Nullable Set<ObjectRef> subjects;

  Reports(
      ObjectServer server, Duration repeat, Supplier<Provenance> provenance, InstantSource clock) {
    this.server = server;
    this.repeat = repeat;
    this.provenance = provenance;
    this.clock = clock;
  }

  boolean report(ReportedFindings reported) {
    if (!isServed()) {
      return false;
    }
    try {
      return reported.findings().isEmpty() ? remove(reported.subject()) : write(reported);
    } catch (WriteFaultException e) {
      if (e.code().equals("NotFound")) {
        // The group may have been taken away.
        checked = null;
      }
      throw e;
    }
  }

  /**
   * That nothing is found any more of those that have a report and are not in {@code plan}. A plan
   * without any report leaves them as they are.
   */
  List<Action> leftovers(Plan plan) {
    Set<ObjectRef> planned = new HashSet<>();
    boolean reporting = false;
    for (Action action : plan.actions()) {
      if (action.kind() == ActionKind.REPORT) {
        planned.add(action.object());
        reporting |= action.due();
      }
    }
    if (!reporting || !isServed()) {
      return List.of();
    }
    return subjects().stream()
        .filter(subject -> !planned.contains(subject))
        .sorted()
        .map(
            subject ->
                new Action(
                    ActionKind.REPORT,
                    subject,
                    Mode.ENFORCE,
                    null,
                    new Change.PublishFindings(List.of()),
                    List.of("nothing is found any more")))
        .toList();
  }

  private boolean write(ReportedFindings reported) {
    Instant now = clock.instant();
    ObjectRef ref = ref(reported.subject());
    var document = new ReportDocument(ref, reported, provenance.get());
    JsonNode there = server.get(ref);
    JsonNode wanted = document.json(there, now);
    boolean written = there == null || !ReportDocument.hasSameFindings(there, wanted);
    if (written) {
      server.apply(ref, wanted, true);
    }
    subjects().add(reported.subject());
    return written;
  }

  private boolean remove(ObjectRef subject) {
    if (!subjects().contains(subject)) {
      return false;
    }
    ObjectRef ref = ref(subject);
    JsonNode there = server.get(ref);
    if (there != null) {
      server.delete(ref, there);
    }
    subjects().remove(subject);
    return there != null;
  }

  private static ObjectRef ref(ObjectRef subject) {
    return new ObjectRef(
        API_VERSION,
        subject.namespace() == null ? CLUSTER_REPORT : REPORT,
        subject.namespace(),
        ReportedFindings.name(
            "plumbline-" + subject.kind() + "-" + subject.name(), subject.toString()));
  }

  private Set<ObjectRef> subjects() {
    Set<ObjectRef> known = subjects;
    if (known == null) {
      known = new HashSet<>();
      String ours = ObjectWriter.MANAGED_BY + "=" + ObjectApi.FIELD_MANAGER;
      for (String kind : List.of(CLUSTER_REPORT, REPORT)) {
        for (JsonNode report : server.list(API_VERSION, kind, ours)) {
          known.add(ReportedFindings.referred(report.path("scope")));
        }
      }
      subjects = known;
    }
    return known;
  }

  private boolean isServed() {
    Instant now = clock.instant();
    if (checked == null || !checked.plus(repeat).isAfter(now)) {
      served = server.serves(API_VERSION, CLUSTER_REPORT);
      checked = now;
      subjects = null;
    }
    return served;
  }
}
