package dev.plumbline.fact;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The constraint on one key: {@code values} or, as {@code complement}, anything but them; and
 * within whole-number bounds.
 */
record Bound(
    boolean complement,
    String[] values,
    @Nullable Long gte,
    @Nullable Long lte,
    @Nullable Integer minValues) {

  static Bound of(Requirement requirement) {
    Integer min = requirement.minValues();
    String[] values = requirement.values().stream().sorted().distinct().toArray(String[]::new);
    return switch (requirement.operator()) {
      case IN -> new Bound(false, values, null, null, min);
      case NOT_IN -> new Bound(true, values, null, null, min);
      case EXISTS -> new Bound(true, new String[0], null, null, min);
      case DOES_NOT_EXIST -> new Bound(false, new String[0], null, null, min);
      case GT ->
          operand(requirement) == Long.MAX_VALUE
              ? new Bound(false, new String[0], null, null, null)
              : new Bound(true, new String[0], operand(requirement) + 1, null, min);
      case GTE -> new Bound(true, new String[0], operand(requirement), null, min);
      case LT -> new Bound(true, new String[0], null, operand(requirement) - 1, min);
      case LTE -> new Bound(true, new String[0], null, operand(requirement), min);
    };
  }

  private static long operand(Requirement requirement) {
    try {
      if (requirement.values().size() == 1) {
        return Long.parseLong(requirement.values().getFirst());
      }
    } catch (NumberFormatException e) {
      // Reported below, with the operator and all values.
    }
    throw new IllegalArgumentException(
        requirement.operator().wire() + " needs one whole number, got " + requirement.values());
  }

  Bound and(Bound other) {
    Long low =
        gte == null ? other.gte : other.gte == null ? gte : Long.valueOf(Math.max(gte, other.gte));
    Long high =
        lte == null ? other.lte : other.lte == null ? lte : Long.valueOf(Math.min(lte, other.lte));
    Integer min =
        minValues == null
            ? other.minValues
            : other.minValues == null
                ? minValues
                : Integer.valueOf(Math.max(minValues, other.minValues));
    if (low != null && high != null && low > high) {
      return new Bound(false, new String[0], null, null, min);
    }
    if (complement && other.complement) {
      var all = new TreeSet<>(Arrays.asList(values));
      all.addAll(Arrays.asList(other.values));
      all.removeIf(value -> !within(value, low, high));
      return new Bound(true, all.toArray(String[]::new), low, high, min);
    }
    Bound list = complement ? other : this;
    Bound filter = complement ? this : other;
    String[] left =
        Arrays.stream(list.values)
            .filter(v -> filter.contains(v) != filter.complement && within(v, low, high))
            .toArray(String[]::new);
    return new Bound(false, left, null, null, min);
  }

  boolean allows(String[] possible) {
    if (possible.length == 0) {
      return absentAllowed();
    }
    for (String value : possible) {
      if (contains(value) != complement && within(value, gte, lte)) {
        return true;
      }
    }
    return false;
  }

  /** As in Karpenter: only NotIn and DoesNotExist allow the key to be absent. */
  boolean absentAllowed() {
    return complement ? values.length > 0 : values.length == 0;
  }

  boolean plainExists() {
    return complement && values.length == 0 && gte == null && lte == null;
  }

  private boolean contains(String value) {
    for (String own : values) {
      if (own.equals(value)) {
        return true;
      }
    }
    return false;
  }

  private static boolean within(String value, @Nullable Long gte, @Nullable Long lte) {
    if (gte == null && lte == null) {
      return true;
    }
    try {
      long number = Long.parseLong(value);
      return (gte == null || number >= gte) && (lte == null || number <= lte);
    } catch (NumberFormatException e) {
      return false;
    }
  }

  List<Requirement> requirements(String key) {
    var list = new ArrayList<Requirement>();
    if (gte != null) {
      list.add(new Requirement(key, Operator.GTE, List.of(Long.toString(gte)), minValues));
    }
    if (lte != null) {
      list.add(new Requirement(key, Operator.LTE, List.of(Long.toString(lte)), minValues));
    }
    List<String> operands = List.of(values);
    if (!complement) {
      list.add(
          new Requirement(
              key,
              operands.isEmpty() ? Operator.DOES_NOT_EXIST : Operator.IN,
              operands,
              minValues));
    } else if (!operands.isEmpty()) {
      list.add(new Requirement(key, Operator.NOT_IN, operands, minValues));
    } else if (list.isEmpty()) {
      list.add(new Requirement(key, Operator.EXISTS, operands, minValues));
    }
    return list;
  }
}
