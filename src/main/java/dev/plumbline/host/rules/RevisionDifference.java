package dev.plumbline.host.rules;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.Plan;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.RevisionImpact;
import dev.plumbline.rule.Settlement;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What would change if other rules judged the same facts: conclusions and actions that come, go or
 * say something else. What is concluded about revisions themselves is left out. A pure, sorted
 * value.
 */
public final class RevisionDifference {

  /** How many conclusions of a type, and how many actions, the JSON form lists of each kind. */
  private static final int LISTED = 20;

  private static final Set<String> LEFT_OUT =
      Set.of("RevisionAllowed", "RevisionHold", "RevisionHoldLifted", "RevisionObjection");

  private final SortedMap<String, TypeDifference> types;
  private final ActionDifference actions;
  private final List<RevisionImpact> impacts;

  private RevisionDifference(
      SortedMap<String, TypeDifference> types,
      ActionDifference actions,
      List<RevisionImpact> impacts) {
    this.types = types;
    this.actions = actions;
    this.impacts = impacts;
  }

  /**
   * The difference of what two sets of rules make of the same facts.
   *
   * @param facts what both judged, by type
   */
  public static RevisionDifference between(
      Settlement before,
      Plan planBefore,
      Settlement after,
      Plan planAfter,
      SortedMap<String, List<Fact>> facts) {
    SortedMap<String, TypeDifference> types = types(before.conclusions(), after.conclusions());
    ActionDifference actions = ActionDifference.between(planBefore, planAfter);
    int claims = facts.getOrDefault("NodeClaim", List.of()).size();
    return new RevisionDifference(
        types, actions, Measures.of(before, after, types, actions, claims));
  }

  /** How many conclusions count. */
  static long counted(Settlement settlement) {
    return settlement.counts().entrySet().stream()
        .filter(type -> !LEFT_OUT.contains(type.getKey()))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /** Both are sorted by type: they are walked once, type by type. */
  private static SortedMap<String, TypeDifference> types(
      List<Conclusion> before, List<Conclusion> after) {
    var types = new TreeMap<String, TypeDifference>();
    int i = 0;
    int j = 0;
    while (i < before.size() || j < after.size()) {
      Conclusion first = first(before, i, after, j);
      int endBefore = end(before, i, first);
      int endAfter = end(after, j, first);
      if (!LEFT_OUT.contains(first.type())) {
        TypeDifference difference =
            TypeDifference.between(
                Identity.of(first), before.subList(i, endBefore), after.subList(j, endAfter));
        if (!difference.none()) {
          types.put(difference.type(), difference);
        }
      }
      i = endBefore;
      j = endAfter;
    }
    return Collections.unmodifiableSortedMap(types);
  }

  private static Conclusion first(List<Conclusion> before, int i, List<Conclusion> after, int j) {
    if (j == after.size()) {
      return before.get(i);
    }
    if (i == before.size()) {
      return after.get(j);
    }
    Conclusion left = before.get(i);
    Conclusion right = after.get(j);
    return left.type().compareTo(right.type()) <= 0 ? left : right;
  }

  private static int end(List<Conclusion> list, int from, Conclusion of) {
    int end = from;
    while (end < list.size() && list.get(end).getClass() == of.getClass()) {
      end++;
    }
    return end;
  }

  /**
   * What it amounts to in numbers, as facts about the revision of this digest. There is always at
   * least one, how many conclusions there are, so that it can be seen that somebody measured.
   */
  public List<RevisionImpact> impacts(String digest) {
    return impacts.stream()
        .map(
            it ->
                new RevisionImpact(
                    digest, it.measure(), it.subject(), it.before(), it.after(), it.examples()))
        .toList();
  }

  /** What it amounts to in lines for people, the gravest first. */
  public List<String> summary() {
    return none() ? List.of("nothing would change") : DifferenceSummary.of(this);
  }

  /** Counts and lists; of long lists the beginning, and how many more there are. */
  public ObjectNode json() {
    return json(LISTED);
  }

  /** Counts and lists, of each list so many at most. */
  public ObjectNode json(int listed) {
    return DifferenceJson.of(this, listed);
  }

  /** Whether nothing would change. */
  public boolean none() {
    return types.isEmpty() && actions.none();
  }

  /** How many come, go and change. */
  public DifferenceCounts counts() {
    int added = 0;
    int removed = 0;
    int changed = 0;
    for (TypeDifference type : types.values()) {
      added += type.added().size();
      removed += type.removed().size();
      changed += type.changed().size();
    }
    return new DifferenceCounts(
        new DifferenceCounts.Count(added, removed, changed), actions.count(), impacts);
  }

  SortedMap<String, TypeDifference> types() {
    return types;
  }

  ActionDifference actions() {
    return actions;
  }
}
