package dev.plumbline.host.audit;

import dev.plumbline.fact.Fact;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeSet;

/**
 * How the facts of two moments differ.
 *
 * @param put those that are new or other than before, sorted by type, then key
 * @param removed the keys of those that are gone, sorted by type, then key
 */
record FactsDifference(List<Fact> put, List<String> removed) {

  /**
   * The difference of facts by type, each list sorted by key; a list that is the same instance in
   * both is not looked at.
   */
  @SuppressWarnings("ReferenceEquality")
  static FactsDifference between(
      SortedMap<String, List<Fact>> before, SortedMap<String, List<Fact>> after) {
    var difference = new FactsDifference(new ArrayList<>(), new ArrayList<>());
    var types = new TreeSet<>(before.keySet());
    types.addAll(after.keySet());
    for (String type : types) {
      List<Fact> one = before.getOrDefault(type, List.of());
      List<Fact> other = after.getOrDefault(type, List.of());
      if (one != other) {
        difference.walk(one, other);
      }
    }
    return difference;
  }

  @SuppressWarnings("ReferenceEquality")
  private void walk(List<Fact> before, List<Fact> after) {
    int i = 0;
    int j = 0;
    while (i < before.size() || j < after.size()) {
      Fact left = i < before.size() ? before.get(i) : null;
      Fact right = j < after.size() ? after.get(j) : null;
      int place;
      if (left == null || right == null) {
        place = left == null ? 1 : -1;
      } else {
        place = left == right ? 0 : left.key().compareTo(right.key());
      }
      if (left != null && place < 0) {
        removed.add(left.key());
      } else if (right != null && (left == null || place > 0 || !right.equals(left))) {
        put.add(right);
      }
      i += place <= 0 ? 1 : 0;
      j += place >= 0 ? 1 : 0;
    }
  }

  boolean none() {
    return put.isEmpty() && removed.isEmpty();
  }
}
