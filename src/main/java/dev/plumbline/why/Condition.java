package dev.plumbline.why;

import dev.plumbline.fact.RecordType;
import dev.plumbline.language.CompiledExpression;
import dev.plumbline.language.Tree;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A condition of a rule, ready to be evaluated. */
sealed interface Condition {

  int line();

  /**
   * A pattern.
   *
   * @param steps its constraints, in order
   */
  record Pattern(RecordType type, int slot, List<Step> steps, int line) implements Condition {

    /** As the rule writes it, without what it binds. */
    String text() {
      var tests = steps.stream().filter(Test.class::isInstance).map(Step::text).toList();
      return type.name()
          + "("
          + (tests.isEmpty() ? "" : " " + String.join(", ", tests) + " ")
          + ")";
    }

    /** The values that the properties of a match must have, where what they equal is known. */
    SortedMap<String, String> requiredValues(@Nullable Object[] frame) {
      var required = new TreeMap<String, String>();
      for (Step step : steps) {
        if (step instanceof Test test && test.key() != null && test.required() != null) {
          required.put(test.key(), DisplayText.value(test.required().of(frame)));
        }
      }
      return required;
    }
  }

  record Group(Tree.Group.Kind kind, List<Condition> children, int line) implements Condition {}

  record Accumulate(List<Condition> source, List<Fold> folds, List<Test> tests, int line)
      implements Condition {}

  record Fold(String variable, int slot, String function, @Nullable Value of) {}

  /** An expression over a frame: what was matched and bound so far, by slot. */
  record Value(CompiledExpression.Value closure) {

    /** The value; null where it cannot be calculated. */
    @Nullable Object of(@Nullable Object[] frame) {
      try {
        return closure.of(frame, null, null, null, null);
      } catch (ArithmeticException e) {
        return null;
      }
    }
  }

  /**
   * Something that a test names.
   *
   * @param fact the slot of the fact or conclusion that it is read of; -1 for what is counted
   * @param property the property that it is; null for the fact itself
   */
  record Operand(String name, int fact, @Nullable String property, Value value) {}

  sealed interface Step {
    String text();
  }

  /**
   * {@code $x : property}.
   *
   * @param property the property that is bound; null for what is worked out from one
   */
  record Bind(String text, String variable, int slot, @Nullable String property, Value value)
      implements Step {}

  /**
   * A test.
   *
   * @param key the property that must be equal to {@code required}, which is known before; null
   *     when it is no such test
   */
  record Test(
      String text,
      Tree.Expression tree,
      CompiledExpression.Test value,
      List<Operand> operands,
      @Nullable String key,
      @Nullable Value required)
      implements Step {

    /** Whether it holds; what cannot be calculated does not. */
    boolean holds(@Nullable Object[] frame) {
      try {
        return value.of(frame, null, null, null, null);
      } catch (ArithmeticException e) {
        return false;
      }
    }

    /** The same; what cannot be evaluated does not hold. */
    boolean safelyHolds(@Nullable Object[] frame) {
      try {
        return holds(frame);
      } catch (RuntimeException e) {
        return false;
      }
    }
  }
}
