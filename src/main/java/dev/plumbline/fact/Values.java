package dev.plumbline.fact;

import java.util.Collection;
import java.util.Collections;
import java.util.List;

/**
 * A list of strings that rules may ask: sorted, without repetition. A type of our own because a
 * rule must never meet the JDK's hidden collection classes, which a native image does not know by
 * name.
 */
public final class Values implements Comparable<Values> {

  /** No values. */
  public static final Values NONE = new Values(List.of());

  private final List<String> sorted;

  private Values(List<String> sorted) {
    this.sorted = sorted;
  }

  /** The values of {@code items}, sorted, each once. */
  public static Values of(Collection<String> items) {
    return items.isEmpty() ? NONE : new Values(items.stream().sorted().distinct().toList());
  }

  /** The values given. */
  public static Values of(String... items) {
    return of(List.of(items));
  }

  /** One value. */
  public static Values only(String item) {
    return new Values(List.of(item));
  }

  /** Whether {@code value} is one of them. */
  public boolean has(String value) {
    return Collections.binarySearch(sorted, value) >= 0;
  }

  /** Whether one of them is one of {@code others}. */
  public boolean meet(Values others) {
    return sorted.stream().anyMatch(others::has);
  }

  /** Whether there is no value. */
  public boolean none() {
    return sorted.isEmpty();
  }

  /** Those that are not in {@code others}. */
  public Values without(Collection<String> others) {
    return others.isEmpty() ? this : of(sorted.stream().filter(v -> !others.contains(v)).toList());
  }

  /** All values of {@code lists}. */
  public static Values ofAll(Collection<Values> lists) {
    return of(lists.stream().flatMap(values -> values.sorted.stream()).toList());
  }

  /** How many values there are. */
  public int size() {
    return sorted.size();
  }

  /** The values as people list them, {@code none} when there is none. */
  public String orNone() {
    return sorted.isEmpty() ? "none" : toString();
  }

  /** The values in order. */
  public List<String> list() {
    return sorted;
  }

  /**
   * The values as people list them: {@code a, b, c}; after {@code most} of them {@code and n more}.
   */
  public String first(int most) {
    if (sorted.size() <= most) {
      return String.join(", ", sorted);
    }
    return String.join(", ", sorted.subList(0, most)) + " and " + (sorted.size() - most) + " more";
  }

  /** The values as arguments of a command: {@code a b c}. */
  public String arguments() {
    return String.join(" ", sorted);
  }

  /** The values as one argument of a command: {@code a,b,c}. */
  public String argument() {
    return String.join(",", sorted);
  }

  @Override
  public int compareTo(Values other) {
    for (int i = 0; i < Math.min(sorted.size(), other.sorted.size()); i++) {
      int order = sorted.get(i).compareTo(other.sorted.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(sorted.size(), other.sorted.size());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Values values && sorted.equals(values.sorted);
  }

  @Override
  public int hashCode() {
    return sorted.hashCode();
  }

  @Override
  public String toString() {
    return String.join(", ", sorted);
  }
}
