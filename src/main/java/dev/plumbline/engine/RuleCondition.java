package dev.plumbline.engine;

import dev.plumbline.engine.SettleBudget.Meter;
import dev.plumbline.language.CompiledExpression;
import java.util.List;
import org.drools.model.Constraint;
import org.drools.model.Variable;
import org.drools.model.constraints.AbstractSingleConstraint;
import org.drools.model.functions.Predicate1;
import org.drools.model.functions.Predicate2;
import org.drools.model.functions.Predicate3;
import org.drools.model.functions.Predicate4;
import org.drools.model.functions.Predicate5;
import org.drools.model.functions.PredicateInformation;
import org.drools.model.functions.PredicateN;
import org.drools.model.impl.ModelComponent;
import org.jspecify.annotations.Nullable;

/**
 * One condition of a rule as the engine evaluates it, which counts for the rule's budget. {@code
 * onFailure} is whether it holds where a number cannot be calculated.
 */
@SuppressWarnings("rawtypes") // as the engine declares it
final class RuleCondition extends AbstractSingleConstraint {

  private final Variable[] variables;
  private final CompiledExpression.Test test;
  private final boolean asArray;
  private String marks = "";

  RuleCondition(
      String id,
      RuleMeters meters,
      List<Variable<?>> variables,
      CompiledExpression.Test test,
      boolean asArray,
      boolean onFailure) {
    super(id, new PredicateInformation(id, meters.rule(), ""));
    this.variables = variables.toArray(Variable[]::new);
    var meter = meters.meter(Meter.EVALUATIONS);
    this.test =
        (a, b, c, d, e) -> {
          meter.count();
          try {
            return test.of(a, b, c, d, e);
          } catch (ArithmeticException failure) {
            return onFailure;
          } catch (RuntimeException fault) {
            throw meter.failed(fault);
          }
        };
    this.asArray = asArray;
  }

  /** Keeps the engine from sharing its node with conditions that have not the same mark. */
  void mark(String mark) {
    marks += mark;
  }

  @Override
  public String getExprId() {
    return super.getExprId() + marks;
  }

  @Override
  public Variable[] getVariables() {
    return variables;
  }

  @Override
  public PredicateN getPredicate() {
    return asArray
        ? all -> test.of(all, null, null, null, null)
        : all -> test.of(at(all, 0), at(all, 1), at(all, 2), at(all, 3), at(all, 4));
  }

  private static @Nullable Object at(Object[] all, int index) {
    return index < all.length ? all[index] : null;
  }

  @Override
  public Predicate1 getPredicate1() {
    return a -> test.of(a, null, null, null, null);
  }

  @Override
  public Predicate2 getPredicate2() {
    return (a, b) -> test.of(a, b, null, null, null);
  }

  @Override
  public Predicate3 getPredicate3() {
    return (a, b, c) -> test.of(a, b, c, null, null);
  }

  @Override
  public Predicate4 getPredicate4() {
    return (a, b, c, d) -> test.of(a, b, c, d, null);
  }

  @Override
  public Predicate5 getPredicate5() {
    return test::of;
  }

  @Override
  public Constraint negate() {
    throw new UnsupportedOperationException("rules are normalized before");
  }

  @Override
  public Constraint replaceVariable(Variable before, Variable after) {
    throw new UnsupportedOperationException("rules are normalized before");
  }

  @Override
  public boolean isEqualTo(ModelComponent other) {
    return this == other;
  }
}
