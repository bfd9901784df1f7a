package dev.plumbline.flink;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.backtest.Backtest.Result;
import dev.plumbline.backtest.ListedLog;
import dev.plumbline.backtest.RuleChange;
import dev.plumbline.backtest.SegmentDifference;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A part of the result: of a segment, of a log that was listed, or of several together. It adds up
 * in any order.
 *
 * @param listed how many segments the logs have in the time
 * @param clusters the names of the logs
 * @param edited the ids of the rules that differ from those that decided
 * @param data the keys of the facts that come with the rules and differ
 */
record Part(
    SegmentDifference difference,
    long listed,
    SortedSet<String> clusters,
    SortedSet<String> edited,
    SortedSet<String> data) {

  static final Part NONE = of(SegmentDifference.NONE);

  /** Of a segment of which nothing but the difference is known. */
  static Part of(SegmentDifference difference) {
    return new Part(
        difference,
        0,
        Collections.emptySortedSet(),
        Collections.emptySortedSet(),
        Collections.emptySortedSet());
  }

  /** Of a segment, and of what its rules were compared with. */
  static Part of(SegmentDifference difference, RuleChange change) {
    return new Part(difference, 0, Collections.emptySortedSet(), change.edited(), change.data());
  }

  /** Of a log without its segments. */
  static Part of(ListedLog log) {
    return new Part(
        log.fault(),
        log.listed(),
        log.clusters(),
        Collections.emptySortedSet(),
        Collections.emptySortedSet());
  }

  Part plus(Part other) {
    return new Part(
        difference.plus(other.difference),
        listed + other.listed,
        union(clusters, other.clusters),
        union(edited, other.edited),
        union(data, other.data));
  }

  private static SortedSet<String> union(SortedSet<String> one, SortedSet<String> other) {
    var union = new TreeSet<>(one);
    union.addAll(other);
    return union;
  }

  /** All parts together. */
  Result result(Duration took) {
    return new Result(difference, listed, List.copyOf(clusters), edited, data, took);
  }

  ObjectNode json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.set("difference", difference.json());
    json.put("listed", listed);
    write(clusters, json.putArray("clusters"));
    write(edited, json.putArray("edited"));
    write(data, json.putArray("data"));
    return json;
  }

  private static void write(SortedSet<String> names, ArrayNode json) {
    names.forEach(json::add);
  }

  /** What {@link #json} has written, exactly. */
  static Part of(JsonNode json) {
    return new Part(
        SegmentDifference.of(json.required("difference")),
        json.required("listed").longValue(),
        names(json.required("clusters")),
        names(json.required("edited")),
        names(json.required("data")));
  }

  private static SortedSet<String> names(JsonNode json) {
    var names = new TreeSet<String>();
    json.forEach(each -> names.add(each.textValue()));
    return names;
  }

  byte[] bytes() {
    return Wire.bytes(json());
  }

  static Part of(byte[] bytes) {
    return of(Wire.json(bytes));
  }
}
