package dev.plumbline.engine;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.conclusion.FindingConclusions.CalculationFailed;
import dev.plumbline.engine.EngineInternals.RightHandSide;
import dev.plumbline.engine.RuleFile.Translated;
import dev.plumbline.engine.RuleNames.Accumulated;
import dev.plumbline.engine.RuleNames.Arguments;
import dev.plumbline.engine.RuleNames.Binding;
import dev.plumbline.engine.RuleNames.Computed;
import dev.plumbline.engine.RuleNames.Matched;
import dev.plumbline.engine.RuleNames.Read;
import dev.plumbline.engine.RuleNames.Scope;
import dev.plumbline.engine.RuleSession.Limit;
import dev.plumbline.engine.SettleBudget.Meter;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.RecordType.Property;
import dev.plumbline.language.CompiledExpression;
import dev.plumbline.language.ExpressionCompiler;
import dev.plumbline.language.Tree;
import dev.plumbline.language.Tree.Expression;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.drools.model.AlphaIndex;
import org.drools.model.Condition;
import org.drools.model.Constraint;
import org.drools.model.Index;
import org.drools.model.Rule;
import org.drools.model.Variable;
import org.drools.model.consequences.ConsequenceImpl;
import org.drools.model.constraints.MultipleConstraints;
import org.drools.model.functions.accumulate.AccumulateFunction;
import org.drools.model.impl.DeclarationImpl;
import org.drools.model.impl.RuleImpl;
import org.drools.model.patterns.AccumulatePatternImpl;
import org.drools.model.patterns.CompositePatterns;
import org.drools.model.patterns.ExistentialPatternImpl;
import org.drools.model.patterns.PatternImpl;
import org.jspecify.annotations.Nullable;

/**
 * Translates one rule, as the linter has read and passed it, to the engine's public model: closures
 * with explicit ids and indexes.
 *
 * <p>The engine shares nodes between rules by the ids of their conditions, so an id must be equal
 * where two conditions are and differ where they may differ: it names variables by the position of
 * their pattern and the property, never by the name that the rule gives them. A wrong id fails
 * silently, by a rule that never fires.
 */
final class RuleTranslator {

  /**
   * The package of all rules, whatever their files say. The engine wires only the first package as
   * a whole; it adds the rules of every other one by one, and splitting a network in two then
   * leaves accumulates that no longer notice when a fact goes (apache/incubator-kie#7109).
   */
  private static final String PACKAGE = "dev.plumbline.rules";

  private static final Set<String> ARITHMETIC = Set.of("+", "-", "*", "/", "%");

  private final Tree.RuleNode rule;
  private final RuleMeters meters;
  private final Map<Variable<?>, Integer> positions = new HashMap<>();
  private final ConditionIds ids = new ConditionIds(positions);
  private final ConditionIndex indexes;

  /**
   * Whether the patterns at hand are of a group within {@code not} or {@code exists}. They get a
   * condition more, which always holds: the engine would share the nodes of such a group with those
   * of an equal group in an accumulate, and those are nodes of another class.
   */
  private boolean inGroup;

  /**
   * The variable of a pattern that the next one is joined with, and of which there may be many
   * facts; null where there is none.
   */
  private @Nullable Variable<?> joined;

  /**
   * The conditions at hand that calculate: where a number cannot be calculated they hold, and what
   * is made of the match says so. Null in {@code not} and {@code exists}, of which nothing is made.
   */
  private @Nullable List<Guard> guards = new ArrayList<>();

  private final List<Guard> ruleGuards = Objects.requireNonNull(guards);

  /** Whether a match of the patterns at hand keeps the rule from holding. */
  private boolean negated;

  /** The variable of the first pattern; null where there is none. */
  private @Nullable Variable<?> first;

  /**
   * Marks what was translated last, so that the engine shares its node only with what has the same
   * mark. Facts of the first pattern of a rule enter by a node that needs none.
   *
   * <p>Of a match that goes to several rules, of which the first has not looked at it yet, the
   * engine takes every change to be new to an accumulate that comes next. It is in the memory of
   * the accumulate twice then, and a walk through that memory never ends (Drools 10.1.0 and 10.2.0,
   * {@code updateChildLeftTupleDuringInsert}). So nothing else may follow what stands before an
   * accumulate.
   */
  private Consumer<String> marking = mark -> {};

