package dev.plumbline.engine;

import java.util.Comparator;
import java.util.List;
import java.util.function.BiConsumer;

/** What two sorted lists have in common, and what only one of them has. */
public final class Merge {

  private Merge() {}

  /**
   * Walks two lists sorted by {@code order}; {@code both} receives the elements that are equal by
   * it.
   */
  public static <T> void of(
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
}
