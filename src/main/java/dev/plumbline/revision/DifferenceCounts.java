package dev.plumbline.revision;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.fact.Revisions.RevisionImpact;
import dev.plumbline.fact.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * How many conclusions and actions come, go and change, and what that amounts to; of one snapshot,
 * or of several together.
 *
 * @param impacts the measures, before and after summed; without a digest
 */
public record DifferenceCounts(Count conclusions, Count actions, List<RevisionImpact> impacts) {

  public static final DifferenceCounts NONE =
      new DifferenceCounts(Count.NONE, Count.NONE, List.of());

  public record Count(int added, int removed, int changed) {

    static final Count NONE = new Count(0, 0, 0);

    Count plus(Count other) {
      return new Count(added + other.added, removed + other.removed, changed + other.changed);
    }

    @Override
    public String toString() {
      var parts = new ArrayList<String>();
      if (added > 0) {
        parts.add("+" + added);
      }
      if (removed > 0) {
        parts.add("-" + removed);
      }
      if (changed > 0) {
        parts.add("~" + changed);
      }
      return parts.isEmpty() ? "0" : String.join(" ", parts);
    }
  }

  public DifferenceCounts plus(DifferenceCounts other) {
    var sums = new TreeMap<String, RevisionImpact>();
    for (DifferenceCounts each : List.of(this, other)) {
      each.impacts.forEach(impact -> sums.merge(impact.key(), impact, DifferenceCounts::sum));
    }
    return new DifferenceCounts(
        conclusions.plus(other.conclusions),
        actions.plus(other.actions),
        List.copyOf(sums.values()));
  }

  public List<String> summary() {
    return DifferenceReport.Summary.of(impacts);
  }

  public static ObjectNode json(RevisionImpact impact) {
    return DifferenceReport.of(impact);
  }

  private static RevisionImpact sum(RevisionImpact one, RevisionImpact other) {
    var examples = new ArrayList<>(one.examples().list());
    examples.addAll(other.examples().list());
    List<String> some = Values.of(examples).list().stream().limit(RevisionImpact.EXAMPLES).toList();
    return new RevisionImpact(
        one.digest(),
        one.measure(),
        one.subject(),
        one.before() + other.before(),
        one.after() + other.after(),
        Values.of(some));
  }
}