  private record Guard(Expression condition, Scope scope, Variable<?> of) {}

  /** Whether the pattern at hand is all that a {@code not}, exists or accumulate looks at. */
  private boolean alone;

  private RuleTranslator(Tree.RuleNode rule) {
    this.rule = rule;
    this.meters = new RuleMeters(rule.name());
    this.indexes = new ConditionIndex(meters);
  }

  /**
   * Translates a rule without {@code or} and {@code forall} between patterns: {@link Normalized}.
   */
  static Translated translate(Tree.RuleNode rule) {
    var translator = new RuleTranslator(rule);
    return new Translated(rule, translator.translate(), translator.meters);
  }

  private Rule translate() {
    var scope = new Scope(new HashMap<>(), null, null);
    var conditions = new ArrayList<Condition>();
    rule.when().forEach(each -> add(each, scope, conditions));
    return new RuleImpl(
        PACKAGE,
        rule.name(),
        null,
        new CompositePatterns(Condition.Type.AND, conditions),
        consequence(scope),
        new HashMap<>(),
        new HashMap<>());
  }

  private <T> Variable<T> variable(Class<T> type) {
    var variable = new DeclarationImpl<>(type, "v" + positions.size());
    positions.put(variable, positions.size());
    return variable;
  }

  // Conclusion

