package dev.plumbline.rule.why;

import dev.plumbline.fact.EvaluationTime;
import dev.plumbline.fact.Parameter;
import dev.plumbline.rule.lint.Tree;
import dev.plumbline.rule.why.Condition.Test;
import java.util.Collection;
import java.util.LinkedHashSet;
import org.jspecify.annotations.Nullable;

/** The values that stand beside one another in a test: what one of them could be instead. */
final class Context {

  private Context() {}

  static Collection<Object> of(Test test, @Nullable Object[] frame) {
    var context = new LinkedHashSet<Object>();
    literals(test.tree(), context);
    for (Operand operand : test.operands()) {
      try {
        Object value = operand.value().of(frame);
        if (value instanceof EvaluationTime time) {
          context.add(time.instant());
        } else if (value != null) {
          context.add(value);
        }
        if (value instanceof Parameter parameter && parameter.number() != null) {
          context.add(parameter.number());
        }
      } catch (RuntimeException e) {
        // What cannot be read is no help.
      }
    }
    return context;
  }

  private static void literals(Tree.Expression expression, Collection<Object> literals) {
    switch (expression) {
      case Tree.Text text -> literals.add(text.value());
      case Tree.Number number -> {
        if (number.whole()) {
          literals.add(Long.valueOf(number.digits()));
        }
      }
      case Tree.Operation operation -> {
        literals(operation.left(), literals);
        literals(operation.right(), literals);
      }
      case Tree.Not not -> literals(not.of(), literals);
      case Tree.Member member -> literals(member.of(), literals);
      case Tree.OneOf oneOf -> oneOf.values().forEach(each -> literals(each, literals));
      case Tree.Invoke invoke -> {
        if (invoke.of() != null) {
          literals(invoke.of(), literals);
        }
        invoke.arguments().forEach(each -> literals(each, literals));
      }
      default -> {}
    }
  }
}
