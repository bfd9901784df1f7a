package dev.plumbline.fact;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the labels of a node may be before it exists: for each key the possible values. A key with
 * no value is known to be absent, which is not the same as a key nothing is known about
 * (Karpenter's {@code DoesNotExist} against an undefined key).
 */
public final class Labels {

  /** Nothing known about any key. */
  public static final Labels NONE = new Labels(new TreeMap<>());

  /** The operating system labels of a Linux node. */
  public static final Labels LINUX =
      of(
          Map.of(
              "kubernetes.io/os", List.of("linux"), "node.kubernetes.io/windows-build", List.of()));

  private final SortedMap<String, List<String>> byKey;
  // The same as two arrays sorted by key: requirements iterate over them on the hot path.
  private final String[] keys;
  private final String[][] values;

  private Labels(SortedMap<String, List<String>> byKey) {
    this.byKey = byKey;
    this.keys = byKey.keySet().toArray(String[]::new);
    this.values =
        byKey.values().stream().map(v -> v.toArray(String[]::new)).toArray(String[][]::new);
  }

  /**
   * The labels of {@code byKey}: every key with its possible values, none for a key known to be
   * absent.
   */
  public static Labels of(Map<String, ? extends Collection<String>> byKey) {
    var sorted = new TreeMap<String, List<String>>();
    byKey.forEach(
        (key, values) ->
            sorted.put(
                key.intern(), values.stream().map(String::intern).sorted().distinct().toList()));
    return new Labels(sorted);
  }

  /** One key with its possible values. */
  public static Labels of(String key, Values values) {
    return of(Map.of(key, values.list()));
  }

  /** Whether anything is known about {@code key}, its absence included. */
  public boolean define(String key) {
    return index(key) >= 0;
  }

  /** Whether the node will carry {@code key}. */
  public boolean has(String key) {
    String[] possible = possible(key);
    return possible != null && possible.length > 0;
  }

  /** The only possible value of {@code key}; null when it is absent, unknown or has several. */
  public @Nullable String value(String key) {
    String[] possible = possible(key);
    return possible != null && possible.length == 1 ? possible[0] : null;
  }

  /** Whether the only possible value of {@code key} is a whole number of at least {@code least}. */
  public boolean atLeast(String key, int least) {
    String value = value(key);
    try {
      return value != null && Integer.parseInt(value) >= least;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** The possible values of {@code key}; none when it is absent or unknown. */
  public Values values(String key) {
    return Values.of(byKey.getOrDefault(key, List.of()));
  }

  /** How many different values {@code key} has over all of {@code labels}. */
  public static int distinct(String key, Collection<Labels> labels) {
    return (int) labels.stream().flatMap(l -> l.values(key).list().stream()).distinct().count();
  }

  /** Every key something is known about, with its possible values. */
  public Map<String, List<String>> map() {
    return Collections.unmodifiableMap(byKey);
  }

  String @Nullable [] possible(String key) {
    int index = index(key);
    return index < 0 ? null : values[index];
  }

  private int index(String key) {
    return Arrays.binarySearch(keys, key);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Labels labels && byKey.equals(labels.byKey);
  }

  @Override
  public int hashCode() {
    return byKey.hashCode();
  }

  @Override
  public String toString() {
    return byKey.toString();
  }
}
