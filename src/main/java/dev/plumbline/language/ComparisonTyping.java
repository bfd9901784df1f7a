package dev.plumbline.language;

import dev.plumbline.language.Tree.Expression;
import dev.plumbline.language.Tree.Operation;
import dev.plumbline.language.Tree.Text;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Objects;
import java.util.Set;

/** Type-checks comparisons and arithmetic: reports those that never hold or fail at run time. */
final class ComparisonTyping {

  private static final Set<String> ARITHMETIC = Set.of("+", "-", "*", "/", "%");
  private static final Set<Class<?>> ORDERED = Set.of(String.class, Instant.class, Duration.class);

  private final FileWords words;
  private final LintReport report;

  ComparisonTyping(FileWords words, LintReport report) {
    this.words = words;
    this.report = report;
  }

  TypedValue check(Operation operation, TypedValue left, TypedValue right, Scope scope) {
    String operator = operation.operator();
    if (ARITHMETIC.contains(operator)) {
      return arithmetic(operation, left, right);
    }
    switch (operator) {
      case "==", "!=" ->
          checkEquality(
              operation.left(),
              left,
              operator,
              operation.operatorAt(),
              operation.right(),
              right,
              scope);
      case "<", "<=", ">", ">=" -> checkOrder(operation, left, right);
      case "matches", "not matches" -> checkRegex(operation, left, right);
      case "contains", "not contains" -> checkContainment(operation, left, right);
      case "memberOf", "not memberOf" -> checkContainment(operation, right, left);
      default -> checkStrings(operation, left, right);
    }
    return TypedValue.of(boolean.class);
  }

