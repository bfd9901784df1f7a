package dev.plumbline.backtest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What other rules would have decided otherwise in a segment, or in several together: the sum does
 * not depend on the order or grouping in which they are added.
 *
 * @param segments that were decided again
 * @param decisions that were recorded in them
 * @param settled how many of these concerned facts that the rules in question read; at the others
 *     nothing can come to differ
 * @param differing after how many decisions something differed
 * @param observed milliseconds in which the clusters were recorded
 * @param groups what differed
 * @param images how much older the images of node classes are for which others are resolved
 * @param deviating the segments whose first state the recorded rules do not reproduce in this
 *     program, as far as it concerns the rules in question
 * @param failed the segments that could not be decided again
 */
public record SegmentDifference(
    long segments,
    long decisions,
    long settled,
    long differing,
    long observed,
    SortedMap<DifferenceGroup, GroupTotals> groups,
    SortedMap<ClusterNodeClass, ImageAgeDifference> images,
    SortedSet<String> deviating,
    SortedSet<FailedSegment> failed) {

  /** Of no segment. */
  public static final SegmentDifference NONE =
      new SegmentDifference(
          0,
          0,
          0,
          0,
          0,
          Collections.emptySortedMap(),
          Collections.emptySortedMap(),
          Collections.emptySortedSet(),
          Collections.emptySortedSet());

  /**
   * A segment that could not be decided again.
   *
   * @param segment as users see it: production/4711; the whole log: production
   * @param reason what kept it, with advice
   */
  public record FailedSegment(String segment, String reason) implements Comparable<FailedSegment> {

    @Override
    public int compareTo(FailedSegment other) {
      int order = segment.compareTo(other.segment);
      return order == 0 ? reason.compareTo(other.reason) : order;
    }
  }

  /** Of a segment that could not be decided again. */
  public static SegmentDifference failed(String segment, String reason) {
    return new SegmentDifference(
        0,
        0,
        0,
        0,
        0,
        Collections.emptySortedMap(),
        Collections.emptySortedMap(),
        Collections.emptySortedSet(),
        Collections.unmodifiableSortedSet(
            new TreeSet<>(java.util.List.of(new FailedSegment(segment, reason)))));
  }

  /** Both together. */
  public SegmentDifference plus(SegmentDifference other) {
    var sum = new TreeMap<>(groups);
    other.groups.forEach((group, totals) -> sum.merge(group, totals, GroupTotals::plus));
    var ages = new TreeMap<>(images);
    other.images.forEach((of, age) -> ages.merge(of, age, ImageAgeDifference::plus));
    return new SegmentDifference(
        segments + other.segments,
        decisions + other.decisions,
        settled + other.settled,
        differing + other.differing,
        observed + other.observed,
        Collections.unmodifiableSortedMap(sum),
        Collections.unmodifiableSortedMap(ages),
        union(deviating, other.deviating),
        union(failed, other.failed));
  }

  private static <T> SortedSet<T> union(SortedSet<T> one, SortedSet<T> other) {
    var union = new TreeSet<>(one);
    union.addAll(other);
    return Collections.unmodifiableSortedSet(union);
  }

  public boolean isEmpty() {
    return groups.isEmpty();
  }

  /** Everything, for programs; equal differences have equal JSON. */
  public ObjectNode json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("segments", segments);
    json.put("decisions", decisions);
    json.put("settled", settled);
    json.put("differing", differing);
    json.put("observedMilliseconds", observed);
    ArrayNode list = json.putArray("differences");
    groups.forEach(
        (group, totals) -> {
          ObjectNode item = list.addObject();
          group.write(item);
          totals.write(item);
        });
    ArrayNode ages = json.putArray("images");
    images.forEach(
        (of, age) -> {
          ObjectNode item = ages.addObject();
          item.put("cluster", of.cluster());
          item.put("nodeClass", of.nodeClass());
          age.write(item);
        });
    ArrayNode others = json.putArray("notReproduced");
    deviating.forEach(others::add);
    ArrayNode faults = json.putArray("failed");
    failed.forEach(
        each -> faults.addObject().put("segment", each.segment()).put("reason", each.reason()));
    return json;
  }

  /**
   * What {@link #json} has written, exactly.
   *
   * @throws IllegalArgumentException when a part of it is missing
   */
  public static SegmentDifference of(JsonNode json) {
    var groups = new TreeMap<DifferenceGroup, GroupTotals>();
    json.required("differences")
        .forEach(each -> groups.put(DifferenceGroup.of(each), GroupTotals.of(each)));
    var images = new TreeMap<ClusterNodeClass, ImageAgeDifference>();
    json.required("images")
        .forEach(
            each ->
                images.put(
                    new ClusterNodeClass(
                        each.required("cluster").textValue(),
                        each.required("nodeClass").textValue()),
                    ImageAgeDifference.of(each)));
    var deviating = new TreeSet<String>();
    json.required("notReproduced").forEach(each -> deviating.add(each.textValue()));
    var failed = new TreeSet<FailedSegment>();
    json.required("failed")
        .forEach(
            each ->
                failed.add(
                    new FailedSegment(
                        each.required("segment").textValue(),
                        each.required("reason").textValue())));
    return new SegmentDifference(
        json.required("segments").longValue(),
        json.required("decisions").longValue(),
        json.required("settled").longValue(),
        json.required("differing").longValue(),
        json.required("observedMilliseconds").longValue(),
        Collections.unmodifiableSortedMap(groups),
        Collections.unmodifiableSortedMap(images),
        Collections.unmodifiableSortedSet(deviating),
        Collections.unmodifiableSortedSet(failed));
  }
}
