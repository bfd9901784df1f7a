package dev.plumbline.language;

import com.google.re2j.Pattern;
import dev.plumbline.fact.Call;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.RecordType.Property;
import dev.plumbline.language.Tree.Expression;
import dev.plumbline.policy.CallTable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compiles expressions that passed the linter. */
public final class ExpressionCompiler {

  public interface Names {

    /** The variable of this name, {@code $ami}; null if it is not bound. */
    @Nullable CompiledExpression variable(String name);

    /** The fact or conclusion that the pattern matches; null outside a pattern. */
    @Nullable CompiledExpression self();

    /** A compiled call; where the same one is evaluated more than once, its result can be kept. */
    default CompiledExpression call(Tree.Invoke call, CompiledExpression compiled) {
      return compiled;
    }
  }

  private final Names names;

  public ExpressionCompiler(Names names) {
    this.names = names;
  }

  /**
   * Compiles an expression.
   *
   * @throws UnsupportedExpression if a name is unknown, or the operand types do not support the
   *     operation
   */
  public CompiledExpression compile(Expression expression) {
    return switch (expression) {
      case Tree.Text text -> CompiledExpression.constant(String.class, text.value());
      case Tree.Number number -> number(number);
      case Tree.BooleanLiteral truth -> {
        boolean value = truth.value();
        yield CompiledExpression.test((a, b, c, d, e) -> value);
      }
      case Tree.Null none -> CompiledExpression.constant(Void.class, null);
      case Tree.Name name -> name(name.name());
      case Tree.Member member -> member(member);
      case Tree.Invoke invoke -> names.call(invoke, invoke(invoke));
      case Tree.Not not -> {
        var of = compile(not.of()).asTest();
        yield CompiledExpression.test((a, b, c, d, e) -> !of.of(a, b, c, d, e));
      }
      case Tree.OneOf oneOf -> oneOf(oneOf);
      case Tree.Operation operation -> operation(operation);
    };
  }

  private static CompiledExpression number(Tree.Number number) {
    if (number.digits().indexOf('.') >= 0) {
      return CompiledExpression.constant(BigDecimal.class, new BigDecimal(number.digits()));
    }
    long value = Long.parseLong(number.digits());
    return CompiledExpression.number((a, b, c, d, e) -> value);
  }

  private CompiledExpression name(String name) {
    if (name.startsWith("$")) {
      CompiledExpression variable = names.variable(name);
      if (variable == null) {
        throw new UnsupportedExpression(name + " is not bound");
      }
      return variable;
    }
    CompiledExpression self = names.self();
    if (self == null) {
      throw new UnsupportedExpression(name + " stands outside of a pattern");
    }
    return name.equals("this") ? self : property(self, name);
  }

  /** {@code of.name}: a property of a fact or conclusion, or a method without arguments. */
  private static CompiledExpression property(CompiledExpression of, String name) {
    Property property = property(of.type(), name);
    return property == null ? call(of, name, List.of()) : read(property, of.value());
  }

  public static @Nullable Property property(Class<?> type, String name) {
    RecordType record = Types.record(type);
    if (record != null) {
      for (Property property : record.properties()) {
        if (property.name().equals(name)) {
          return property;
        }
      }
    }
    return null;
  }

  /** Reads a property of the value of {@code owner}, which must not be null. */
  public static CompiledExpression read(Property property, CompiledExpression.Value owner) {
    var reader = property.reader();
    CompiledExpression.Value boxed =
        (a, b, c, d, e) -> reader.apply(nonNull(owner.of(a, b, c, d, e)));
    var number = property.number();
    if (number == null) {
      return CompiledExpression.of(property.type(), boxed);
    }
    return property.type() == boolean.class
        ? CompiledExpression.test(
            (a, b, c, d, e) -> number.applyAsLong(nonNull(owner.of(a, b, c, d, e))) != 0)
        : new CompiledExpression(
            long.class,
            boxed,
            null,
            (a, b, c, d, e) -> number.applyAsLong(nonNull(owner.of(a, b, c, d, e))));
  }

  private static Object nonNull(@Nullable Object value) {
    if (value == null) {
      throw new NullPointerException("a rule reads a property of something that is null");
    }
    return value;
  }

