package dev.plumbline.language;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Comparisons and arithmetic of rule expressions. Numbers of all types compare by value. An order
 * comparison with null is false, except between two strings or two integers, where it throws.
 */
public final class Operators {

  private static final String FACTS = "dev.plumbline.fact";

  private static final String CONCLUSIONS = "dev.plumbline.conclusion";

  private Operators() {}

  static CompiledExpression.Test equality(
      CompiledExpression left, CompiledExpression right, boolean equal) {
    CompiledExpression.Number x = left.number();
    CompiledExpression.Number y = right.number();
    if (x != null && y != null) {
      return equal
          ? (a, b, c, d, e) -> x.of(a, b, c, d, e) == y.of(a, b, c, d, e)
          : (a, b, c, d, e) -> x.of(a, b, c, d, e) != y.of(a, b, c, d, e);
    }
    CompiledExpression.Test p = left.test();
    CompiledExpression.Test q = right.test();
    if (p != null && q != null) {
      return (a, b, c, d, e) -> (p.of(a, b, c, d, e) == q.of(a, b, c, d, e)) == equal;
    }
    CompiledExpression.Value v = left.value();
    CompiledExpression.Value w = right.value();
    return left.type() == Void.class
            || right.type() == Void.class
            || usesEquals(left)
            || usesEquals(right)
        ? (a, b, c, d, e) -> Objects.equals(v.of(a, b, c, d, e), w.of(a, b, c, d, e)) == equal
        : (a, b, c, d, e) -> equal(v.of(a, b, c, d, e), w.of(a, b, c, d, e)) == equal;
  }

  private static boolean usesEquals(CompiledExpression expression) {
    String owner = expression.type().getPackageName();
    return expression.type() == String.class || owner.equals(FACTS) || owner.equals(CONCLUSIONS);
  }

  static CompiledExpression.Test order(
      CompiledExpression left, String operator, CompiledExpression right) {
    CompiledExpression.Number x = whole(left);
    CompiledExpression.Number y = whole(right);
    if (x != null && y != null) {
      return order(x, operator, y);
    }
    CompiledExpression.Value v = left.value();
    CompiledExpression.Value w = right.value();
    if (left.type() == String.class && right.type() == String.class) {
      return order(
          (a, b, c, d, e) ->
              nonNullString(v.of(a, b, c, d, e)).compareTo(nonNullString(w.of(a, b, c, d, e))),
          operator,
          (a, b, c, d, e) -> 0);
    }
    return (a, b, c, d, e) -> compare(v.of(a, b, c, d, e), operator, w.of(a, b, c, d, e));
  }

  private static CompiledExpression.@Nullable Number whole(CompiledExpression expression) {
    if (expression.type() != Integer.class) {
      return expression.number();
    }
    CompiledExpression.Value value = expression.value();
    return (a, b, c, d, e) -> {
      if (value.of(a, b, c, d, e) instanceof Integer number) {
        return number;
      }
      throw new NullPointerException("a condition compares a number that is null");
    };
  }

  private static String nonNullString(@Nullable Object value) {
    if (value instanceof String text) {
      return text;
    }
    throw new NullPointerException("a condition compares a text that is null");
  }

  private static CompiledExpression.Test order(
      CompiledExpression.Number x, String operator, CompiledExpression.Number y) {
    return switch (operator) {
      case "<" -> (a, b, c, d, e) -> x.of(a, b, c, d, e) < y.of(a, b, c, d, e);
      case ">" -> (a, b, c, d, e) -> x.of(a, b, c, d, e) > y.of(a, b, c, d, e);
      case "<=" -> (a, b, c, d, e) -> x.of(a, b, c, d, e) <= y.of(a, b, c, d, e);
      default -> (a, b, c, d, e) -> x.of(a, b, c, d, e) >= y.of(a, b, c, d, e);
    };
  }

  static CompiledExpression arithmetic(
      CompiledExpression left, String operator, CompiledExpression right) {
    CompiledExpression.Number x = left.number();
    CompiledExpression.Number y = right.number();
    if (x != null && y != null && !operator.equals("/")) {
      return switch (operator) {
        case "+" ->
            CompiledExpression.number(
                (a, b, c, d, e) -> Math.addExact(x.of(a, b, c, d, e), y.of(a, b, c, d, e)));
        case "-" ->
            CompiledExpression.number(
                (a, b, c, d, e) -> Math.subtractExact(x.of(a, b, c, d, e), y.of(a, b, c, d, e)));
        case "*" ->
            CompiledExpression.number(
                (a, b, c, d, e) -> Math.multiplyExact(x.of(a, b, c, d, e), y.of(a, b, c, d, e)));
        default ->
            CompiledExpression.number(
                (a, b, c, d, e) -> x.of(a, b, c, d, e) % divisor(y.of(a, b, c, d, e)));
      };
    }
    CompiledExpression.Value v = left.value();
    CompiledExpression.Value w = right.value();
    if (operator.equals("+") && (left.type() == String.class || right.type() == String.class)) {
      return CompiledExpression.of(
          String.class,
          (a, b, c, d, e) ->
              String.valueOf(v.of(a, b, c, d, e)).concat(String.valueOf(w.of(a, b, c, d, e))));
    }
    if (!Types.isNumber(left.type()) || !Types.isNumber(right.type())) {
      throw new UnsupportedExpression(
          left.type().getSimpleName() + " " + operator + " " + right.type().getSimpleName());
    }
    return CompiledExpression.of(
        Number.class,
        (a, b, c, d, e) -> calculate(v.of(a, b, c, d, e), operator, w.of(a, b, c, d, e)));
  }