  void checkEquality(
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
      if (other.isKnown() && !other.nullable() && !scope.isNonNull(Typing.key(side))) {
        String statement = Typing.key(side) + " is never null, so this " + outcome(operator) + ". ";
        if (operator.equals("==")) {
          report.error(
              Check.COMPARISON, at, statement + "Try: leave the rule out, or compare another.");
        } else {
          report.warning(Check.COMPARISON, at, statement + "Try: leave it out.");
        }
      }
      return;
    }
    if (!left.isKnown() || !right.isKnown() || left.isNull()) {
      return;
    }
    if (!comparable(left, right)) {
      report.error(
          Check.COMPARISON,
          at,
          describeMismatch(leftSide, left, rightSide, right)
              + ", so this "
              + outcome(operator)
              + "."
              + advice(left, rightSide, right));
      return;
    }
    if (right.text() != null && left.text() == null) {
      words.addCompared(left.path(), right.text(), rightSide.at(), operator, report.rule());
    } else if (left.text() != null && right.text() == null) {
      words.addCompared(right.path(), left.text(), leftSide.at(), operator, report.rule());
    } else if (Typing.key(leftSide).equals(Typing.key(rightSide))) {
      report.error(
          Check.COMPARISON,
          at,
          Typing.key(leftSide) + " is compared with itself. Try: compare it with something else.");
    }
  }

  private static String outcome(String operator) {
    return operator.equals("==") ? "never holds" : "always holds";
  }

  private static String describeMismatch(
      Expression a, TypedValue left, Expression b, TypedValue right) {
    return Typing.key(a)
        + " is "
        + left.describe()
        + " and "
        + Typing.key(b)
        + " is "
        + right.describe();
  }

  private static String advice(TypedValue left, Expression side, TypedValue right) {
    if (side instanceof Text text
            && left.isBoolean()
            && Set.of("true", "false").contains(text.value())
        || side instanceof Text number && left.isNumber() && number.value().matches("[0-9.]+")) {
      return " Try: " + ((Text) side).value() + " without quotes.";
    }
    return left.type() == String.class && (right.isNumber() || right.isBoolean())
        ? " Try: \"" + Typing.key(side) + "\"."
        : " Try: another property of it.";
  }

  private static boolean comparable(TypedValue left, TypedValue right) {
    if (left.isNumber() || right.isNumber()) {
      return left.isNumber() && right.isNumber();
    }
    if (left.isBoolean() || right.isBoolean()) {
      return left.isBoolean() && right.isBoolean();
    }
    Class<?> a = Objects.requireNonNull(left.type());
    Class<?> b = Objects.requireNonNull(right.type());
    return a.isAssignableFrom(b) || b.isAssignableFrom(a);
  }

  private void checkOrder(Operation operation, TypedValue left, TypedValue right) {
    if (!left.isKnown() || !right.isKnown()) {
      return;
    }
    boolean comparable =
        left.isNumber() && right.isNumber()
            || left.type() == right.type() && ORDERED.contains(left.type())
            || left.type() == right.type()
                && Comparable.class.isAssignableFrom(Objects.requireNonNull(left.type()));
    if (!comparable) {
      report.error(
          Check.COMPARISON,
          operation.operatorAt(),
          describeMismatch(operation.left(), left, operation.right(), right)
              + ", which have no order: this fails when it is evaluated. Try: compare numbers or"
              + " times.");
      return;
    }
    warnIfNullable(operation.left(), left);
    warnIfNullable(operation.right(), right);
    if (left.type() == String.class && (isWritten(left) || isWritten(right))) {
      report.warning(
          Check.COMPARISON,
          operation.operatorAt(),
          "these are texts, which compare letter by letter: \"10.0\" < \"6.1\". Try: a tag as"
              + " tags.time( \"…\" ), tags.version( \"…\" ) or tags.number( \"…\" ); a Parameter as"
              + " its duration, time, version or number.");
    }
  }

  /**
   * Whether a person wrote the text, so that it means a number, a time or a version. Names are
   * compared to take the first of some.
   */
  private static boolean isWritten(TypedValue text) {
    return text.text() != null
        || Typing.TAG_VALUE.equals(text.path())
        || "Parameter.value".equals(text.path());
  }

  void warnIfNullable(Expression expression, TypedValue value) {
    if (value.nullable() && Types.isComponent(value.path())) {
      String name = Typing.key(expression);
      report.warning(
          Check.NULL,
          expression.at(),
          name + " may be null, and then this fails. Try: test before it: " + name + " != null");
    }
  }

  private void checkRegex(Operation operation, TypedValue left, TypedValue right) {
    expectType(operation.left(), left, String.class, "a text");
    if (operation.right() instanceof Text text) {
      String reason = Regex.rejectionReason(text.value());
      if (reason != null) {
        report.error(Check.REGEX, text.at(), reason);
      }
    } else {
      report.error(
          Check.REGEX,
          operation.right().at(),
          "a regular expression that is not written out cannot be checked. Try: Glob.matches("
              + " pattern, text ).");
    }
  }

  private void checkContainment(Operation operation, TypedValue container, TypedValue element) {
    if (container.type() == String.class) {
      checkStrings(operation, container, element);
    } else {
      expectType(operation.left(), container, Collection.class, "a list or a text");
    }
  }

  private void checkStrings(Operation operation, TypedValue left, TypedValue right) {
    expectType(operation.left(), left, String.class, "a text");
    expectType(operation.right(), right, String.class, "a text");
  }

  private void expectType(
      Expression side, TypedValue value, Class<?> expectedType, String description) {
    if (value.isNull() || !Types.isAssignable(value, expectedType, false)) {
      report.error(
          Check.COMPARISON,
          side.at(),
          Typing.key(side)
              + " is "
              + value.describe()
              + ", not "
              + description
              + ". Try: another property.");
    }
  }

  private TypedValue arithmetic(Operation operation, TypedValue left, TypedValue right) {
    boolean concatenation = left.type() == String.class || right.type() == String.class;
    if (operation.operator().equals("+") && concatenation) {
      return TypedValue.of(String.class);
    }
    if (!left.isKnown() || !right.isKnown()) {
      return TypedValue.UNKNOWN;
    }
    if (!left.isNumber() || !right.isNumber()) {
      report.error(
          Check.COMPARISON,
          operation.operatorAt(),
          describeMismatch(operation.left(), left, operation.right(), right)
              + ": there is no "
              + operation.operator()
              + " of them. Try: a method of ours.");
      return TypedValue.UNKNOWN;
    }
    if (operation.operator().equals("/")
        && operation.right() instanceof Tree.Number number
        && number.digits().matches("0+(\\.0+)?")) {
      report.error(Check.COMPARISON, operation.operatorAt(), "nothing can be divided by 0.");
    }
    boolean integer = isInteger(left) && isInteger(right);
    return TypedValue.of(integer ? long.class : Number.class);
  }

  private static boolean isInteger(TypedValue value) {
    return value.type() == int.class
        || value.type() == long.class
        || value.type() == Integer.class
        || value.type() == Long.class;
  }
}
