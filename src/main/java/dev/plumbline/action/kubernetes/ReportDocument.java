package dev.plumbline.action.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.kubernetes.EventReporter.Provenance;
import dev.plumbline.conclusion.FindingConclusions;
import dev.plumbline.conclusion.FindingConclusions.Finding;
import dev.plumbline.fact.ObjectRef;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one report, exactly as openreports.io/v1alpha1 has them: the findings sorted, the
 * gravest first, no more than so many of them, all of them counted.
 */
record ReportDocument(ObjectRef ref, ReportedFindings reported, Provenance provenance) {

  static final int MAX_RESULTS = 100;

  private static final List<String> RESULTS = List.of("pass", "fail", "warn", "error", "skip");
  private static final List<String> GRAVITY = List.of("fail", "error", "warn", "skip", "pass");
  private static final Comparator<Finding> ORDER =
      Comparator.comparingInt((Finding each) -> rank(GRAVITY, each.result()))
          .thenComparingInt(each -> rank(FindingConclusions.SEVERITIES, each.severity()))
          .thenComparing(Finding::rule)
          .thenComparing(Finding::reason)
          .thenComparing(Finding::message);

  private static int rank(List<String> order, String value) {
    int rank = order.indexOf(value);
    return rank < 0 ? order.size() : rank;
  }

  /**
   * Whether two reports have the same findings: when each result was found and by which decision
   * does not count.
   */
  static boolean hasSameFindings(JsonNode there, JsonNode wanted) {
    JsonNode labels = there.path("metadata").path("labels");
    return JsonComparison.covers(labels, wanted.path("metadata").path("labels"))
        && JsonComparison.same(timeless(there), timeless(wanted));
  }

  /** The whole; a result that {@code there} has already keeps its time. */
  ObjectNode json(@Nullable JsonNode there, Instant now) {
    ObjectNode report = JsonNodeFactory.instance.objectNode();
    report.put("apiVersion", ref.apiVersion()).put("kind", ref.kind());
    ObjectNode metadata = report.putObject("metadata").put("name", ref.name());
    if (ref.namespace() != null) {
      metadata.put("namespace", ref.namespace());
    }
    metadata.putObject("labels").put(ObjectWriter.MANAGED_BY, ObjectApi.FIELD_MANAGER);
    if (reported.uid() != null) {
      // It goes with the object that it is about.
      metadata
          .putArray("ownerReferences")
          .addObject()
          .put("apiVersion", reported.subject().apiVersion())
          .put("kind", reported.subject().kind())
          .put("name", reported.subject().name())
          .put("uid", reported.uid());
    }
    report.put("source", ObjectApi.FIELD_MANAGER);
    report.set("scope", reported.reference());
    report.putObject("configuration").putObject("limits").put("maxResults", MAX_RESULTS);
    ObjectNode summary = report.putObject("summary");
    for (String result : RESULTS) {
      summary.put(
          result,
          reported.findings().stream().filter(each -> each.result().equals(result)).count());
    }
    ArrayNode results = report.putArray("results");
    reported.findings().stream()
        .sorted(ORDER)
        .limit(MAX_RESULTS)
        .forEach(each -> results.add(result(each, there, now)));
    return report;
  }

  private ObjectNode result(Finding finding, @Nullable JsonNode there, Instant now) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    result.put("source", ObjectApi.FIELD_MANAGER);
    result.put("policy", ObjectApi.FIELD_MANAGER);
    result.put("rule", finding.rule());
    result.put("category", finding.reason());
    result.put("severity", finding.severity());
    result.put("result", finding.result());
    result.put("scored", true);
    result.put("message", finding.message());
    result
        .putObject("properties")
        .put("ruleDigest", provenance.ruleDigest())
        .put("decisionId", provenance.decisionId());
    JsonNode time = there == null ? null : timeOf(result, there);
    if (time != null) {
      result.set("timestamp", time);
    } else {
      result.putObject("timestamp").put("seconds", now.getEpochSecond()).put("nanos", 0);
    }
    return result;
  }

  private static @Nullable JsonNode timeOf(ObjectNode result, JsonNode there) {
    for (JsonNode each : there.path("results")) {
      if (List.of("rule", "category", "result", "severity", "message").stream()
          .allMatch(key -> Objects.equals(each.get(key), result.get(key)))) {
        return each.get("timestamp");
      }
    }
    return null;
  }

  private static ObjectNode timeless(JsonNode report) {
    ObjectNode copy = JsonNodeFactory.instance.objectNode();
    for (String key : List.of("source", "scope", "configuration", "summary")) {
      copy.set(key, report.path(key).deepCopy());
    }
    ArrayNode results = copy.putArray("results");
    for (JsonNode result : report.path("results")) {
      ObjectNode timeless = result.deepCopy();
      timeless.remove("timestamp");
      if (timeless.path("properties") instanceof ObjectNode properties) {
        properties.remove("decisionId");
      }
      results.add(timeless);
    }
    return copy;
  }
}
