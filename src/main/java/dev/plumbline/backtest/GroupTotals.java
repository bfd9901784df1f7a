package dev.plumbline.backtest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How much of a group differs. It adds up in any order.
 *
 * @param decisions after how many recorded decisions something of the group differed
 * @param most how many conclusions of it differed at the same time, at most
 * @param lasted milliseconds in which something of it differed, summed over segments
 * @param exposure node-milliseconds: the nodes concerned, times how long it lasted
 * @param first when it first differed
 * @param last until when it differed
 * @param evidence the first entries after which each of some conclusions differed, in order
 */
public record GroupTotals(
    long decisions,
    long most,
    long lasted,
    long exposure,
    Instant first,
    Instant last,
    List<Evidence> evidence) {

  /** How many conclusions of each group are kept as evidence. */
  static final int MAX_EVIDENCE = 3;

  static final double HOUR = 3_600_000.0;

  /**
   * An entry after which a conclusion differed.
   *
   * @param entry its sequence number
   * @param subject what the conclusion is about
   * @param before as the recorded rules conclude it, in its wire form; empty when they do not
   * @param after as the other rules conclude it; empty when they do not
   */
  public record Evidence(
      Instant at, String cluster, long entry, String subject, String before, String after) {

    static final Comparator<Evidence> ORDER =
        Comparator.comparing(Evidence::at)
            .thenComparing(Evidence::cluster)
            .thenComparing(Evidence::entry)
            .thenComparing(Evidence::subject)
            .thenComparing(Evidence::before)
            .thenComparing(Evidence::after);

    /** As users see it: production/4711. */
    public String id() {
      return cluster + "/" + entry;
    }

    private void write(ObjectNode json) {
      json.put("at", at.toString());
      json.put("entry", id());
      json.put("subject", subject);
      json.put("before", before);
      json.put("after", after);
    }

    private static Evidence of(JsonNode json) {
      String id = json.required("entry").textValue();
      int slash = id.lastIndexOf('/');
      return new Evidence(
          Instant.parse(json.required("at").textValue()),
          id.substring(0, slash),
          Long.parseLong(id.substring(slash + 1)),
          json.required("subject").textValue(),
          json.required("before").textValue(),
          json.required("after").textValue());
    }
  }

  GroupTotals plus(GroupTotals other) {
    return new GroupTotals(
        decisions + other.decisions,
        Math.max(most, other.most),
        lasted + other.lasted,
        exposure + other.exposure,
        first.isBefore(other.first) ? first : other.first,
        last.isAfter(other.last) ? last : other.last,
        first(evidence, other.evidence));
  }

  /** The first entry of each conclusion, and of these the first ones. */
  static List<Evidence> first(List<Evidence> one, List<Evidence> other) {
    Map<List<String>, Evidence> bySubject = new HashMap<>();
    for (List<Evidence> each : List.of(one, other)) {
      for (Evidence evidence : each) {
        bySubject.merge(
            List.of(evidence.cluster(), evidence.subject()),
            evidence,
            (a, b) -> Evidence.ORDER.compare(a, b) <= 0 ? a : b);
      }
    }
    var all = new ArrayList<>(bySubject.values());
    all.sort(Evidence.ORDER);
    return List.copyOf(all.subList(0, Math.min(MAX_EVIDENCE, all.size())));
  }

  /** Node-hours. */
  public double nodeHours() {
    return exposure / HOUR;
  }

  /** Hours in which something of it differed. */
  public double hours() {
    return lasted / HOUR;
  }

  void write(ObjectNode json) {
    json.put("decisions", decisions);
    json.put("most", most);
    json.put("milliseconds", lasted);
    json.put("nodeMilliseconds", exposure);
    json.put("first", first.toString());
    json.put("last", last.toString());
    ArrayNode list = json.putArray("evidence");
    evidence.forEach(each -> each.write(list.addObject()));
  }

  /** What {@link #write} has written. */
  static GroupTotals of(JsonNode json) {
    var evidence = new ArrayList<Evidence>();
    json.required("evidence").forEach(each -> evidence.add(Evidence.of(each)));
    return new GroupTotals(
        json.required("decisions").longValue(),
        json.required("most").longValue(),
        json.required("milliseconds").longValue(),
        json.required("nodeMilliseconds").longValue(),
        Instant.parse(json.required("first").textValue()),
        Instant.parse(json.required("last").textValue()),
        List.copyOf(evidence));
  }
}
