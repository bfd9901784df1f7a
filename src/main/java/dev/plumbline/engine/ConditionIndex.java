package dev.plumbline.engine;

import dev.plumbline.engine.RuleNames.Arguments;
import dev.plumbline.engine.RuleNames.Scope;
import dev.plumbline.engine.SettleBudget.Meter;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.RecordType.Property;
import dev.plumbline.language.CompiledExpression;
import dev.plumbline.language.ExpressionCompiler;
import dev.plumbline.language.Operators;
import dev.plumbline.language.Tree;
import dev.plumbline.language.Tree.Expression;
import java.util.List;
import java.util.Objects;
import org.drools.model.Index;
import org.drools.model.Variable;
import org.drools.model.functions.Function1;
import org.drools.model.functions.Function2;
import org.drools.model.functions.Function3;
import org.drools.model.functions.Function4;
import org.drools.model.index.AlphaIndexImpl;
import org.drools.model.index.BetaIndex2Impl;
import org.drools.model.index.BetaIndex3Impl;
import org.drools.model.index.BetaIndex4Impl;
import org.drools.model.index.BetaIndexImpl;
import org.jspecify.annotations.Nullable;

/**
 * The indexes of conditions: by which property the engine looks a value up, instead of evaluating
 * the condition for each pair of facts.
 */
final class ConditionIndex {

  private final RuleMeters meters;

  /**
   * @param meters of the rule that the lookups count for
   */
  ConditionIndex(RuleMeters meters) {
    this.meters = meters;
  }

  /** The index of {@code property == value}; null where the engine cannot look one up. */
  @Nullable Index<?, ?> of(Expression expression, Scope scope, List<Variable<?>> variables) {
    if (scope.type() == null
        || !(expression instanceof Tree.Operation operation)
        || !operation.operator().equals("==")) {
      return null;
    }
    Index<?, ?> index = index(operation.left(), operation.right(), scope, variables);
    return index != null ? index : index(operation.right(), operation.left(), scope, variables);
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // the engine's indexes are typed by their classes
  private @Nullable Index<?, ?> index(
      Expression read, Expression wanted, Scope scope, List<Variable<?>> variables) {
    RecordType type = Objects.requireNonNull(scope.type());
    Property property =
        read instanceof Tree.Name name
            ? ExpressionCompiler.property(type.type(), name.name())
            : null;
    if (property == null) {
      return null;
    }
    var arguments = Arguments.oneByOne();
    CompiledExpression value = RuleNames.compile(wanted, scope, arguments);
    // The engine passes index values in the order of the condition's variables.
    if (!arguments.variables().equals(variables.subList(1, variables.size()))
        || !alike(property.type(), value.type())) {
      return null;
    }
    int id = type.properties().indexOf(property);
    Function1<Object, Object> reader = readers(property);
    CompiledExpression.Value of = counted(value.value());
    Class key = whole(property.type()) ? Long.class : boxed(property.type());
    Index.ConstraintType equal = Index.ConstraintType.EQUAL;
    return switch (arguments.variables().size()) {
      case 0 -> {
        Object constant = Operators.lookupKey(of.of(null, null, null, null, null));
        if (constant == null) {
          yield null;
        }
        yield new AlphaIndexImpl(key, equal, id, reader, constant);
      }
      case 1 ->
          new BetaIndexImpl(
              key,
              equal,
              id,
              reader,
              (Function1) a -> Operators.lookupKey(of.of(a, null, null, null, null)),
              key);
      case 2 ->
          new BetaIndex2Impl(
              key,
              equal,
              id,
              reader,
              (Function2) (a, b) -> Operators.lookupKey(of.of(a, b, null, null, null)),
              key);
      case 3 ->
          new BetaIndex3Impl(
              key,
              equal,
              id,
              reader,
              (Function3) (a, b, c) -> Operators.lookupKey(of.of(a, b, c, null, null)),
              key);
      default ->
          new BetaIndex4Impl(
              key,
              equal,
              id,
              reader,
              (Function4) (a, b, c, d) -> Operators.lookupKey(of.of(a, b, c, d, null)),
              key);
    };
  }

  /**
   * A value that is looked up. The engine evaluates it once, and then pairs the fact with all that
   * have the value without evaluating the condition.
   */
  private CompiledExpression.Value counted(CompiledExpression.Value value) {
    var meter = meters.meter(Meter.LOOKUPS);
    return (a, b, c, d, e) -> {
      meter.count();
      return value.of(a, b, c, d, e);
    };
  }

  private Function1<Object, Object> readers(Property property) {
    var reader = property.reader();
    var meter = meters.meter(Meter.LOOKUPS);
    return whole(property.type())
        ? object -> {
          meter.count();
          return Operators.lookupKey(reader.apply(object));
        }
        : object -> {
          meter.count();
          return reader.apply(object);
        };
  }

  private static boolean alike(Class<?> one, Class<?> other) {
    return whole(one) ? whole(other) : boxed(one) == boxed(other);
  }

  static boolean whole(Class<?> type) {
    return type == int.class || type == long.class || type == Integer.class || type == Long.class;
  }

  private static Class<?> boxed(Class<?> type) {
    return type == boolean.class ? Boolean.class : type;
  }
}