  private CompiledExpression member(Tree.Member member) {
    Class<?> type = typeName(member.of());
    if (type == null) {
      return property(compile(member.of()), member.name());
    }
    Object constant = CallTable.CONSTANTS.get(type.getSimpleName() + "." + member.name());
    if (constant == null) {
      throw new UnsupportedExpression("no constant " + type.getSimpleName() + "." + member.name());
    }
    return CompiledExpression.constant(constant.getClass(), constant);
  }

  private CompiledExpression invoke(Tree.Invoke invoke) {
    var arguments = new ArrayList<CompiledExpression>();
    invoke.arguments().forEach(each -> arguments.add(compile(each)));
    Expression target = invoke.of();
    Class<?> type = target == null ? null : typeName(target);
    if (type != null) {
      for (Call call : Types.methods(type, true)) {
        if (call.name().equals(invoke.name()) && accepts(call, arguments)) {
          return call(call, (a, b, c, d, e) -> null, arguments);
        }
      }
      throw unknownMethod(type, invoke.name(), arguments);
    }
    CompiledExpression of = target == null ? names.self() : compile(target);
    if (of == null) {
      throw new UnsupportedExpression(invoke.name() + " is called outside of a pattern");
    }
    return call(of, invoke.name(), arguments);
  }

  private @Nullable Class<?> typeName(Expression expression) {
    if (!(expression instanceof Tree.Name name) || !Character.isUpperCase(name.name().charAt(0))) {
      return null;
    }
    CompiledExpression self = names.self();
    return self != null && property(self.type(), name.name()) != null
        ? null
        : Types.byName(name.name());
  }

  private static CompiledExpression call(
      CompiledExpression of, String name, List<CompiledExpression> arguments) {
    for (Call call : Types.methods(of.type(), false)) {
      if (call.name().equals(name) && accepts(call, arguments)) {
        CompiledExpression.Value owner = of.value();
        return call(call, (a, b, c, d, e) -> nonNull(owner.of(a, b, c, d, e)), arguments);
      }
    }
    Property property = arguments.isEmpty() ? property(of.type(), name) : null;
    if (property != null) {
      return read(property, of.value());
    }
    throw unknownMethod(of.type(), name, arguments);
  }

  private static UnsupportedExpression unknownMethod(
      Class<?> type, String name, List<CompiledExpression> arguments) {
    return new UnsupportedExpression(
        "no method "
            + type.getSimpleName()
            + "."
            + name
            + arguments.stream().map(each -> each.type().getSimpleName()).toList());
  }

  private static boolean accepts(Call call, List<CompiledExpression> arguments) {
    if (call.parameters().size() != arguments.size()) {
      return false;
    }
    for (int i = 0; i < arguments.size(); i++) {
      if (!Types.isAssignable(
          TypedValue.of(arguments.get(i).type()), call.parameters().get(i), true)) {
        return false;
      }
    }
    return true;
  }

  private static CompiledExpression call(
      Call call, CompiledExpression.Value owner, List<CompiledExpression> arguments) {
    CompiledExpression.Value first = argument(call, arguments, 0);
    CompiledExpression.Value second = argument(call, arguments, 1);
    Call.Body body = call.body();
    CompiledExpression.Value value =
        (a, b, c, d, e) ->
            body.apply(owner.of(a, b, c, d, e), first.of(a, b, c, d, e), second.of(a, b, c, d, e));
    if (call.result() == boolean.class) {
      return CompiledExpression.test((a, b, c, d, e) -> (Boolean) nonNull(value.of(a, b, c, d, e)));
    }
    return call.result() == int.class || call.result() == long.class
        ? new CompiledExpression(
            long.class,
            value,
            null,
            (a, b, c, d, e) -> ((Number) nonNull(value.of(a, b, c, d, e))).longValue())
        : CompiledExpression.of(call.result(), value);
  }

  private static CompiledExpression.Value argument(
      Call call, List<CompiledExpression> arguments, int index) {
    return index < arguments.size()
        ? convert(call.parameters().get(index), arguments.get(index))
        : (a, b, c, d, e) -> null;
  }

