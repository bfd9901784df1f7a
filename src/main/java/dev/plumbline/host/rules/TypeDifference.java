package dev.plumbline.host.rules;

import dev.plumbline.conclusion.Conclusion;
import java.util.ArrayList;
import java.util.List;

/**
 * How the conclusions of one type differ between two settlements. Every list is sorted by field.
 *
 * @param type the type
 * @param before how many there were
 * @param after how many there are
 * @param added those that are new
 * @param removed those that are gone
 * @param changed those that say something else of the same
 */
record TypeDifference(
    String type,
    int before,
    int after,
    List<Conclusion> added,
    List<Conclusion> removed,
    List<Changed> changed) {

  /**
   * One that says something else.
   *
   * @param words whether only its message is another
   */
  record Changed(Conclusion before, Conclusion after, boolean words) {}

  /** The difference of two lists of one type, both sorted. */
  static TypeDifference between(
      Identity identity, List<Conclusion> before, List<Conclusion> after) {
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
      Identity identity,
      List<Conclusion> gone,
      List<Conclusion> come,
      int before,
      int after) {
    var added = new ArrayList<Conclusion>();
    var removed = new ArrayList<Conclusion>();
    var changed = new ArrayList<Changed>();
    int i = 0;
    int j = 0;
    while (i < gone.size() && j < come.size()) {
      Conclusion left = gone.get(i);
      Conclusion right = come.get(j);
      int order = identity.compareNames(left, right);
      if (order < 0) {
        removed.add(left);
        i++;
      } else if (order > 0) {
        added.add(right);
        j++;
      } else {
        changed.add(new Changed(left, right, identity.saySame(left, right)));
        i++;
        j++;
      }
    }
    removed.addAll(gone.subList(i, gone.size()));
    added.addAll(come.subList(j, come.size()));
    return new TypeDifference(
        type, before, after, List.copyOf(added), List.copyOf(removed), List.copyOf(changed));
  }

  /** Whether there is no difference. */
  boolean none() {
    return added.isEmpty() && removed.isEmpty() && changed.isEmpty();
  }

  /** How many of those before are gone or say something else, and not only in other words. */
  int lost() {
    return removed.size() + (int) changed.stream().filter(each -> !each.words()).count();
  }
}
