package dev.plumbline.backtest;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Groups that have a name in common: a rule, a cluster, a NodePool, an image.
 *
 * @param differences how many groups
 * @param decisions after how many decisions the group that differs most often did
 * @param nodeHours the exposure: in each cluster that of the group with the largest, since others
 *     can concern the same nodes; these are added up
 */
public record DifferenceSummary(
    String name, int differences, long decisions, double nodeHours, Instant first, Instant last) {

  private static final Comparator<DifferenceSummary> ORDER =
      Comparator.comparingDouble(DifferenceSummary::nodeHours)
          .thenComparingLong(DifferenceSummary::decisions)
          .reversed()
          .thenComparing(DifferenceSummary::name);

  /**
   * The groups by name, the largest exposure first.
   *
   * @param names of a group; none where it has no such name
   */
  public static List<DifferenceSummary> by(
      SortedMap<DifferenceGroup, GroupTotals> groups,
      Function<DifferenceGroup, List<String>> names) {
    var sums = new TreeMap<String, Sum>();
    groups.forEach(
        (group, totals) -> {
          for (String name : names.apply(group)) {
            sums.computeIfAbsent(name, each -> new Sum()).add(group, totals);
          }
        });
    var summaries = new ArrayList<DifferenceSummary>();
    sums.forEach((name, sum) -> summaries.add(sum.summary(name)));
    summaries.sort(ORDER);
    return List.copyOf(summaries);
  }

  private static final class Sum {
    private int differences;
    private long decisions;
    private Instant first = Instant.MAX;
    private Instant last = Instant.MIN;
    private final Map<String, Double> byCluster = new HashMap<>();

    void add(DifferenceGroup group, GroupTotals totals) {
      differences++;
      decisions = Math.max(decisions, totals.decisions());
      first = totals.first().isBefore(first) ? totals.first() : first;
      last = totals.last().isAfter(last) ? totals.last() : last;
      byCluster.merge(group.cluster(), totals.nodeHours(), Math::max);
    }

    DifferenceSummary summary(String name) {
      double hours = byCluster.values().stream().sorted().mapToDouble(Double::doubleValue).sum();
      return new DifferenceSummary(name, differences, decisions, hours, first, last);
    }
  }
}
