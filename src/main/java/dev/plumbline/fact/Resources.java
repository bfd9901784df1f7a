package dev.plumbline.fact;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.BinaryOperator;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Amounts by the name of their resource ({@code ResourceList}): {@code cpu}, {@code memory}, {@code
 * pods}, {@code ephemeral-storage}, {@code nvidia.com/gpu}. A resource that is not named is not
 * there, which is the same as none of it wherever amounts are compared.
 */
public final class Resources implements Comparable<Resources> {

  /** No resources. */
  public static final Resources NONE = new Resources(new String[0], new Quantity[0]);

  private static final String[] NODE = {"cpu", "ephemeral-storage", "memory", "pods"};

  /** By hash: what was made last. Of a cluster, nodes of a type have the same. */
  private static final @Nullable Resources[] SHARED = new @Nullable Resources[4096];

  // Sorted by name: merges and comparisons are far more frequent than lookups.
  private final String[] names;
  private final Quantity[] amounts;
  private final int hash;

  private Resources(String[] names, Quantity[] amounts) {
    this.names = names;
    this.amounts = amounts;
    this.hash = 31 * Arrays.hashCode(names) + Arrays.hashCode(amounts);
  }

  /** The amounts of {@code byName}. */
  public static Resources of(Map<String, Quantity> byName) {
    if (byName.isEmpty()) {
      return NONE;
    }
    var sorted = byName instanceof SortedMap ? byName : new TreeMap<>(byName);
    return shared(
        new Resources(
            sorted.keySet().stream().map(String::intern).toArray(String[]::new),
            sorted.values().toArray(Quantity[]::new)));
  }

  private static Resources shared(Resources made) {
    int place = (made.hash ^ made.hash >>> 16) & SHARED.length - 1;
    // Immutable, so that threads need no lock: of the same amounts there may be two then.
    Resources known = SHARED[place];
    if (known != null && known.equals(made)) {
      return known;
    }
    SHARED[place] = made;
    return made;
  }

  /** What every node has, and nothing besides. */
  public static Resources ofNode(Quantity cpu, Quantity memory, Quantity storage, Quantity pods) {
    return new Resources(NODE, new Quantity[] {cpu, storage, memory, pods});
  }

  /** The amount of {@code name}; null when it is not named. */
  public @Nullable Quantity amount(String name) {
    int index = Arrays.binarySearch(names, name);
    return index < 0 ? null : amounts[index];
  }

  /** The amount of {@code name}; zero when it is not named. */
  public Quantity quantity(String name) {
    Quantity amount = amount(name);
    return amount == null ? Quantity.ZERO : amount;
  }

  /** Whether {@code name} is named, be its amount zero. */
  public boolean has(String name) {
    return amount(name) != null;
  }

  /** Whether no resource is named. */
  public boolean none() {
    return names.length == 0;
  }

  /** The same with {@code amount} of {@code name} in place of what there was. */
  public Resources with(String name, Quantity amount) {
    return withAll(new Resources(new String[] {name.intern()}, new Quantity[] {amount}));
  }

  /** The same with every amount of {@code other} in place of what there was. */
  public Resources withAll(Resources other) {
    return merged(other, (mine, theirs) -> theirs);
  }

  /** The amounts of both together. */
  public Resources plus(Resources other) {
    return merged(other, Quantity::plus);
  }

  /**
   * This without {@code other}; of what this does not name nothing is taken, and nothing goes below
   * zero.
   */
  public Resources minus(Resources other) {
    Quantity[] left = new Quantity[names.length];
    for (int i = 0; i < left.length; i++) {
      Quantity rest = amounts[i].minus(other.quantity(names[i]));
      left[i] = rest.below(Quantity.ZERO) ? Quantity.ZERO : rest;
    }
    return new Resources(names, left);
  }

  /** Whether it covers everything that {@code request} needs. */
  public boolean hold(Resources request) {
    return shortOf(request) == null;
  }

  /** The same, but of what is {@code untold} there is enough. */
  public boolean hold(Resources request, Values untold) {
    for (int i = 0; i < request.names.length; i++) {
      String name = request.names[i];
      if (quantity(name).below(request.amounts[i]) && !untold.has(name)) {
        return false;
      }
    }
    return true;
  }

