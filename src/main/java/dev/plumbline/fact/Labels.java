package dev.plumbline.fact;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * What the labels of a node may be before it exists: for each key the possible values. A key with
 * no value is known to be absent, which is not the same as a key nothing is known about
 * (Karpenter's {@code DoesNotExist} against an undefined key).
 */
public final class Labels {

  private static final String[] NO_VALUES = {};

  /** By hash: what of keys and of values was equal last. */
  private static final AtomicReferenceArray<String[]> SHARED = new AtomicReferenceArray<>(4096);

  /** Nothing known about any key. */
  public static final Labels NONE = of(Map.of());

  /** The operating system labels of a Linux node. */
  public static final Labels LINUX =
      of(
          Map.of(
              "kubernetes.io/os", List.of("linux"), "node.kubernetes.io/windows-build", List.of()));

  // Sorted, and the values of each likewise: requirements iterate over them on the hot path, and a
  // region holds some 50 keys of each of more than a thousand instance types.
  private final String[] keys;
  private final String[][] values;

  private Labels(String[] keys, String[][] values) {
    this.keys = keys;
    this.values = values;
  }

  /**
   * The labels of {@code byKey}: every key with its possible values, none for a key known to be
   * absent.
   */
  public static Labels of(Map<String, ? extends Collection<String>> byKey) {
    String[] keys = sorted(byKey.keySet());
    var values = new String[keys.length][];
    for (int i = 0; i < keys.length; i++) {
      values[i] = sorted(Objects.requireNonNull(byKey.get(keys[i])));
    }
    return new Labels(keys, values);
  }

  /** Sorted, each once, and the same object for what is equal: there are few different ones. */
  private static String[] sorted(Collection<String> items) {
    if (items.isEmpty()) {
      return NO_VALUES;
    }
    String[] sorted = items.toArray(String[]::new);
    Arrays.sort(sorted);
    int size = 0;
    for (String each : sorted) {
      if (size == 0 || !each.equals(sorted[size - 1])) {
        sorted[size++] = each.intern();
      }
    }
    return shared(size == sorted.length ? sorted : Arrays.copyOf(sorted, size));
  }

  private static String[] shared(String[] texts) {
    int hash = Arrays.hashCode(texts);
    int place = (hash ^ hash >>> 16) & SHARED.length() - 1;
    // Threads may overwrite what others put there: of the same texts there are two arrays then.
    String[] known = SHARED.get(place);
    if (known != null && Arrays.equals(known, texts)) {
      return known;
    }
    SHARED.set(place, texts);
    return texts;
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
    String[] possible = possible(key);
    return possible == null ? Values.NONE : Values.of(possible);
  }

  /** How many different values {@code key} has over all of {@code labels}. */
  public static int distinct(String key, Collection<Labels> labels) {
    return (int) labels.stream().flatMap(l -> l.values(key).list().stream()).distinct().count();
  }

  /** Every key something is known about, with its possible values. */
  public Map<String, List<String>> map() {
    var byKey = new TreeMap<String, List<String>>();
    for (int i = 0; i < keys.length; i++) {
      byKey.put(keys[i], List.of(values[i]));
    }
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
    return other instanceof Labels labels
        && Arrays.equals(keys, labels.keys)
        && Arrays.deepEquals(values, labels.values);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(keys) + Arrays.deepHashCode(values);
  }

  @Override
  public String toString() {
    return map().toString();
  }
}
