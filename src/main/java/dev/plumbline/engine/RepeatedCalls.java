package dev.plumbline.engine;

import dev.plumbline.language.CompiledExpression;
import dev.plumbline.language.Tree;
import dev.plumbline.language.Tree.Expression;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Calls that a right-hand side writes more than once: each is evaluated once a firing, since what a
 * rule calls has no side effect. Results stand behind the variables in the array that is evaluated.
 */
final class RepeatedCalls {

  static final RepeatedCalls NONE = new RepeatedCalls(List.of());

  private static final Object NULL = new Object();

  private final Map<String, Integer> times = new HashMap<>();
  private final Map<String, CompiledExpression> known = new HashMap<>();
  private int places;

  RepeatedCalls(List<Expression> expressions) {
    expressions.forEach(this::count);
  }

  /** The values of a firing with room for results. */
  Object[] room(Object[] values) {
    return places == 0 ? values : Arrays.copyOf(values, values.length + places);
  }

  /** The call, evaluated once if it is written more than once and gives an object. */
  CompiledExpression once(Tree.Invoke call, CompiledExpression compiled) {
    if (compiled.type().isPrimitive() || times.getOrDefault(key(call), 0) < 2) {
      return compiled;
    }
    return known.computeIfAbsent(key(call), key -> kept(compiled));
  }

  private CompiledExpression kept(CompiledExpression compiled) {
    int fromEnd = ++places;
    CompiledExpression.Value value = compiled.value();
    return CompiledExpression.of(
        compiled.type(),
        (a, b, c, d, e) -> {
          @Nullable Object[] values = (@Nullable Object[]) Objects.requireNonNull(a);
          int place = values.length - fromEnd;
          Object result = values[place];
          if (result == null) {
            result = value.of(a, b, c, d, e);
            values[place] = result == null ? NULL : result;
          }
          return result == NULL ? null : result;
        });
  }

  private void count(@Nullable Expression expression) {
    switch (expression) {
      case Tree.Invoke call -> {
        times.merge(key(call), 1, Integer::sum);
        count(call.of());
        call.arguments().forEach(this::count);
      }
      case Tree.Member member -> count(member.of());
      case Tree.Not not -> count(not.of());
      case Tree.Operation operation -> {
        count(operation.left());
        count(operation.right());
      }
      case Tree.OneOf oneOf -> {
        count(oneOf.left());
        oneOf.values().forEach(this::count);
      }
      case null, default -> {}
    }
  }

  /** What is written, wherever it stands. */
  private static String key(@Nullable Expression expression) {
    return switch (expression) {
      case null -> "this";
      case Tree.Text text -> text.value().length() + "\"" + text.value();
      case Tree.Number number -> number.digits();
      case Tree.BooleanLiteral truth -> String.valueOf(truth.value());
      case Tree.Null none -> "null";
      case Tree.Name name -> name.name();
      case Tree.Member member -> key(member.of()) + "." + member.name();
      case Tree.Invoke call -> key(call.of()) + "." + call.name() + keys(call.arguments());
      case Tree.Not not -> "!(" + key(not.of()) + ")";
      case Tree.Operation operation ->
          "(" + key(operation.left()) + operation.operator() + key(operation.right()) + ")";
      case Tree.OneOf oneOf -> key(oneOf.left()) + oneOf.negated() + keys(oneOf.values());
    };
  }

  private static String keys(List<Expression> expressions) {
    return expressions.stream().map(RepeatedCalls::key).collect(Collectors.joining(",", "(", ")"));
  }
}
