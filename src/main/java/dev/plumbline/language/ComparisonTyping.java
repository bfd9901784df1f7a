package dev.plumbline.language;

import dev.plumbline.language.Tree.Expression;
import dev.plumbline.language.Tree.Operation;
import dev.plumbline.language.Tree.Text;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Objects;
import java.util.Set;

/** Comparisons and sums: which never hold, which fail when they are evaluated. */
final class ComparisonTyping {

  private static final Set<String> ARITHMETIC = Set.of("+", "-", "*", "/", "%");
  private static final Set<Class<?>> ORDERED = Set.of(String.class, Instant.class, Duration.class);

  private final Vocabulary vocabulary;
  private final LintReport report;

  ComparisonTyping(Vocabulary vocabulary, LintReport report) {
    this.vocabulary = vocabulary;
    this.report = report;
  }

  TypedValue of(Operation operation, TypedValue left, TypedValue right, Scope scope) {
    String operator = operation.operator();
    if (ARITHMETIC.contains(operator)) {
      return arithmetic(operation, left, right);
    }
    switch (operator) {
      case "==", "!=" ->
          equality(
              operation.left(),
              left,
              operator,
              operation.operatorAt(),
              operation.right(),
              right,
              scope);
      case "<", "<=", ">", ">=" -> order(operation, left, right);
      case "matches", "not matches" -> matches(operation, left, right);
      case "contains", "not contains" -> member(operation, left, right);
      case "memberOf", "not memberOf" -> member(operation, right, left);
      default -> texts(operation, left, right);
    }
    return TypedValue.of(boolean.class);
  }

  void equality(
      Expression leftSide,
      TypedValue left,
      String operator,
      int at,
      Expression rightSide,
      TypedValue right,
      Scope scope) {
    if (left.isNull() != right.isNull()) {
      TypedValue other = left.isNull() ? right : left;
      Expression side = left.isNull() ? rightSide : leftSide;
      if (other.known() && !other.nullable() && !scope.isPresent(Typing.key(side))) {
        String what = Typing.key(side) + " is never null, so this " + always(operator) + ". ";
        if (operator.equals("==")) {
          report.error(
              Check.COMPARISON, at, what + "Maybe leave the rule out, or compare another.");
        } else {
          report.warning(Check.COMPARISON, at, what + "Maybe leave it out.");
        }
      }
      return;
    }
    if (!left.known() || !right.known() || left.isNull()) {
      return;
    }
    if (!alike(left, right)) {
      report.error(
          Check.COMPARISON,
          at,
          unlike(leftSide, left, rightSide, right)
              + ", so this "
              + always(operator)
              + "."
              + advice(left, rightSide, right));
      return;
    }
    if (right.text() != null && left.text() == null) {
      vocabulary.compared(left.path(), right.text(), rightSide.at(), operator, report);
    } else if (left.text() != null && right.text() == null) {
      vocabulary.compared(right.path(), left.text(), leftSide.at(), operator, report);
    } else if (Typing.key(leftSide).equals(Typing.key(rightSide))) {
      report.error(
          Check.COMPARISON, at, Typing.key(leftSide) + " is compared with itself. Maybe a typo.");
    }
  }

  private static String always(String operator) {
    return operator.equals("==") ? "never holds" : "always holds";
  }

  private static String unlike(Expression a, TypedValue left, Expression b, TypedValue right) {
    return Typing.key(a) + " is " + left.shown() + " and " + Typing.key(b) + " is " + right.shown();
  }

  private static String advice(TypedValue left, Expression side, TypedValue right) {
    if (side instanceof Text text && left.truth() && Set.of("true", "false").contains(text.value())
        || side instanceof Text number && left.number() && number.value().matches("[0-9.]+")) {
      return " Maybe " + ((Text) side).value() + " without quotes.";
    }
    return left.type() == String.class && (right.number() || right.truth())
        ? " Maybe \"" + Typing.key(side) + "\"."
        : " Maybe another property of it is meant.";
  }

