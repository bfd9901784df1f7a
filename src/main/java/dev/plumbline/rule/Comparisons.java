package dev.plumbline.rule;

import dev.plumbline.rule.TermParser.NotDirect;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Comparisons and sums of terms whose types leave no doubt; every other is left to the interpreter.
 */
final class Comparisons {

  /** Types whose values are equal exactly when {@code equals} says so. */
  private static final Set<String> OURS = Set.of("dev.plumbline.fact", "dev.plumbline.conclusion");

  private Comparisons() {}

  static Term of(Term left, String operator, Term right) {
    if (left.number() != null && right.number() != null) {
      return numbers(left.number(), operator, right.number());
    }
    if (left.type() == Integer.class && right.type() == Integer.class
        || left.type() == Integer.class && right.number() != null
        || left.number() != null && right.type() == Integer.class) {
      return operator.equals("==") || operator.equals("!=")
          ? refuse()
          : numbers(unboxed(left), operator, unboxed(right));
    }
    if (operator.equals("==") || operator.equals("!=")) {
      return equality(left, operator.equals("=="), right);
    }
    if (left.type() == String.class && right.type() == String.class) {
      return texts(left.value(), operator, right.value());
    }
    return refuse();
  }

  private static Term refuse() {
    throw new NotDirect("a comparison of unlike types");
  }

  private static Term.Number unboxed(Term term) {
    if (term.number() != null) {
      return term.number();
    }
    Term.Value value = term.value();
    return (self, tuple, r) -> {
      if (value.of(self, tuple, r) instanceof Integer number) {
        return number;
      }
      throw new NullPointerException("a condition compares a number that is null");
    };
  }

  private static Term equality(Term left, boolean equal, Term right) {
    if (left.test() != null && right.test() != null) {
      Term.Test a = left.test();
      Term.Test b = right.test();
      return Term.test((self, tuple, r) -> (a.of(self, tuple, r) == b.of(self, tuple, r)) == equal);
    }
    boolean nullCheck = left.type() == Void.class || right.type() == Void.class;
    boolean alike =
        left.type() == right.type()
            && (left.type() == String.class || OURS.contains(left.type().getPackageName()));
    boolean flag = left.type() == Boolean.class && right.test() != null;
    if (left.type().isPrimitive()
        || (right.type().isPrimitive() && !flag)
        || !(nullCheck || alike || flag)) {
      return refuse();
    }
    Term.Value a = left.value();
    Term.Value b = right.value();
    return Term.test((self, tuple, r) -> same(a.of(self, tuple, r), b.of(self, tuple, r)) == equal);
  }

  private static boolean same(@Nullable Object a, @Nullable Object b) {
    return a == null ? b == null : a.equals(b);
  }

  private static Term numbers(Term.Number a, String operator, Term.Number b) {
    return switch (operator) {
      case "==" -> Term.test((self, tuple, r) -> a.of(self, tuple, r) == b.of(self, tuple, r));
      case "!=" -> Term.test((self, tuple, r) -> a.of(self, tuple, r) != b.of(self, tuple, r));
      case "<" -> Term.test((self, tuple, r) -> a.of(self, tuple, r) < b.of(self, tuple, r));
      case ">" -> Term.test((self, tuple, r) -> a.of(self, tuple, r) > b.of(self, tuple, r));
      case "<=" -> Term.test((self, tuple, r) -> a.of(self, tuple, r) <= b.of(self, tuple, r));
      default -> Term.test((self, tuple, r) -> a.of(self, tuple, r) >= b.of(self, tuple, r));
    };
  }

  private static Term texts(Term.Value a, String operator, Term.Value b) {
    Term.Number order =
        (self, tuple, r) -> text(a.of(self, tuple, r)).compareTo(text(b.of(self, tuple, r)));
    return numbers(order, operator, (self, tuple, r) -> 0);
  }

  private static String text(@Nullable Object value) {
    if (value instanceof String text) {
      return text;
    }
    throw new NullPointerException("a condition compares a text that is null");
  }

  static Term plus(Term left, Term right) {
    if (left.number() != null && right.number() != null) {
      Term.Number a = left.number();
      Term.Number b = right.number();
      return Term.number((self, tuple, r) -> a.of(self, tuple, r) + b.of(self, tuple, r));
    }
    if (left.type() != String.class && right.type() != String.class) {
      throw new NotDirect("a sum of neither texts nor whole numbers");
    }
    Term.Value a = left.value();
    Term.Value b = right.value();
    return Term.of(
        String.class,
        (self, tuple, r) ->
            String.valueOf(a.of(self, tuple, r)).concat(String.valueOf(b.of(self, tuple, r))));
  }

  static Term minus(Term left, Term right) {
    if (left.number() == null || right.number() == null) {
      throw new NotDirect("a difference of other than whole numbers");
    }
    Term.Number a = left.number();
    Term.Number b = right.number();
    return Term.number((self, tuple, r) -> a.of(self, tuple, r) - b.of(self, tuple, r));
  }
}
