package dev.plumbline.backtest;

import dev.plumbline.conclusion.ImageConclusions.AmiResolved;
import dev.plumbline.fact.Requirements;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which images two rule sets resolve otherwise for node classes at a time, and how much older those
 * of the other rules are for how long. Not thread-safe.
 */
final class OpenImageAges {

  private static final Comparator<AmiResolved> FIRST =
      Comparator.comparingInt(AmiResolved::position).thenComparing(AmiResolved::ami);

  private final String cluster;
  private final Map<String, Resolved> open = new LinkedHashMap<>();
  private final SortedMap<ClusterNodeClass, ImageAgeDifference> totals = new TreeMap<>();

  /** Images for the same requirements; null for none. */
  private record Pair(@Nullable String before, @Nullable String after) {}

  /** What only one of both resolves for a node class. */
  private static final class Resolved {
    private final Set<AmiResolved> before = new HashSet<>();
    private final Set<AmiResolved> after = new HashSet<>();
    private @Nullable List<Pair> pairs;

    private List<Pair> pairs() {
      List<Pair> known = pairs;
      if (known == null) {
        known = pair(first(before), first(after));
        pairs = known;
      }
      return known;
    }

    private static List<Pair> pair(
        Map<Requirements, AmiResolved> before, Map<Requirements, AmiResolved> after) {
      var pairs = new ArrayList<Pair>();
      var all = new TreeSet<>(before.keySet());
      all.addAll(after.keySet());
      for (Requirements each : all) {
        AmiResolved one = before.get(each);
        AmiResolved other = after.get(each);
        // The same image at another position, or as deprecated, is no other image.
        if (one == null || other == null || !one.ami().equals(other.ami())) {
          pairs.add(new Pair(one == null ? null : one.ami(), other == null ? null : other.ami()));
        }
      }
      return pairs;
    }

    private static Map<Requirements, AmiResolved> first(Set<AmiResolved> images) {
      var first = new HashMap<Requirements, AmiResolved>();
      for (AmiResolved each : images) {
        first.merge(each.requirements(), each, (a, b) -> FIRST.compare(a, b) <= 0 ? a : b);
      }
      return first;
    }
  }

  OpenImageAges(String cluster) {
    this.cluster = cluster;
  }

  /** Other rules decide from here on: what is open is compared anew. */
  void reset() {
    open.clear();
  }

  /** Which of both resolves this image alone. */
  void set(AmiResolved image, boolean onlyBefore, boolean onlyAfter) {
    Resolved of = open.computeIfAbsent(image.nodeClass(), name -> new Resolved());
    put(of.before, image, onlyBefore);
    put(of.after, image, onlyAfter);
    of.pairs = null;
    if (of.before.isEmpty() && of.after.isEmpty()) {
      open.remove(image.nodeClass());
    }
  }

  private static void put(Set<AmiResolved> side, AmiResolved image, boolean isThere) {
    boolean unused = isThere ? side.add(image) : side.remove(image);
  }

  /**
   * What is open lasts so many milliseconds.
   *
   * @param created the creation date of an image by its id; null where it is not known
   */
  void lasts(long millis, NodeCounts nodes, Function<String, @Nullable Instant> created) {
    open.forEach(
        (nodeClass, resolved) -> {
          ImageAgeDifference sum = ImageAgeDifference.lasting(millis);
          int count = nodes.ofClass(nodeClass);
          for (Pair each : resolved.pairs()) {
            sum = sum.plus(ImageAgeDifference.of(millis, older(each, created), count));
          }
          if (!resolved.pairs().isEmpty()) {
            totals.merge(new ClusterNodeClass(cluster, nodeClass), sum, ImageAgeDifference::plus);
          }
        });
  }

  private static @Nullable Long older(Pair pair, Function<String, @Nullable Instant> created) {
    Instant before = pair.before() == null ? null : created.apply(pair.before());
    Instant after = pair.after() == null ? null : created.apply(pair.after());
    return before == null || after == null
        ? null
        : Long.valueOf(before.toEpochMilli() - after.toEpochMilli());
  }

  SortedMap<ClusterNodeClass, ImageAgeDifference> totals() {
    return Collections.unmodifiableSortedMap(new TreeMap<>(totals));
  }
}
