package dev.plumbline.engine;

import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.RecordType.Property;
import dev.plumbline.language.CompiledExpression;
import dev.plumbline.language.ExpressionCompiler;
import dev.plumbline.language.Tree;
import dev.plumbline.language.Tree.Expression;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.drools.model.Variable;
import org.jspecify.annotations.Nullable;

/** What the names of a rule stand for, and the values of expressions that use them. */
final class RuleNames {

  private static final int MAX_ARGUMENTS = 5;

  private RuleNames() {}

  sealed interface Binding {}

  record Matched(Variable<?> of, Class<?> type) implements Binding {}

  record Read(Variable<?> of, Property property) implements Binding {}

  record Computed(Expression expression, Scope scope) implements Binding {}

  /**
   * @param canFail whether it may be no number, since what is accumulated is calculated
   */
  record Accumulated(Variable<?> of, int index, Class<?> type, boolean canFail)
      implements Binding {}

  /**
   * What names stand for at one place in the rule.
   *
   * @param self the pattern at hand; null between patterns
   */
  record Scope(
      Map<String, Binding> bindings, @Nullable Variable<?> self, @Nullable RecordType type) {

    Scope inner() {
      return new Scope(new HashMap<>(bindings), null, null);
    }

    Scope of(Variable<?> self, @Nullable RecordType type) {
      return new Scope(bindings, self, type);
    }
  }

  /** The variables that a closure is handed, in order. */
  static final class Arguments {

    private final List<Variable<?>> variables = new ArrayList<>();
    private final boolean asArray;

    private Arguments(boolean asArray) {
      this.asArray = asArray;
    }

    static Arguments oneByOne() {
      return new Arguments(false);
    }

    static Arguments array() {
      return new Arguments(true);
    }

    CompiledExpression.Value of(Variable<?> variable) {
      int known = variables.indexOf(variable);
      int index = known < 0 ? variables.size() : known;
      if (known < 0) {
        variables.add(variable);
      }
      if (asArray) {
        return (a, b, c, d, e) -> ((Object[]) Objects.requireNonNull(a))[index];
      }
      return switch (index) {
        case 0 -> (a, b, c, d, e) -> a;
        case 1 -> (a, b, c, d, e) -> b;
        case 2 -> (a, b, c, d, e) -> c;
        case 3 -> (a, b, c, d, e) -> d;
        default -> (a, b, c, d, e) -> e;
      };
    }

    boolean fit() {
      return asArray || variables.size() <= MAX_ARGUMENTS;
    }

    List<Variable<?>> variables() {
      return Collections.unmodifiableList(variables);
    }
  }

  static CompiledExpression compile(Expression expression, Scope scope, Arguments arguments) {
    return compile(expression, scope, arguments, RepeatedCalls.NONE);
  }

  static CompiledExpression compile(
      Expression expression, Scope scope, Arguments arguments, RepeatedCalls repeated) {
    return new ExpressionCompiler(
            new ExpressionCompiler.Names() {
              @Override
              public CompiledExpression call(Tree.Invoke call, CompiledExpression compiled) {
                return repeated.once(call, compiled);
              }

              @Override
              public @Nullable CompiledExpression variable(String name) {
                Binding binding = scope.bindings().get(name);
                return binding == null ? null : read(binding, arguments);
              }

              @Override
              public @Nullable CompiledExpression self() {
                return scope.self() == null || scope.type() == null
                    ? null
                    : CompiledExpression.of(scope.type().type(), arguments.of(scope.self()));
              }
            })
        .compile(expression);
  }

  private static CompiledExpression read(Binding binding, Arguments arguments) {
    return switch (binding) {
      case Matched matched -> CompiledExpression.of(matched.type(), arguments.of(matched.of()));
      case Read read -> ExpressionCompiler.read(read.property(), arguments.of(read.of()));
      case Computed computed -> compile(computed.expression(), computed.scope(), arguments);
      case Accumulated result -> {
        CompiledExpression.Value all = arguments.of(result.of());
        int index = result.index();
        CompiledExpression.Value value =
            (a, b, c, d, e) -> {
              Object found = ((Object[]) Objects.requireNonNull(all.of(a, b, c, d, e)))[index];
              if (found == Fold.NOT_CALCULATED) {
                throw new ArithmeticException("what is accumulated cannot be calculated");
              }
              return found;
            };
        yield result.type() == long.class
            ? new CompiledExpression(
                long.class,
                value,
                null,
                (a, b, c, d, e) -> (Long) Objects.requireNonNull(value.of(a, b, c, d, e)))
            : CompiledExpression.of(result.type(), value);
      }
    };
  }
}
