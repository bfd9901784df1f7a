package dev.plumbline.engine;

import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.engine.Settlement.Concluded;
import dev.plumbline.fact.RecordType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeSet;

/** The difference of two settlements, each list sorted by type, then by field. */
public record SettlementDifference(
    List<Concluded> added, List<Concluded> removed, List<Change> changed) {

  public record Change(Concluded before, Concluded after) {}

  @SuppressWarnings("ReferenceEquality") // lists of what did not change are the same instance
  static SettlementDifference between(Settlement before, Settlement after) {
    var difference =
        new SettlementDifference(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    SortedMap<String, List<Concluded>> left = before.byType();
    SortedMap<String, List<Concluded>> right = after.byType();
    var types = new TreeSet<>(left.keySet());
    types.addAll(right.keySet());
    for (String type : types) {
      List<Concluded> one = left.getOrDefault(type, List.of());
      List<Concluded> other = right.getOrDefault(type, List.of());
      if (one != other) {
        difference.walk(one, other);
      }
    }
    return difference;
  }

  @SuppressWarnings("ReferenceEquality")
  private void walk(List<Concluded> before, List<Concluded> after) {
    Comparator<Object> order = order(before.isEmpty() ? after : before);
    int i = 0;
    int j = 0;
    while (i < before.size() || j < after.size()) {
      Concluded left = i < before.size() ? before.get(i) : null;
      Concluded right = j < after.size() ? after.get(j) : null;
      if (left != null && right != null && left == right) {
        i++;
        j++;
        continue;
      }
      int place =
          left == null
              ? 1
              : right == null ? -1 : order.compare(left.conclusion(), right.conclusion());
      if (place < 0 && left != null) {
        removed.add(left);
        i++;
      } else if (place > 0 && right != null) {
        added.add(right);
        j++;
      } else if (left != null && right != null) {
        if (!left.derivations().equals(right.derivations())) {
          changed.add(new Change(left, right));
        }
        i++;
        j++;
      }
    }
  }

  private static Comparator<Object> order(List<Concluded> list) {
    RecordType type = ConclusionTypes.of(list.getFirst().conclusion().getClass());
    return Objects.requireNonNull(type).order();
  }

  public boolean none() {
    return added.isEmpty() && removed.isEmpty() && changed.isEmpty();
  }
}