  /** The value converted to a parameter type: only numbers are converted. */
  public static CompiledExpression.Value convert(Class<?> target, CompiledExpression source) {
    CompiledExpression.Value value = source.value();
    if (!Types.isNumber(target) || target == Types.boxed(source.type())) {
      return value;
    }
    CompiledExpression.Number number = source.number();
    if (number != null && target == long.class) {
      return number::of;
    }
    return number != null && (target == int.class || target == Integer.class)
        ? (a, b, c, d, e) -> Math.toIntExact(number.of(a, b, c, d, e))
        : (a, b, c, d, e) -> Operators.convertExact(target, value.of(a, b, c, d, e));
  }

  private CompiledExpression oneOf(Tree.OneOf oneOf) {
    CompiledExpression left = compile(oneOf.left());
    CompiledExpression.Value value = left.value();
    boolean negated = oneOf.negated();
    if (left.type() == String.class
        && oneOf.values().stream().allMatch(Tree.Text.class::isInstance)) {
      var strings = oneOf.values().stream().map(each -> ((Tree.Text) each).value()).toList();
      return CompiledExpression.test(
          (a, b, c, d, e) -> {
            Object operand = value.of(a, b, c, d, e);
            return operand == null ? negated : strings.contains(operand) != negated;
          });
    }
    CompiledExpression.Value[] values =
        oneOf.values().stream()
            .map(each -> compile(each).value())
            .toArray(CompiledExpression.Value[]::new);
    return CompiledExpression.test(
        (a, b, c, d, e) -> {
          Object operand = value.of(a, b, c, d, e);
          for (CompiledExpression.Value each : values) {
            if (Operators.equal(operand, each.of(a, b, c, d, e))) {
              return !negated;
            }
          }
          return negated;
        });
  }

  private CompiledExpression operation(Tree.Operation operation) {
    CompiledExpression left = compile(operation.left());
    CompiledExpression right = compile(operation.right());
    String operator = operation.operator();
    return switch (operator) {
      case "&&" -> {
        var first = left.asTest();
        var second = right.asTest();
        yield CompiledExpression.test(
            (a, b, c, d, e) -> first.of(a, b, c, d, e) && second.of(a, b, c, d, e));
      }
      case "||" -> {
        var first = left.asTest();
        var second = right.asTest();
        yield CompiledExpression.test(
            (a, b, c, d, e) -> first.of(a, b, c, d, e) || second.of(a, b, c, d, e));
      }
      case "==" -> CompiledExpression.test(Operators.equality(left, right, true));
      case "!=" -> CompiledExpression.test(Operators.equality(left, right, false));
      case "<", "<=", ">", ">=" -> CompiledExpression.test(Operators.order(left, operator, right));
      case "+", "-", "*", "/", "%" -> Operators.arithmetic(left, operator, right);
      default -> stringOperation(left, operator, right, operation.right());
    };
  }

  private static CompiledExpression stringOperation(
      CompiledExpression left, String operator, CompiledExpression right, Expression literal) {
    boolean negated = operator.startsWith("not ");
    String positive = negated ? operator.substring("not ".length()) : operator;
    CompiledExpression.Value first = left.value();
    if (positive.equals("matches") && literal instanceof Tree.Text text) {
      Pattern pattern = Regex.compiled(text.value());
      return CompiledExpression.test(
          (a, b, c, d, e) -> {
            Object operand = first.of(a, b, c, d, e);
            return (operand != null && pattern.matches(operand.toString())) != negated;
          });
    }
    CompiledExpression.Value second = right.value();
    return CompiledExpression.test(
        (a, b, c, d, e) ->
            Operators.stringOperation(first.of(a, b, c, d, e), positive, second.of(a, b, c, d, e))
                != negated);
  }

  /**
   * The type of the result of an accumulate function; {@code long.class} where it is never null.
   */
  public static Class<?> accumulated(String function, Class<?> argument) {
    boolean whole = argument == long.class;
    return switch (function) {
      case "count" -> long.class;
      case "sum" -> whole ? long.class : Number.class;
      case "average" -> Number.class;
      case "collectList", "collectSet" -> Collection.class;
      default -> whole ? Number.class : argument;
    };
  }
}
