package dev.plumbline.revision;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.Action;
import dev.plumbline.action.Plan;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.RevisionConclusions.RevisionAllowed;
import dev.plumbline.conclusion.RevisionConclusions.RevisionHold;
import dev.plumbline.conclusion.RevisionConclusions.RevisionHoldLifted;
import dev.plumbline.conclusion.RevisionConclusions.RevisionObjection;
import dev.plumbline.engine.Settlement;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.Revisions.RevisionImpact;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What would change if other rules evaluated the same facts: conclusions and actions that are
 * added, removed or changed. Conclusions about revisions themselves are excluded. A pure, sorted
 * value.
 */
public final class RevisionDifference {

  /** The most conclusions per type, and the most actions, that the JSON form lists of each kind. */
  private static final int MAX_LISTED = 20;

  private static final Set<String> LEFT_OUT =
      Stream.of(
              RevisionAllowed.class,
              RevisionHold.class,
              RevisionHoldLifted.class,
              RevisionObjection.class)
          .map(Class::getSimpleName)
          .collect(Collectors.toSet());

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

  public static RevisionDifference between(
      Settlement before,
      Plan planBefore,
      Settlement after,
      Plan planAfter,
      SortedMap<String, List<Fact>> facts) {
    SortedMap<String, TypeDifference> types = types(before.conclusions(), after.conclusions());
    ActionDifference actions = ActionDifference.between(planBefore, planAfter);
    int claims = facts.getOrDefault(RecordType.name(NodeClaim.class), List.of()).size();
    return new RevisionDifference(
        types, actions, ImpactMeasures.of(before, after, types, actions, claims));
  }

  static long counted(Settlement settlement) {
    return settlement.counts().entrySet().stream()
        .filter(type -> !LEFT_OUT.contains(type.getKey()))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

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
                ConclusionIdentity.of(first),
                before.subList(i, endBefore),
                after.subList(j, endAfter));
        if (!difference.isEmpty()) {
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

  /**
   * Walks two lists sorted by {@code order}; {@code both} receives the elements that are equal by
   * it.
   */
  private static <T> void merge(
      List<T> one,
      List<T> other,
      Comparator<? super T> order,
      List<T> removed,
      List<T> added,
      BiConsumer<T, T> both) {
    int i = 0;
    int j = 0;
    while (i < one.size() && j < other.size()) {
      int compared = order.compare(one.get(i), other.get(j));
      if (compared < 0) {
        removed.add(one.get(i++));
      } else if (compared > 0) {
        added.add(other.get(j++));
      } else {
        both.accept(one.get(i++), other.get(j++));
      }
    }
    removed.addAll(one.subList(i, one.size()));
    added.addAll(other.subList(j, other.size()));
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
   * least one, how many conclusions there are, which shows that the difference was measured.
   */
  public List<RevisionImpact> impacts(String digest) {
    return impacts.stream()
        .map(
            it ->
                new RevisionImpact(
                    digest, it.measure(), it.subject(), it.before(), it.after(), it.examples()))
        .toList();
  }

  public List<String> summary() {
    return isEmpty() ? List.of("nothing would change") : DifferenceReport.Summary.of(this);
  }

  /**
   * The NodePools and EC2NodeClasses that change, and which of them lose their last usable instance
   * type or AMI: a line each; none where no object changes.
   */
  public List<String> headline() {
    return ChangedObjects.headline(this);
  }

  /** Counts and lists; of long lists the beginning, and how many more there are. */
  public ObjectNode json() {
    return json(MAX_LISTED);
  }

  public ObjectNode json(int listed) {
    return DifferenceReport.of(this, listed);
  }

  public boolean isEmpty() {
    return types.isEmpty() && actions.isEmpty();
  }

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

  /**
   * How the conclusions of one type differ between two settlements. Every list is sorted by field.
   */
  record TypeDifference(
      String type,
      int before,
      int after,
      List<Conclusion> added,
      List<Conclusion> removed,
      List<Changed> changed) {

    /**
     * A changed conclusion.
     *
     * @param words whether only its message is another
     */
    record Changed(Conclusion before, Conclusion after, boolean words) {}

    /** The difference of two lists of one type, both sorted. */
    static TypeDifference between(
        ConclusionIdentity identity, List<Conclusion> before, List<Conclusion> after) {
      var gone = new ArrayList<Conclusion>();
      var come = new ArrayList<Conclusion>();
      int i = 0;
      int j = 0;
      while (i < before.size() && j < after.size()) {
        Conclusion left = before.get(i);
        Conclusion right = after.get(j);
        int order = left.equals(right) ? 0 : identity.compare(left, right);
        if (order <= 0) {
          i++;
        }
        if (order >= 0) {
          j++;
        }
        if (order < 0) {
          gone.add(left);
        } else if (order > 0) {
          come.add(right);
        }
      }
      gone.addAll(before.subList(i, before.size()));
      come.addAll(after.subList(j, after.size()));
      String type = (before.isEmpty() ? after : before).getFirst().type();
      return paired(type, identity, gone, come, before.size(), after.size());
    }

    private static TypeDifference paired(
        String type,
        ConclusionIdentity identity,
        List<Conclusion> gone,
        List<Conclusion> come,
        int before,
        int after) {
      var added = new ArrayList<Conclusion>();
      var removed = new ArrayList<Conclusion>();
      var changed = new ArrayList<Changed>();
      merge(
          gone,
          come,
          identity::compareNames,
          removed,
          added,
          (left, right) -> changed.add(new Changed(left, right, identity.saySame(left, right))));
      return new TypeDifference(
          type, before, after, List.copyOf(added), List.copyOf(removed), List.copyOf(changed));
    }

    boolean isEmpty() {
      return added.isEmpty() && removed.isEmpty() && changed.isEmpty();
    }

    /** How many of those before are gone or say something else, and not only in other words. */
    int lost() {
      return removed.size() + (int) changed.stream().filter(each -> !each.words()).count();
    }
  }

  /**
   * How two plans differ. Every list is sorted by kind of action, then object.
   *
   * @param added what only the other does
   * @param removed what only the one does
   */
  record ActionDifference(
      Plan before, Plan after, List<Action> added, List<Action> removed, List<Changed> changed) {

    private static final Comparator<Action> ORDER =
        Comparator.comparing(Action::kind).thenComparing(Action::object);

    record Changed(Action before, Action after) {}

    /** The difference of two plans, each sorted as a planner does. */
    static ActionDifference between(Plan before, Plan after) {
      var added = new ArrayList<Action>();
      var removed = new ArrayList<Action>();
      var changed = new ArrayList<Changed>();
      merge(
          before.actions(),
          after.actions(),
          ORDER,
          removed,
          added,
          (left, right) -> {
            if (!left.equals(right)) {
              changed.add(new Changed(left, right));
            }
          });
      return new ActionDifference(
          before, after, List.copyOf(added), List.copyOf(removed), List.copyOf(changed));
    }

    boolean isEmpty() {
      return added.isEmpty() && removed.isEmpty() && changed.isEmpty();
    }

    DifferenceCounts.Count count() {
      return new DifferenceCounts.Count(added.size(), removed.size(), changed.size());
    }

    /** What only the other plan carries out: new, or due only there, or with another change. */
    List<Action> newlyDue() {
      var due = new ArrayList<Action>();
      added.stream().filter(Action::due).forEach(due::add);
      for (Changed each : changed) {
        boolean same = each.before().due() && each.before().change().equals(each.after().change());
        if (each.after().due() && !same) {
          due.add(each.after());
        }
      }
      due.sort(ORDER);
      return due;
    }
  }
}