  private ConsequenceImpl consequence(Scope scope) {
    RecordType made = Objects.requireNonNull(ConclusionTypes.named(rule.then().type()));
    var arguments = Arguments.array();
    var repeated = new RepeatedCalls(rule.then().arguments());
    List<Property> components = made.components();
    CompiledExpression.Value[] values = new CompiledExpression.Value[components.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] =
          ExpressionCompiler.convert(
              components.get(i).type(),
              RuleNames.compile(rule.then().arguments().get(i), scope, arguments, repeated));
    }
    Function<@Nullable Object[], Object> maker = made.maker();
    List<CompiledGuard> compiled =
        ruleGuards.stream()
            .map(
                each ->
                    new CompiledGuard(
                        arguments.of(each.of()),
                        RuleNames.compile(each.condition(), each.scope(), arguments).asTest()))
            .toList();
    CompiledExpression.Value subject =
        first == null ? (a, b, c, d, e) -> null : arguments.of(first);
    var meter = new Meter(rule.name(), Meter.LOOKUPS);
    RightHandSide conclusion =
        matched -> {
          meter.count();
          @Nullable Object[] given = new @Nullable Object[values.length];
          Object[] bound = repeated.room(matched);
          CompiledExpression.Value of = subject;
          try {
            for (CompiledGuard guard : compiled) {
              of = guard.of();
              guard.test().of(bound, null, null, null, null);
            }
            of = subject;
            for (int i = 0; i < given.length; i++) {
              given[i] = limited(values[i].of(bound, null, null, null, null));
            }
            return maker.apply(given);
          } catch (ArithmeticException e) {
            return failed(of.of(bound, null, null, null, null), e);
          } catch (RuntimeException e) {
            throw meter.failed(e);
          }
        };
    return new ConsequenceImpl(
        conclusion, arguments.variables().toArray(Variable<?>[]::new), false, false, "java");
  }

  private record CompiledGuard(CompiledExpression.Value of, CompiledExpression.Test test) {}

  private CalculationFailed failed(@Nullable Object matched, ArithmeticException failure) {
    Tree.Annotation id = rule.annotations().get("Id");
    String object =
        matched instanceof Fact fact
            ? fact.key()
            : matched instanceof Conclusion ? matched.getClass().getSimpleName() : "";
    return new CalculationFailed(
        id == null ? "" : id.value(), object, String.valueOf(failure.getMessage()));
  }

  private @Nullable Object limited(@Nullable Object value) {
    if (value instanceof String text && text.length() > SettleBudget.MAX_TEXT) {
      throw new SettleBudget.Exceeded(Limit.TEXT, rule.name());
    }
    return value;
  }

  // Conditions

  private void add(Tree.Node node, Scope scope, List<Condition> conditions) {
    switch (node) {
      case Tree.Match match -> conditions.add(pattern(match, scope));
      case Tree.Group group -> conditions.add(group(group, scope));
      case Tree.Accumulate accumulate -> accumulate(accumulate, scope, conditions);
    }
  }

  private Condition group(Tree.Group group, Scope scope) {
    var children = new ArrayList<Condition>();
    return switch (group.kind()) {
      case AND -> {
        group.children().forEach(each -> add(each, scope, children));
        yield new CompositePatterns(Condition.Type.AND, children);
      }
      case NOT, EXISTS -> {
        boolean before = inGroup;
        Variable<?> joinedBefore = joined;
        boolean negatedBefore = negated;
        List<Guard> guardsBefore = guards;
        negated ^= group.kind() == Tree.Group.Kind.NOT;
        guards = null;
        inGroup |= !isOnePattern(group.children());
        Scope inner = scope.inner();
        addWithin(group.children(), inner, children);
        inGroup = before;
        joined = joinedBefore;
        negated = negatedBefore;
        guards = guardsBefore;
        yield new ExistentialPatternImpl(
            all(children),
            group.kind() == Tree.Group.Kind.NOT ? Condition.Type.NOT : Condition.Type.EXISTS);
      }
      case OR, FORALL ->
          throw new IllegalStateException(group.kind() + " in \"" + rule.name() + "\"");
    };
  }

  private static boolean isOnePattern(List<Tree.Node> nodes) {
    return nodes.size() == 1 && nodes.getFirst() instanceof Tree.Match;
  }

  private void addWithin(List<Tree.Node> nodes, Scope scope, List<Condition> conditions) {
    boolean before = alone;
    alone = isOnePattern(nodes);
    nodes.forEach(each -> add(each, scope, conditions));
    alone = before;
  }

  private static Condition all(List<Condition> conditions) {
    return conditions.size() == 1
        ? conditions.getFirst()
        : new CompositePatterns(Condition.Type.AND, conditions);
  }

  private PatternImpl<?> pattern(Tree.Match match, Scope outer) {
    RecordType type =
        Objects.requireNonNullElseGet(
            FactTypes.named(match.type()),
            () -> Objects.requireNonNull(ConclusionTypes.named(match.type())));
    boolean enters = positions.isEmpty() && guards == ruleGuards;
    Variable<?> self = variable(type.type());
    Scope scope = outer.of(self, type);
    if (first == null && guards == ruleGuards) {
      first = self;
    }
    if (match.bound() != null) {
      outer.bindings().put(match.bound().name(), new Matched(self, type.type()));
    }
    // What is bound may be named before the place where it is bound.
    for (Tree.Constraint each : match.constraints()) {
      if (each.bound() != null) {
        outer.bindings().put(each.bound().name(), binding(each.value(), scope, self, type));
      }
    }
    var constraints = new MultipleConstraints();
    for (Tree.Constraint each : match.constraints()) {
      if (each.bound() == null) {
        constraints.with(condition(each.value(), scope, self));
      }
    }
    boolean isJoined =
        constraints.getChildren().stream()
            .anyMatch(each -> ((RuleCondition) each).getVariables().length > 1);
    if (joined != null && !isJoined && !alone) {
      // Every pair passes: without a condition that is evaluated for each, nothing could stop it.
      constraints.with(
          new RuleCondition(
              "joined with " + ids.place(joined),
              meters,
              List.of(self, joined),
              (a, b, c, d, e) -> true,
              false,
              false));
    }
    if (type.expected() != 1) {
      joined = self;
    }
    if (inGroup) {
      constraints.with(
          new RuleCondition(
              "in a group", meters, List.of(self), (a, b, c, d, e) -> true, false, false));
    }
    marking = enters ? mark -> {} : mark -> mark(constraints, self, mark);
    return new PatternImpl<>(self, constraints);
  }

  /** By a condition that joins, where there is one, for that is evaluated anyway. */
  private void mark(MultipleConstraints constraints, Variable<?> self, String mark) {
    for (Constraint each : constraints.getChildren()) {
      if (each instanceof RuleCondition condition && condition.getVariables().length > 1) {
        condition.mark(mark);
        return;
      }
    }
    constraints.with(
        new RuleCondition(mark, meters, List.of(self), (a, b, c, d, e) -> true, false, false));
  }

  private static Binding binding(Expression value, Scope scope, Variable<?> self, RecordType type) {
    if (value instanceof Tree.Name name) {
      if (name.name().equals("this")) {
        return new Matched(self, type.type());
      }
      Property property = ExpressionCompiler.property(type.type(), name.name());
      if (property != null) {
        return new Read(self, property);
      }
    }
    return new Computed(value, new Scope(new HashMap<>(scope.bindings()), self, type));
  }

  private Constraint condition(Expression expression, Scope scope, Variable<?> self) {
    // Its own pattern comes first, whether the condition names it or not.
    var arguments = Arguments.oneByOne();
    arguments.of(self);
    CompiledExpression compiled = RuleNames.compile(expression, scope, arguments);
    boolean calculates = calculates(expression, scope);
    boolean onFailure = calculates && (guards != null || negated);
    if (calculates && guards != null) {
      guards.add(new Guard(expression, scope, self));
    }
    if (!arguments.fit()) {
      var array = Arguments.array();
      arguments.variables().forEach(array::of);
      compiled = RuleNames.compile(expression, scope, array);
      return new RuleCondition(
          ids.id(expression, scope, calculates, onFailure),
          meters,
          arguments.variables(),
          compiled.asTest(),
          true,
          onFailure);
    }
    // A value that cannot be calculated cannot be looked up either.
    Index<?, ?> index = calculates ? null : indexes.of(expression, scope, arguments.variables());
    // The engine hashes indexed conditions of one fact by index and value: where both are equal,
    // one with another id would take the place of the first.
    String id =
        index instanceof AlphaIndex<?, ?> alpha
            ? "[" + index.getIndexId() + "] == " + literal(alpha.getRightValue())
            : ids.id(expression, scope, calculates, onFailure);
    var test =
        new RuleCondition(id, meters, arguments.variables(), compiled.asTest(), false, onFailure);
    if (index != null) {
      test.setIndex(index);
    }
    return test;
  }

  private static String literal(Object value) {
    return value.getClass().getSimpleName() + " " + value;
  }

  // Accumulate

  private void accumulate(Tree.Accumulate accumulate, Scope scope, List<Condition> conditions) {
    Scope inner = scope.inner();
    int first = positions.size();
    Consumer<String> before = marking;
    var sources = new ArrayList<Condition>();
    Variable<?> joinedBefore = joined;
    List<Guard> guardsBefore = guards;
    var sourceGuards = new ArrayList<Guard>();
    guards = sourceGuards;
    addWithin(accumulate.source(), inner, sources);
    guards = guardsBefore;
    joined = joinedBefore;
    Condition source = all(sources);
    Variable<?> own =
        source instanceof PatternImpl<?> pattern ? pattern.getPatternVariable() : null;
    List<Tree.Function> functions = accumulate.functions();
    var arguments = Arguments.oneByOne();
    List<@Nullable CompiledExpression> values = arguments(functions, inner, arguments);
    CompiledExpression.Value guard = guard(sourceGuards, arguments);
    boolean asArray = !arguments.fit();
    if (asArray) {
      arguments = Arguments.array();
      values = arguments(functions, inner, arguments);
      guard = guard(sourceGuards, arguments);
    }
    var folds = new ArrayList<Accumulation.Function>();
    Variable<Object[]> result = variable(Object[].class);
    for (int i = 0; i < functions.size(); i++) {
      CompiledExpression value = values.get(i);
      Class<?> type = value == null ? Void.class : value.type();
      String name = functions.get(i).name();
      CompiledExpression.Value of =
          guarded(sourceGuards.isEmpty() ? null : guard, value == null ? null : value.value());
      folds.add(new Accumulation.Function(name, ConditionIndex.whole(type), of));
      boolean canFail =
          !sourceGuards.isEmpty() || name.equals("sum") || calculates(functions.get(i).of(), inner);
      scope
          .bindings()
          .put(
              functions.get(i).bound().name(),
              new Accumulated(result, i, ExpressionCompiler.accumulated(name, type), canFail));
    }
    String called =
        functions.stream()
            .map(
                each ->
                    each.name() + "(" + (each.of() == null ? "" : ids.id(each.of(), inner)) + ")")
            .collect(Collectors.joining(", "));
    List<String> names = arguments.variables().stream().<String>map(Variable::getName).toList();
    before.accept(" before " + called + " of " + text(source));
    var id = new StringBuilder(called);
    marking =
        mark -> {
          id.append(mark);
          // What is no longer shared must not come after what still is.
          before.accept(mark);
        };
    var what =
        new Accumulation.What(
            folds,
            names,
            own == null ? null : own.getName(),
            asArray,
            meters.meter(Meter.EVALUATIONS));
    Variable<?>[] outer =
        arguments.variables().stream()
            .filter(each -> Objects.requireNonNull(positions.get(each)) < first)
            .toArray(Variable<?>[]::new);
    conditions.add(
        new AccumulatePatternImpl<>(
            source,
            null,
            new AccumulateFunction(null, () -> new Accumulation(id.toString(), what))
                .as(result)
                .with(outer)));
    if (!accumulate.tests().isEmpty()) {
      var constraints = new MultipleConstraints();
      for (Expression each : accumulate.tests()) {
        constraints.with(condition(each, scope.of(result, null), result));
      }
      conditions.add(new PatternImpl<>(result, constraints));
    }
  }

  /** What two sources share only where they are the same. */
  private static String text(Condition source) {
    return switch (source) {
      case PatternImpl<?> pattern ->
          pattern.getPatternVariable().getType().getSimpleName()
              + ((MultipleConstraints) pattern.getConstraint())
                  .getChildren().stream().map(each -> ((RuleCondition) each).getExprId()).toList();
      case AccumulatePatternImpl<?> accumulate ->
          ((Accumulation) accumulate.getAccumulateFunctions()[0].createFunctionObject()).id()
              + " of "
              + text(accumulate.getCondition());
      default ->
          source.getType()
              + source.getSubConditions().stream()
                  .map(RuleTranslator::text)
                  .collect(Collectors.joining(", ", "(", ")"));
    };
  }

  /** Evaluates the conditions of a source that calculate; null is what it gives. */
  private static CompiledExpression.Value guard(List<Guard> guards, Arguments arguments) {
    List<CompiledExpression.Test> tests =
        guards.stream()
            .map(each -> RuleNames.compile(each.condition(), each.scope(), arguments).asTest())
            .toList();
    return (a, b, c, d, e) -> {
      tests.forEach(each -> each.of(a, b, c, d, e));
      return null;
    };
  }

  private static CompiledExpression.@Nullable Value guarded(
      CompiledExpression.@Nullable Value guard, CompiledExpression.@Nullable Value value) {
    return guard == null || value == null
        ? value == null ? guard : value
        : (a, b, c, d, e) -> {
          guard.of(a, b, c, d, e);
          return value.of(a, b, c, d, e);
        };
  }

  private static List<@Nullable CompiledExpression> arguments(
      List<Tree.Function> functions, Scope scope, Arguments arguments) {
    var values = new ArrayList<@Nullable CompiledExpression>();
    for (Tree.Function each : functions) {
      values.add(each.of() == null ? null : RuleNames.compile(each.of(), scope, arguments));
    }
    return values;
  }

  // Calculations

  /** Whether it rests on a number that is calculated, and may be out of range. */
  private boolean calculates(@Nullable Expression expression, Scope scope) {
    return switch (expression) {
      case Tree.Name name -> {
        Binding binding = scope.bindings().get(name.name());
        yield binding instanceof Computed computed
                && calculates(computed.expression(), computed.scope())
            || binding instanceof Accumulated accumulated && accumulated.canFail();
      }
      case Tree.Member member -> calculates(member.of(), scope);
      case Tree.Not not -> calculates(not.of(), scope);
      case Tree.Invoke invoke ->
          calculates(invoke.of(), scope)
              || invoke.arguments().stream().anyMatch(each -> calculates(each, scope));
      case Tree.OneOf oneOf ->
          calculates(oneOf.left(), scope)
              || oneOf.values().stream().anyMatch(each -> calculates(each, scope));
      case Tree.Operation operation ->
          calculates(operation.left(), scope)
              || calculates(operation.right(), scope)
              || ARITHMETIC.contains(operation.operator())
                  && RuleNames.compile(operation, scope, Arguments.oneByOne()).type()
                      != String.class;
      case null, default -> false;
    };
  }
}
