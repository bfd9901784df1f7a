package dev.plumbline.action.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.ChangeWriter.WriteFaultException;
import dev.plumbline.conclusion.FindingConclusions.Finding;
import dev.plumbline.fact.ObjectRef;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Publishes Events: one per object, reason and rule. An unchanged Event is repeated at an interval,
 * by increasing its count; a new message is written immediately. Results that pass are not Events.
 */
final class Events {

  private static final int LONGEST_MESSAGE = 1024;

  private record Last(String message, Instant at) {}

  private record Topic(String rule, String reason) implements Comparable<Topic> {

    @Override
    public int compareTo(Topic other) {
      int order = rule.compareTo(other.rule);
      return order != 0 ? order : reason.compareTo(other.reason);
    }
  }

  private final ObjectServer server;
  private final Duration repeat;
  private final String instance;
  private final InstantSource clock;
  private final Map<ObjectRef, Last> last = new HashMap<>();

  /**
   * None yet.
   *
   * @param instance the reporting instance: the name of the pod
   */
  Events(ObjectServer server, Duration repeat, String instance, InstantSource clock) {
    this.server = server;
    this.repeat = repeat;
    this.instance = instance;
    this.clock = clock;
  }

  /** Publishes what is due; false if nothing is new, even if the count of an Event increased. */
  boolean report(ReportedFindings reported) {
    Instant now = clock.instant();
    last.values().removeIf(each -> each.at().plus(repeat.multipliedBy(2)).isBefore(now));
    var topics = new TreeMap<Topic, List<Finding>>();
    for (Finding finding : reported.findings()) {
      if (!finding.result().equals("pass")) {
        topics
            .computeIfAbsent(
                new Topic(finding.rule(), finding.reason()), topic -> new ArrayList<>())
            .add(finding);
      }
    }
    boolean written = false;
    for (var topic : topics.entrySet()) {
      written |= report(reported, topic.getKey(), topic.getValue(), now);
    }
    return written;
  }

  private boolean report(
      ReportedFindings reported, Topic topic, List<Finding> findings, Instant now) {
    var ref =
        new ObjectRef(
            "v1",
            "Event",
            reported.eventNamespace(),
            ReportedFindings.name(
                reported.subject().name(),
                String.join("\n", reported.subject().key(), topic.reason(), topic.rule())));
    String message = message(topic, findings);
    if (isRecent(last.get(ref), message, now)) {
      return false;
    }
    JsonNode there = server.get(ref);
    if (there == null) {
      try {
        server.create(ref, event(reported, ref, findings.getFirst(), message, now));
      } catch (WriteFaultException e) {
        if (!e.code().equals("AlreadyExists")) {
          throw e;
        }
      }
      last.put(ref, new Last(message, now));
      return true;
    }
    Last before = last(there);
    if (isRecent(before, message, now) && before != null) {
      last.put(ref, before);
      return false;
    }
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    patch.put("message", message).put("lastTimestamp", time(now));
    patch.put("type", type(findings.getFirst()));
    patch.put("count", there.path("count").asInt(1) + 1);
    server.merge(ref, patch);
    last.put(ref, new Last(message, now));
    return !message.equals(there.path("message").asText());
  }

  private boolean isRecent(@Nullable Last before, String message, Instant now) {
    return before != null
        && before.message().equals(message)
        && before.at().plus(repeat).isAfter(now);
  }

  private static @Nullable Last last(JsonNode event) {
    try {
      return new Last(
          event.path("message").asText(), Instant.parse(event.path("lastTimestamp").asText()));
    } catch (DateTimeParseException e) {
      return null;
    }
  }

  private ObjectNode event(
      ReportedFindings reported, ObjectRef ref, Finding finding, String message, Instant now) {
    ObjectNode event = JsonNodeFactory.instance.objectNode();
    event.put("apiVersion", ref.apiVersion()).put("kind", ref.kind());
    event
        .putObject("metadata")
        .put("name", ref.name())
        .put("namespace", ref.namespace())
        .putObject("labels")
        .put(ObjectWriter.MANAGED_BY, ObjectApi.FIELD_MANAGER);
    event.set("involvedObject", reported.reference());
    event.put("type", type(finding)).put("reason", finding.reason()).put("message", message);
    event.put("firstTimestamp", time(now)).put("lastTimestamp", time(now)).put("count", 1);
    event.putObject("source").put("component", ObjectApi.FIELD_MANAGER);
    event.put("reportingComponent", ObjectApi.FIELD_MANAGER).put("reportingInstance", instance);
    return event;
  }

  private static String type(Finding finding) {
    return finding.result().equals("skip") ? "Normal" : "Warning";
  }

  private static String message(Topic topic, List<Finding> findings) {
    String all =
        topic.rule()
            + ": "
            + String.join(
                "; ", findings.stream().map(Finding::message).distinct().sorted().toList());
    return all.length() <= LONGEST_MESSAGE ? all : all.substring(0, LONGEST_MESSAGE - 2) + " …";
  }

  private static String time(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
