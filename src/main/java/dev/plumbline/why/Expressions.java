package dev.plumbline.why;

import dev.plumbline.conclusion.CallTable;
import dev.plumbline.language.Tree;
import dev.plumbline.language.Tree.Expression;
import dev.plumbline.language.Tree.Invoke;
import dev.plumbline.language.Tree.Member;
import dev.plumbline.language.Tree.Name;
import dev.plumbline.language.Tree.Operation;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes expressions ready to be evaluated. */
final class Expressions {

  private static final Set<String> ORDER = Set.of("<", "<=", ">", ">=");
  private static final Set<String> SUMS = Set.of("+", "-", "*", "/", "%");

  private final Names names;

  Expressions(Names names) {
    this.names = names;
  }

  Eval of(Expression expression) {
    return switch (expression) {
      case Tree.Text text -> frame -> text.value();
      case Tree.Number number -> {
        Object value = number(number);
        yield frame -> value;
      }
      case Tree.Truth truth -> frame -> truth.value();
      case Tree.Null none -> frame -> null;
      case Name name -> names.value(name.name());
      case Member member -> member(member);
      case Invoke invoke -> invoke(invoke);
      case Tree.Not not -> {
        Eval of = of(not.of());
        yield frame -> !Boolean.TRUE.equals(of.of(frame));
      }
      case Tree.OneOf oneOf -> {
        Eval left = of(oneOf.left());
        List<Eval> values = oneOf.values().stream().map(this::of).toList();
        yield frame -> {
          Object value = left.of(frame);
          return values.stream().anyMatch(each -> Operators.same(value, each.of(frame)))
              != oneOf.negated();
        };
      }
      case Operation operation -> operation(operation);
    };
  }

  private static Object number(Tree.Number number) {
    return number.whole() || number.digits().matches("-[0-9]+")
        ? (Object) Long.valueOf(number.digits())
        : new BigDecimal(number.digits());
  }

  private Eval member(Member member) {
    String type = type(member.of());
    if (type != null) {
      Object constant = CallTable.CONSTANTS.get(type + "." + member.name());
      return frame -> constant;
    }
    Eval of = of(member.of());
    return frame -> Calls.read(of.of(frame), member.name());
  }

  private Eval invoke(Invoke invoke) {
    List<Eval> arguments = invoke.arguments().stream().map(this::of).toList();
    Expression on = invoke.of();
    String type = on == null ? null : type(on);
    if (type != null) {
      return frame -> Calls.onType(type, invoke.name(), all(arguments, frame));
    }
    Eval of = on == null ? names.value("this") : of(on);
    return frame -> Calls.method(of.of(frame), invoke.name(), all(arguments, frame));
  }

  private static @Nullable Object[] all(List<Eval> arguments, @Nullable Object[] frame) {
    @Nullable Object[] values = new @Nullable Object[arguments.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = arguments.get(i).of(frame);
    }
    return values;
  }

  private @Nullable String type(Expression expression) {
    return expression instanceof Name name
            && Character.isUpperCase(name.name().charAt(0))
            && !names.knows(name.name())
        ? name.name()
        : null;
  }

  private Eval operation(Operation operation) {
    String operator = operation.operator();
    Eval left = of(operation.left());
    Eval right = of(operation.right());
    if (ORDER.contains(operator)) {
      return frame -> Operators.compare(left.of(frame), operator, right.of(frame));
    }
    if (SUMS.contains(operator)) {
      return frame -> Operators.sum(left.of(frame), operator, right.of(frame));
    }
    return switch (operator) {
      case "&&" -> frame -> truth(left.of(frame)) && truth(right.of(frame));
      case "||" -> frame -> truth(left.of(frame)) || truth(right.of(frame));
      case "==" -> frame -> Operators.same(left.of(frame), right.of(frame));
      case "!=" -> frame -> !Operators.same(left.of(frame), right.of(frame));
      default ->
          operator.startsWith("not ")
              ? frame -> !Operators.texts(left.of(frame), operator.substring(4), right.of(frame))
              : frame -> Operators.texts(left.of(frame), operator, right.of(frame));
    };
  }

  private static boolean truth(@Nullable Object value) {
    return Boolean.TRUE.equals(value);
  }

  /** An expression as people write it. */
  static String text(Expression expression) {
    return switch (expression) {
      case Tree.Text text -> '"' + text.value() + '"';
      case Tree.Number number -> number.digits();
      case Tree.Truth truth -> String.valueOf(truth.value());
      case Tree.Null none -> "null";
      case Name name -> name.name();
      case Member member -> text(member.of()) + "." + member.name();
      case Invoke invoke ->
          (invoke.of() == null ? "" : text(invoke.of()) + ".")
              + invoke.name()
              + invoke.arguments().stream()
                  .map(Expressions::text)
                  .collect(Collectors.joining(", ", "( ", " )"))
                  .replace("(  )", "()");
      case Tree.Not not -> "! " + inner(not.of());
      case Tree.OneOf oneOf ->
          text(oneOf.left())
              + (oneOf.negated() ? " not in ( " : " in ( ")
              + oneOf.values().stream().map(Expressions::text).collect(Collectors.joining(", "))
              + " )";
      case Operation operation ->
          inner(operation.left()) + " " + operation.operator() + " " + inner(operation.right());
    };
  }

  private static String inner(Expression expression) {
    return expression instanceof Operation operation
            && (operation.operator().equals("&&") || operation.operator().equals("||"))
        ? "( " + text(expression) + " )"
        : text(expression);
  }
}
