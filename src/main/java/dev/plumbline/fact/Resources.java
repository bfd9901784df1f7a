package dev.plumbline.fact;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Amounts by the name of their resource ({@code ResourceList}): {@code cpu}, {@code memory}, {@code
 * pods}, {@code ephemeral-storage}, {@code nvidia.com/gpu}. A resource that is not named is not
 * there, which is the same as none of it wherever amounts are compared.
 */
public final class Resources implements Comparable<Resources> {

  /** No resource at all. */
  public static final Resources NONE = new Resources(new TreeMap<>());

  private final SortedMap<String, Quantity> byName;

  private Resources(SortedMap<String, Quantity> byName) {
    this.byName = byName;
  }

  /** The amounts of {@code byName}. */
  public static Resources of(Map<String, Quantity> byName) {
    if (byName.isEmpty()) {
      return NONE;
    }
    var sorted = new TreeMap<String, Quantity>();
    byName.forEach((name, amount) -> sorted.put(name.intern(), amount));
    return new Resources(sorted);
  }

  /** The amount of {@code name}; null when it is not named. */
  public @Nullable Quantity amount(String name) {
    return byName.get(name);
  }

  /** The amount of {@code name}; zero when it is not named. */
  public Quantity quantity(String name) {
    return byName.getOrDefault(name, Quantity.ZERO);
  }

  /** Whether {@code name} is named, be its amount zero. */
  public boolean has(String name) {
    return byName.containsKey(name);
  }

  /** Whether no resource is named. */
  public boolean none() {
    return byName.isEmpty();
  }

  /** The same with {@code amount} of {@code name} in place of what there was. */
  public Resources with(String name, Quantity amount) {
    var changed = new TreeMap<>(byName);
    changed.put(name.intern(), amount);
    return new Resources(changed);
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
    var left = new TreeMap<String, Quantity>();
    byName.forEach(
        (name, amount) -> {
          Quantity rest = amount.minus(other.quantity(name));
          left.put(name, rest.below(Quantity.ZERO) ? Quantity.ZERO : rest);
        });
    return new Resources(left);
  }

  /** Whether there is enough of everything that {@code request} asks for. */
  public boolean hold(Resources request) {
    return shortOf(request) == null;
  }

  /** The first resource by name of which {@code request} asks for more; null when there is none. */
  public @Nullable String shortOf(Resources request) {
    for (Map.Entry<String, Quantity> asked : request.byName.entrySet()) {
      if (quantity(asked.getKey()).below(asked.getValue())) {
        return asked.getKey();
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
        limits.byName.entrySet().stream()
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
    var missed = new TreeMap<String, Quantity>();
    byName.forEach(
        (name, amount) -> {
          Quantity there = real.amount(name);
          if (there != null && there.below(amount.percent(percent))) {
            missed.put(name, amount);
          }
        });
    return missed.isEmpty() ? NONE : new Resources(missed);
  }

  /** The amounts of the resources that {@code other} names, zero of what is not named here. */
  public Resources of(Resources other) {
    var asked = new TreeMap<String, Quantity>();
    other.byName.keySet().forEach(name -> asked.put(name, quantity(name)));
    return asked.isEmpty() ? NONE : new Resources(asked);
  }

  /** The same without the resources of which there is nothing. */
  public Resources withoutZero() {
    var some = new TreeMap<>(byName);
    some.values().removeIf(Quantity.ZERO::equals);
    return new Resources(some);
  }

  /** Every amount by the name of its resource. */
  public Map<String, Quantity> map() {
    return Collections.unmodifiableMap(byName);
  }

  private Resources merged(Resources other, BinaryOperator<Quantity> both) {
    var sum = new TreeMap<>(byName);
    other.byName.forEach((name, amount) -> sum.merge(name, amount, both));
    return new Resources(sum);
  }

  @Override
  public int compareTo(Resources other) {
    return toString().compareTo(other.toString());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Resources resources && byName.equals(resources.byName);
  }

  @Override
  public int hashCode() {
    return byName.hashCode();
  }

  /** As people list them: {@code cpu 2, memory 7475Mi}. */
  @Override
  public String toString() {
    var text = new StringBuilder();
    byName.forEach(
        (name, amount) ->
            text.append(text.isEmpty() ? "" : ", ").append(name).append(' ').append(amount));
    return text.toString();
  }
}
