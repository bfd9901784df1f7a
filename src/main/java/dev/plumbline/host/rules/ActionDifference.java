package dev.plumbline.host.rules;

import dev.plumbline.action.Action;
import dev.plumbline.action.Plan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * How two plans differ. Every list is sorted by kind of action, then object.
 *
 * @param before the one
 * @param after the other
 * @param added what only the other does
 * @param removed what only the one does
 * @param changed what both do to one object, each in its own way
 */
record ActionDifference(
    Plan before, Plan after, List<Action> added, List<Action> removed, List<Changed> changed) {

  private static final Comparator<Action> ORDER =
      Comparator.comparing(Action::kind).thenComparing(Action::object);

  /** One action on one object under both plans. */
  record Changed(Action before, Action after) {}

  /** The difference of two plans, each sorted as a planner does. */
  static ActionDifference between(Plan before, Plan after) {
    List<Action> one = before.actions();
    List<Action> other = after.actions();
    var added = new ArrayList<Action>();
    var removed = new ArrayList<Action>();
    var changed = new ArrayList<Changed>();
    int i = 0;
    int j = 0;
    while (i < one.size() && j < other.size()) {
      Action left = one.get(i);
      Action right = other.get(j);
      int order = ORDER.compare(left, right);
      if (order < 0) {
        removed.add(left);
        i++;
      } else if (order > 0) {
        added.add(right);
        j++;
      } else {
        if (!left.equals(right)) {
          changed.add(new Changed(left, right));
        }
        i++;
        j++;
      }
    }
    removed.addAll(one.subList(i, one.size()));
    added.addAll(other.subList(j, other.size()));
    return new ActionDifference(
        before, after, List.copyOf(added), List.copyOf(removed), List.copyOf(changed));
  }

  /** Whether there is no difference. */
  boolean none() {
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