  public static boolean equal(@Nullable Object a, @Nullable Object b) {
    return a instanceof Number left && b instanceof Number right
        ? order(left, right) == 0
        : Objects.equals(a, b);
  }

  /** A hash key that is the same for equal values: an {@code Integer} becomes a {@code Long}. */
  public static @Nullable Object lookupKey(@Nullable Object value) {
    return value instanceof Integer number ? Long.valueOf(number) : value;
  }

  /** Compares by order; false if either is null. */
  public static boolean compare(@Nullable Object a, String operator, @Nullable Object b) {
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

  /** The order of two numbers, or of two values of one comparable type. */
  @SuppressWarnings("unchecked")
  public static int order(Object a, Object b) {
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
    if (number instanceof Double fraction) {
      finite(fraction);
    }
    return number instanceof BigDecimal decimal ? decimal : new BigDecimal(number.toString());
  }

  /**
   * {@code + - * / %}: integer for integers, except the quotient; {@code +} with a string operand
   * concatenates.
   *
   * @throws ArithmeticException when the result is out of range, or divided by zero
   */
  public static @Nullable Object calculate(
      @Nullable Object a, String operator, @Nullable Object b) {
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
        case "+" -> Math.addExact(x, y);
        case "-" -> Math.subtractExact(x, y);
        case "*" -> Math.multiplyExact(x, y);
        case "/" -> (double) x / divisor(y);
        default -> x % divisor(y);
      };
    }
    double x = left.doubleValue();
    double y = right.doubleValue();
    return finite(
        switch (operator) {
          case "+" -> x + y;
          case "-" -> x - y;
          case "*" -> x * y;
          case "/" -> x / divisor(y);
          default -> x % divisor(y);
        });
  }

  private static long divisor(long value) {
    if (value == 0) {
      throw new ArithmeticException("division by zero");
    }
    return value;
  }

  private static double divisor(double value) {
    if (value == 0) {
      throw new ArithmeticException("division by zero");
    }
    return value;
  }

  private static double finite(double value) {
    if (!Double.isFinite(value)) {
      throw new ArithmeticException("a number out of range");
    }
    return value;
  }

  /** {@code matches}, {@code contains}, {@code memberOf} and {@code str[…]}; false for null. */
  public static boolean stringOperation(@Nullable Object a, String operator, @Nullable Object b) {
    if (a == null || b == null) {
      return false;
    }
    return switch (operator) {
      case "matches" -> Regex.matches(b.toString(), a.toString());
      case "contains" -> contains(a, b);
      case "memberOf" -> contains(b, a);
      case "str[startsWith]" -> a.toString().startsWith(b.toString());
      case "str[endsWith]" -> a.toString().endsWith(b.toString());
      case "str[length]" -> String.valueOf(a.toString().length()).equals(b.toString());
      default -> throw new IllegalArgumentException("operator " + operator);
    };
  }

  private static boolean contains(Object container, Object element) {
    return container instanceof Collection<?> collection
        ? collection.contains(element)
        : container.toString().contains(element.toString());
  }

  /**
   * The value converted to a parameter type, as {@link #convert}.
   *
   * @throws ArithmeticException when it is out of the range of that type
   */
  static @Nullable Object convertExact(Class<?> type, @Nullable Object value) {
    if (value instanceof Number number) {
      double size = Math.abs(number.doubleValue());
      boolean fits =
          type == int.class || type == Integer.class
              ? size <= Integer.MAX_VALUE
              : type != long.class && type != Long.class || size < Long.MAX_VALUE;
      if (!fits) {
        throw new ArithmeticException("a number out of range");
      }
    }
    return convert(type, value);
  }

  /** The value converted to a parameter type: only numbers are converted. */
  public static @Nullable Object convert(Class<?> type, @Nullable Object value) {
    if (value instanceof Number number) {
      if (type == int.class || type == Integer.class) {
        return number.intValue();
      }
      if (type == long.class || type == Long.class) {
        return number.longValue();
      }
      if (type == double.class || type == Double.class) {
        return number.doubleValue();
      }
    }
    return value;
  }
}