  /** The same for two requests together, without adding them up where only one names a resource. */
  public boolean hold(Resources request, Resources besides, Values untold) {
    for (int i = 0; i < request.names.length; i++) {
      String name = request.names[i];
      Quantity more = besides.amount(name);
      Quantity needed = more == null ? request.amounts[i] : request.amounts[i].plus(more);
      if (quantity(name).below(needed) && !untold.has(name)) {
        return false;
      }
    }
    for (int i = 0; i < besides.names.length; i++) {
      String name = besides.names[i];
      if (!request.has(name) && quantity(name).below(besides.amounts[i]) && !untold.has(name)) {
        return false;
      }
    }
    return true;
  }

  /** The first resource by name that {@code request} needs more of; null if none. */
  public @Nullable String shortOf(Resources request) {
    for (int i = 0; i < request.names.length; i++) {
      if (quantity(request.names[i]).below(request.amounts[i])) {
        return request.names[i];
      }
    }
    return null;
  }

  /** The resources of which there is more than {@code limits} allow: {@code cpu 120 of 100}. */
  public Values above(Resources limits) {
    return against(limits, order -> order > 0);
  }

  /** The resources of which there is just what {@code limits} allow: {@code nodes 5 of 5}. */
  public Values level(Resources limits) {
    return against(limits, order -> order == 0);
  }

  private Values against(Resources limits, IntPredicate wanted) {
    return Values.of(
        limits.map().entrySet().stream()
            .filter(limit -> wanted.test(quantity(limit.getKey()).compareTo(limit.getValue())))
            .map(
                limit ->
                    limit.getKey() + " " + quantity(limit.getKey()) + " of " + limit.getValue())
            .toList());
  }

  /**
   * The amounts of which {@code real} has less than {@code percent} hundredths. What it does not
   * name at all is left out: nobody has counted it yet.
   */
  public Resources missedBy(Resources real, BigDecimal percent) {
    return only(
        (name, amount) -> {
          Quantity there = real.amount(name);
          return there != null && there.below(amount.percent(percent));
        });
  }

  /** The amounts of the resources that {@code other} names, zero of what is not named here. */
  public Resources of(Resources other) {
    Quantity[] asked = new Quantity[other.names.length];
    for (int i = 0; i < asked.length; i++) {
      asked[i] = quantity(other.names[i]);
    }
    return new Resources(other.names, asked);
  }

  /** The same without the resources of which there is nothing. */
  public Resources withoutZero() {
    return only((name, amount) -> amount.milli() != 0);
  }

  /** Every amount by the name of its resource. */
  public Map<String, Quantity> map() {
    var byName = new TreeMap<String, Quantity>();
    for (int i = 0; i < names.length; i++) {
      byName.put(names[i], amounts[i]);
    }
    return byName;
  }

  private Resources only(BiPredicate<String, Quantity> wanted) {
    String[] left = new String[names.length];
    Quantity[] of = new Quantity[names.length];
    int count = 0;
    for (int i = 0; i < names.length; i++) {
      if (wanted.test(names[i], amounts[i])) {
        left[count] = names[i];
        of[count++] = amounts[i];
      }
    }
    return count == names.length ? this : cut(left, of, count);
  }

  private Resources merged(Resources other, BinaryOperator<Quantity> both) {
    String[] all = new String[names.length + other.names.length];
    Quantity[] of = new Quantity[all.length];
    int mine = 0;
    int theirs = 0;
    int count = 0;
    while (mine < names.length || theirs < other.names.length) {
      int order =
          mine == names.length
              ? 1
              : theirs == other.names.length ? -1 : names[mine].compareTo(other.names[theirs]);
      all[count] = order <= 0 ? names[mine] : other.names[theirs];
      of[count++] =
          order < 0
              ? amounts[mine]
              : order > 0
                  ? other.amounts[theirs]
                  : both.apply(amounts[mine], other.amounts[theirs]);
      mine += order <= 0 ? 1 : 0;
      theirs += order >= 0 ? 1 : 0;
    }
    return cut(all, of, count);
  }

  private static Resources cut(String[] names, Quantity[] amounts, int count) {
    return count == 0
        ? NONE
        : new Resources(Arrays.copyOf(names, count), Arrays.copyOf(amounts, count));
  }

  @Override
  public int compareTo(Resources other) {
    int order = Arrays.compare(names, other.names);
    return order != 0 ? order : Arrays.compare(amounts, other.amounts);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Resources resources
        && hash == resources.hash
        && Arrays.equals(names, resources.names)
        && Arrays.equals(amounts, resources.amounts);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  /** As people list them: {@code cpu 2, memory 7475Mi}. */
  @Override
  public String toString() {
    var text = new StringBuilder();
    for (int i = 0; i < names.length; i++) {
      text.append(i == 0 ? "" : ", ").append(names[i]).append(' ').append(amounts[i]);
    }
    return text.toString();
  }
}
