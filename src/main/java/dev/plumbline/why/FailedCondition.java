package dev.plumbline.why;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Labels;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.Requirement;
import dev.plumbline.fact.Requirements;
import dev.plumbline.language.ExpressionCompiler;
import dev.plumbline.language.Tree;
import dev.plumbline.why.Condition.Accumulate;
import dev.plumbline.why.Condition.Operand;
import dev.plumbline.why.Condition.Pattern;
import dev.plumbline.why.Condition.Test;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** The first condition of a rule that nothing meets, of the match that gets furthest. */
public sealed interface FailedCondition {

  int line();

  /**
   * A value as it was found.
   *
   * @param of what it is read of: {@code NodePool/gpu}; empty for what is counted
   */
  record Found(String of, String name, String value) {

    static List<Found> of(Test test, @Nullable Object[] frame) {
      var found = new ArrayList<Found>();
      Requirements requirements = null;
      String whose = "";
      Labels labels = null;
      String of = "";
      for (Operand operand : test.operands()) {
        Object owner = operand.fact() < 0 ? null : frame[operand.fact()];
        Object value = operand.value().of(frame);
        if (value instanceof Requirements asked) {
          requirements = asked;
          whose = name(owner);
        } else if (value instanceof Labels has) {
          labels = has;
          of = name(owner);
        }
        if (operand.property() != null || owner == null) {
          found.add(
              new Found(
                  name(owner),
                  operand.property() == null ? operand.name() : operand.property(),
                  DisplayText.brief(value)));
        }
      }
      if (requirements != null && labels != null) {
        List<Found> unmet = unmet(requirements, whose, labels, of);
        return unmet.isEmpty() ? found : unmet;
      }
      return found;
    }

    private static List<Found> unmet(
        Requirements requirements, String whose, Labels labels, String of) {
      var unmet = new ArrayList<Found>();
      for (Requirement each : requirements.list()) {
        if (!Requirements.of(each).admit(labels)) {
          List<String> values = labels.values(each.key()).list();
          unmet.add(
              new Found(
                  of,
                  each.key(),
                  (values.isEmpty() ? "not set" : String.join(", ", values))
                      + ", but "
                      + whose
                      + " requires "
                      + each));
        }
      }
      return unmet;
    }

    private static String name(@Nullable Object owner) {
      return owner instanceof Fact fact
          ? fact.key()
          : owner == null ? "" : owner.getClass().getSimpleName();
    }
  }

  record Missing(RecordType type, SortedMap<String, String> required, String text, Place place)
      implements FailedCondition {
    @Override
    public int line() {
      return place.condition().line();
    }
  }

  /** Something is there, but a test of it does not hold. */
  record FailedTest(Object subject, String test, List<Found> found, int others, Place place)
      implements FailedCondition {
    @Override
    public int line() {
      return place.condition().line();
    }

    /**
     * What a conclusion that fails a test would have to be instead; null when that cannot be told.
     */
    @Nullable SortedMap<String, String> expected() {
      Test failing = place.test();
      if (!(subject instanceof Conclusion)
          || failing == null
          || !(place.condition() instanceof Pattern one)) {
        return null;
      }
      SortedMap<String, String> required = one.requiredValues(place.frame());
      String property = null;
      String value = null;
      if (failing.tree() instanceof Tree.Name name) {
        property = name.name();
        value = "true";
      } else if (failing.tree() instanceof Tree.Not not && not.of() instanceof Tree.Name name) {
        property = name.name();
        value = "false";
      }
      if (property == null
          || value == null
          || ExpressionCompiler.property(one.type().type(), property) == null) {
        return null;
      }
      required.put(property, value);
      return required;
    }
  }

  /** What must not be there is there. */
  record Blocked(List<Object> blockers, Place place) implements FailedCondition {
    @Override
    public int line() {
      return place.condition().line();
    }
  }

  /**
   * What is counted or collected does not meet what is asked of it.
   *
   * @param test as the rule writes it; empty when there is nothing to count
   */
  record Counted(String test, List<Found> found, Place place) implements FailedCondition {
    @Override
    public int line() {
      return place.condition().line();
    }

    @Nullable Pattern emptySource() {
      if (!(place.condition() instanceof Accumulate accumulate)
          || !(accumulate.source().getFirst() instanceof Pattern one)) {
        return null;
      }
      boolean nothing =
          accumulate.folds().stream()
              .map(fold -> place.frame()[fold.slot()])
              .allMatch(
                  value ->
                      value == null
                          || value instanceof Number number && number.longValue() == 0
                          || value instanceof Collection<?> all && all.isEmpty());
      return nothing ? one : null;
    }
  }

  /** All conditions are met, but what is concluded has another value. */
  record Other(String field, String made, String required, Place place) implements FailedCondition {
    @Override
    public int line() {
      return place.condition().line();
    }
  }

  /**
   * Where a match ended.
   *
   * @param test the test of it that fails; null for the condition as a whole
   */
  record Place(
      CompiledRule form,
      Condition condition,
      Condition.@Nullable Test test,
      @Nullable Object[] frame) {}

  Place place();
}