  private static boolean alike(TypedValue left, TypedValue right) {
    if (left.number() || right.number()) {
      return left.number() && right.number();
    }
    if (left.truth() || right.truth()) {
      return left.truth() && right.truth();
    }
    Class<?> a = Objects.requireNonNull(left.type());
    Class<?> b = Objects.requireNonNull(right.type());
    return a.isAssignableFrom(b) || b.isAssignableFrom(a);
  }

  private void order(Operation operation, TypedValue left, TypedValue right) {
    if (!left.known() || !right.known()) {
      return;
    }
    boolean comparable =
        left.number() && right.number()
            || left.type() == right.type() && ORDERED.contains(left.type())
            || left.type() == right.type()
                && Comparable.class.isAssignableFrom(Objects.requireNonNull(left.type()));
    if (!comparable) {
      report.error(
          Check.COMPARISON,
          operation.operatorAt(),
          unlike(operation.left(), left, operation.right(), right)
              + ", which have no order: this fails when it is evaluated. Maybe compare numbers or"
              + " times.");
      return;
    }
    readsPresent(operation.left(), left);
    readsPresent(operation.right(), right);
  }

  /** Warns of what is read of a property that may be null. */
  void readsPresent(Expression expression, TypedValue value) {
    if (value.nullable() && Types.component(value.path())) {
      String name = Typing.key(expression);
      report.warning(
          Check.NULL,
          expression.at(),
          name + " may be null, and then this fails. Maybe add before it: " + name + " != null");
    }
  }

  private void matches(Operation operation, TypedValue left, TypedValue right) {
    wants(operation.left(), left, String.class, "a text");
    if (operation.right() instanceof Text text) {
      String why = Regex.refused(text.value());
      if (why != null) {
        report.error(Check.REGEX, text.at(), why);
      }
    } else {
      report.error(
          Check.REGEX,
          operation.right().at(),
          "a regular expression that is not written out cannot be checked. Maybe Glob.matches("
              + " pattern, text ).");
    }
  }

  private void member(Operation operation, TypedValue all, TypedValue one) {
    if (all.type() == String.class) {
      texts(operation, all, one);
    } else {
      wants(operation.left(), all, Collection.class, "a list or a text");
    }
  }

  private void texts(Operation operation, TypedValue left, TypedValue right) {
    wants(operation.left(), left, String.class, "a text");
    wants(operation.right(), right, String.class, "a text");
  }

  private void wants(Expression side, TypedValue value, Class<?> wanted, String words) {
    if (value.isNull() || !Types.fits(value, wanted, false)) {
      report.error(
          Check.COMPARISON,
          side.at(),
          Typing.key(side)
              + " is "
              + value.shown()
              + ", not "
              + words
              + ". Maybe another property.");
    }
  }

  private TypedValue arithmetic(Operation operation, TypedValue left, TypedValue right) {
    boolean texts = left.type() == String.class || right.type() == String.class;
    if (operation.operator().equals("+") && texts) {
      return TypedValue.of(String.class);
    }
    if (!left.known() || !right.known()) {
      return TypedValue.UNKNOWN;
    }
    if (!left.number() || !right.number()) {
      report.error(
          Check.COMPARISON,
          operation.operatorAt(),
          unlike(operation.left(), left, operation.right(), right)
              + ": there is no "
              + operation.operator()
              + " of them. Maybe a method of ours.");
      return TypedValue.UNKNOWN;
    }
    if (operation.operator().equals("/")
        && operation.right() instanceof Tree.Number number
        && number.digits().matches("0+(\\.0+)?")) {
      report.error(Check.COMPARISON, operation.operatorAt(), "nothing can be divided by 0.");
    }
    boolean whole = whole(left) && whole(right);
    return TypedValue.of(whole ? long.class : Number.class);
  }

  private static boolean whole(TypedValue value) {
    return value.type() == int.class
        || value.type() == long.class
        || value.type() == Integer.class
        || value.type() == Long.class;
  }
}
