package dev.plumbline.engine;

import dev.plumbline.engine.RuleNames.Accumulated;
import dev.plumbline.engine.RuleNames.Binding;
import dev.plumbline.engine.RuleNames.Computed;
import dev.plumbline.engine.RuleNames.Matched;
import dev.plumbline.engine.RuleNames.Read;
import dev.plumbline.engine.RuleNames.Scope;
import dev.plumbline.language.Tree;
import dev.plumbline.language.Tree.Expression;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.drools.model.Variable;
import org.jspecify.annotations.Nullable;

/**
 * The ids of conditions, by which the engine shares nodes between rules: equal where two conditions
 * are, and different where they may differ. A wrong id fails silently, by a rule that never fires.
 */
final class ConditionIds {

  private final Map<Variable<?>, Integer> positions;

  /**
   * @param positions the variables of the rule by the position of their pattern
   */
  ConditionIds(Map<Variable<?>, Integer> positions) {
    this.positions = positions;
  }

  /** The id of a condition; one that fails otherwise is another condition. */
  String id(Expression expression, Scope scope, boolean calculates, boolean onFailure) {
    return (calculates && !onFailure ? "calculated " : "") + id(expression, scope);
  }

  /** A text that two expressions share only where they are the same of the same patterns. */
  String id(Expression expression, Scope scope) {
    return switch (expression) {
      case Tree.Text text -> '"' + text.value() + '"';
      case Tree.Number number -> number.digits();
      case Tree.BooleanLiteral truth -> String.valueOf(truth.value());
      case Tree.Null none -> "null";
      case Tree.Name name -> {
        Binding binding = scope.bindings().get(name.name());
        yield binding == null ? name.name() : id(binding, scope.self());
      }
      case Tree.Member member -> id(member.of(), scope) + "." + member.name();
      case Tree.Invoke invoke ->
          (invoke.of() == null ? "" : id(invoke.of(), scope) + ".")
              + invoke.name()
              + ids(invoke.arguments(), scope);
      case Tree.Not not -> "!(" + id(not.of(), scope) + ")";
      case Tree.OneOf oneOf ->
          id(oneOf.left(), scope)
              + (oneOf.negated() ? " not in " : " in ")
              + ids(oneOf.values(), scope);
      case Tree.Operation operation ->
          "("
              + id(operation.left(), scope)
              + " "
              + operation.operator()
              + " "
              + id(operation.right(), scope)
              + ")";
    };
  }

  private String ids(List<Expression> expressions, Scope scope) {
    return expressions.stream()
        .map(each -> id(each, scope))
        .collect(Collectors.joining(", ", "(", ")"));
  }

  private String id(Binding binding, @Nullable Variable<?> self) {
    return switch (binding) {
      case Matched matched -> matched.of() == self ? "this" : place(matched.of());
      case Read read -> (read.of() == self ? "" : place(read.of()) + ".") + read.property().name();
      case Computed computed ->
          "<"
              + (computed.scope().self() == self ? "" : place(computed.scope().self()) + ":")
              + id(computed.expression(), computed.scope())
              + ">";
      case Accumulated result -> place(result.of()) + "[" + result.index() + "]";
    };
  }

  /** How an id names a variable: by the position of its pattern. */
  String place(@Nullable Variable<?> variable) {
    return "#" + positions.get(variable);
  }
}
