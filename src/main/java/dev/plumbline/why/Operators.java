package dev.plumbline.why;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Comparisons and sums of values, as the engine makes them. */
final class Operators {

  private Operators() {}

  static boolean same(@Nullable Object a, @Nullable Object b) {
    if (a instanceof Number left && b instanceof Number right) {
      return order(left, right) == 0;
    }
    return Objects.equals(a, b);
  }

  /** What equal values have in common. */
  static @Nullable Object key(@Nullable Object value) {
    return value instanceof Integer number ? Long.valueOf(number) : value;
  }

  static boolean compare(@Nullable Object a, String operator, @Nullable Object b) {
    if (a == null || b == null) {
      return false;
    }
    int order = order(a, b);
    return switch (operator) {
      case "<" -> order < 0;
      case "<=" -> order <= 0;
      case ">" -> order > 0;
      default -> order >= 0;
    };
  }

  @SuppressWarnings("unchecked")
  static int order(Object a, Object b) {
    if (whole(a) && whole(b)) {
      return Long.compare(((Number) a).longValue(), ((Number) b).longValue());
    }
    if (a instanceof Number left && b instanceof Number right) {
      return decimal(left).compareTo(decimal(right));
    }
    return ((Comparable<Object>) a).compareTo(b);
  }

  private static boolean whole(Object value) {
    return value instanceof Integer || value instanceof Long;
  }

  private static BigDecimal decimal(Number number) {
    return number instanceof BigDecimal decimal ? decimal : new BigDecimal(number.toString());
  }

  static @Nullable Object sum(@Nullable Object a, String operator, @Nullable Object b) {
    if (operator.equals("+") && !(a instanceof Number && b instanceof Number)) {
      return String.valueOf(a).concat(String.valueOf(b));
    }
    if (!(a instanceof Number left) || !(b instanceof Number right)) {
      throw new IllegalArgumentException("no " + operator + " of " + a + " and " + b);
    }
    if (whole(a) && whole(b)) {
      long x = left.longValue();
      long y = right.longValue();
      return switch (operator) {
        case "+" -> x + y;
        case "-" -> x - y;
        case "*" -> x * y;
        case "/" -> (double) x / y;
        default -> x % y;
      };
    }
    double x = left.doubleValue();
    double y = right.doubleValue();
    return switch (operator) {
      case "+" -> x + y;
      case "-" -> x - y;
      case "*" -> x * y;
      case "/" -> x / y;
      default -> x % y;
    };
  }

  static boolean texts(@Nullable Object a, String operator, @Nullable Object b) {
    if (a == null || b == null) {
      return false;
    }
    return switch (operator) {
      case "matches" -> Pattern.matches(b.toString(), a.toString());
      case "contains" -> contains(a, b);
      case "memberOf" -> contains(b, a);
      case "str[startsWith]" -> a.toString().startsWith(b.toString());
      case "str[endsWith]" -> a.toString().endsWith(b.toString());
      case "str[length]" -> String.valueOf(a.toString().length()).equals(b.toString());
      default -> throw new IllegalArgumentException("operator " + operator);
    };
  }

  private static boolean contains(Object all, Object one) {
    return all instanceof Collection<?> collection
        ? collection.contains(one)
        : all.toString().contains(one.toString());
  }

  /** The value as a method or a record takes it. */
  static @Nullable Object as(Class<?> type, @Nullable Object value) {
    if (value instanceof Number number) {
      if (type == int.class || type == Integer.class) {
        return number.intValue();
      }
      if (type == long.class || type == Long.class) {
        return number.longValue();
      }
      if (type == double.class) {
        return number.doubleValue();
      }
    }
    return value;
  }
}
