package dev.plumbline.why;

import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.RecordType.Property;
import dev.plumbline.language.CompiledExpression;
import dev.plumbline.language.ExpressionCompiler;
import dev.plumbline.language.Rule;
import dev.plumbline.language.RuleText;
import dev.plumbline.language.Tree;
import dev.plumbline.language.Tree.Expression;
import dev.plumbline.why.Condition.Bind;
import dev.plumbline.why.Condition.Fold;
import dev.plumbline.why.Condition.Operand;
import dev.plumbline.why.Condition.Step;
import dev.plumbline.why.Condition.Test;
import dev.plumbline.why.Condition.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Makes the rules of a file ready to be evaluated. */
final class RuleCompiler {

  private final RuleText text;

  RuleCompiler(RuleText text) {
    this.text = text;
  }

  CompiledRule read(Tree.RuleNode node, Rule rule) {
    var names = new Names();
    List<Condition> when = conditions(node.when(), names);
    RecordType type = Objects.requireNonNull(ConclusionTypes.named(node.then().type()));
    var arguments = new ArrayList<CompiledRule.Argument>();
    for (int i = 0; i < type.components().size(); i++) {
      Expression argument = node.then().arguments().get(i);
      var named = new LinkedHashSet<String>();
      collect(argument, named);
      Expression of = argument;
      String prefix = "";
      if (argument instanceof Tree.Operation sum
          && sum.operator().equals("+")
          && sum.left() instanceof Tree.Text before) {
        prefix = before.value();
        of = sum.right();
      }
      arguments.add(
          new CompiledRule.Argument(
              type.components().get(i),
              new Value(
                  ExpressionCompiler.convert(
                      type.components().get(i).type(), names.compile(argument))),
              of instanceof Tree.Name name ? names.slotOf(name.name()) : -1,
              prefix,
              argument instanceof Tree.Text
                  || argument instanceof Tree.Number
                  || argument instanceof Tree.BooleanLiteral
                  || argument instanceof Tree.Null,
              names.operands(named)));
    }
    return new CompiledRule(rule, when, type, arguments, names.slots(), names.reads());
  }

  private List<Condition> conditions(List<Tree.Node> nodes, Names names) {
    var conditions = new ArrayList<Condition>();
    nodes.forEach(node -> conditions.add(condition(node, names)));
    return List.copyOf(conditions);
  }

  private Condition condition(Tree.Node node, Names names) {
    return switch (node) {
      case Tree.Match match -> match(match, names);
      case Tree.Group group -> {
        boolean binds = group.kind() == Tree.Group.Kind.AND || group.kind() == Tree.Group.Kind.OR;
        yield new Condition.Group(
            group.kind(),
            conditions(group.children(), binds ? names : names.inner()),
            text.line(group.at()));
      }
      case Tree.Accumulate accumulate -> accumulate(accumulate, names);
    };
  }

  private Condition match(Tree.Match match, Names outer) {
    RecordType fact = FactTypes.named(match.type());
    RecordType type =
        fact != null ? fact : Objects.requireNonNull(ConclusionTypes.named(match.type()));
    int slot = outer.slot();
    Names names = outer.of(type, slot);
    if (match.bound() != null) {
      outer.name(match.bound().name(), slot, type.type());
    }
    // What is bound may be named before the place where it is bound; what is worked out may not be
    // there for what fails a test.
    var steps = new ArrayList<Step>();
    var tests = new ArrayList<Step>();
    var last = new ArrayList<Step>();
    var tested = new LinkedHashSet<String>();
    match.constraints().stream()
        .filter(each -> each.bound() == null)
        .forEach(each -> collect(each.value(), tested));
    var here = new HashSet<String>();
    for (Tree.Constraint constraint : match.constraints()) {
      if (constraint.bound() != null) {
        String name = constraint.bound().name();
        here.add(name);
        CompiledExpression value = names.compile(constraint.value());
        boolean itself = constraint.value() instanceof Tree.Name of && of.name().equals("this");
        String property =
            constraint.value() instanceof Tree.Name of && names.isProperty(of.name())
                ? of.name()
                : null;
        int bound =
            names.bind(name, itself || property != null ? slot : -1, property, value.type());
        boolean first = itself || property != null || tested.contains(name);
        (first ? steps : last)
            .add(
                new Bind(
                    name + " : " + DisplayText.expression(constraint.value()),
                    name,
                    bound,
                    property,
                    new Value(value.value())));
      }
    }
    for (Tree.Constraint constraint : match.constraints()) {
      if (constraint.bound() == null) {
        tests.add(test(constraint.value(), names, here));
      }
    }
    steps.addAll(tests);
    steps.addAll(last);
    return new Condition.Pattern(type, slot, List.copyOf(steps), text.line(match.at()));
  }

  private Test test(Expression expression, Names names, Set<String> here) {
    var named = new LinkedHashSet<String>();
    collect(expression, named);
    String key = null;
    Value required = null;
    if (expression instanceof Tree.Operation operation && operation.operator().equals("==")) {
      Expression left = operation.left();
      Expression right = operation.right();
      for (int turn = 0; turn < 2 && key == null; turn++) {
        var others = new LinkedHashSet<String>();
        collect(right, others);
        if (left instanceof Tree.Name name
            && names.isProperty(name.name())
            && !selfCall(right)
            && names.before(others, here)) {
          key = name.name();
          required = names.value(right);
        }
        Expression swap = left;
        left = right;
        right = swap;
      }
    }
    return new Test(
        DisplayText.expression(expression),
        expression,
        names.compile(expression).asTest(),
        names.operands(named),
        key,
        required);
  }

  private Condition accumulate(Tree.Accumulate accumulate, Names names) {
    Names inner = names.inner();
    List<Condition> source = conditions(accumulate.source(), inner);
    var folds = new ArrayList<Fold>();
    for (Tree.Function function : accumulate.functions()) {
      Expression of = function.of();
      CompiledExpression value = of == null ? null : inner.compile(of);
      Class<?> type =
          ExpressionCompiler.accumulated(
              function.name(), value == null ? Void.class : value.type());
      String name = function.bound().name();
      folds.add(
          new Fold(
              name,
              names.bind(name, -1, null, type),
              function.name(),
              value == null ? null : new Value(value.value())));
    }
    List<Test> tests =
        accumulate.tests().stream().map(each -> test(each, names, new HashSet<>())).toList();
    return new Condition.Accumulate(source, List.copyOf(folds), tests, text.line(accumulate.at()));
  }

  private static boolean selfCall(Expression expression) {
    return switch (expression) {
      case Tree.Invoke invoke ->
          invoke.of() == null
              || selfCall(invoke.of())
              || invoke.arguments().stream().anyMatch(RuleCompiler::selfCall);
      case Tree.Operation operation -> selfCall(operation.left()) || selfCall(operation.right());
      case Tree.Not not -> selfCall(not.of());
      case Tree.Member member -> selfCall(member.of());
      default -> false;
    };
  }

  private static void collect(Expression expression, Set<String> names) {
    switch (expression) {
      case Tree.Name name -> names.add(name.name());
      case Tree.Member member -> collect(member.of(), names);
      case Tree.Invoke invoke -> {
        if (invoke.of() != null) {
          collect(invoke.of(), names);
        }
        invoke.arguments().forEach(each -> collect(each, names));
      }
      case Tree.Not not -> collect(not.of(), names);
      case Tree.OneOf oneOf -> {
        collect(oneOf.left(), names);
        oneOf.values().forEach(each -> collect(each, names));
      }
      case Tree.Operation operation -> {
        collect(operation.left(), names);
        collect(operation.right(), names);
      }
      default -> {}
    }
  }

  /** What the names of a rule stand for at one place in it: each has a slot. */
  private static final class Names implements ExpressionCompiler.Names {

    private record Variable(
        int slot, int fact, @Nullable String property, CompiledExpression value) {}

    /** What is shared by all places of one rule. */
    private static final class Shared {
      private int slots;
      private final Map<String, Set<String>> reads = new TreeMap<>();
    }

    private final Map<String, Variable> variables;
    private final Shared shared;
    private final @Nullable RecordType self;
    private final int selfSlot;

    Names() {
      this(new HashMap<>(), new Shared(), null, -1);
    }

    private Names(
        Map<String, Variable> variables, Shared shared, @Nullable RecordType self, int selfSlot) {
      this.variables = variables;
      this.shared = shared;
      this.self = self;
      this.selfSlot = selfSlot;
    }

    Names inner() {
      return new Names(new HashMap<>(variables), shared, null, -1);
    }

    /** The same names and those of a fact; what is bound there is bound here too. */
    Names of(RecordType type, int slot) {
      return new Names(variables, shared, type, slot);
    }

    int slot() {
      return shared.slots++;
    }

    int slots() {
      return shared.slots;
    }

    Map<String, Set<String>> reads() {
      return shared.reads;
    }

    int bind(String name, int fact, @Nullable String property, Class<?> type) {
      int slot = slot();
      variables.put(name, new Variable(slot, fact, property, read(slot, type)));
      return slot;
    }

    void name(String name, int slot, Class<?> type) {
      variables.put(name, new Variable(slot, slot, null, read(slot, type)));
    }

    int slotOf(String name) {
      Variable variable = variables.get(name);
      return variable == null ? -1 : variable.slot();
    }

    boolean knows(String name) {
      return variables.containsKey(name) || self != null && property(name) != null;
    }

    private @Nullable Property property(String name) {
      return self == null ? null : ExpressionCompiler.property(self.type(), name);
    }

    @Override
    public @Nullable CompiledExpression variable(String name) {
      Variable variable = variables.get(name);
      return variable == null ? null : variable.value();
    }

    @Override
    public @Nullable CompiledExpression self() {
      return self == null ? null : read(selfSlot, self.type());
    }

    /** What is in a slot; numbers and booleans are those of a property that is never null. */
    private static CompiledExpression read(int slot, Class<?> type) {
      CompiledExpression.Value value =
          (a, b, c, d, e) -> ((Object[]) Objects.requireNonNull(a))[slot];
      if (type == boolean.class) {
        return new CompiledExpression(
            type, value, (a, b, c, d, e) -> (Boolean) present(value.of(a, b, c, d, e)), null);
      }
      return type == long.class
          ? new CompiledExpression(
              type,
              value,
              null,
              (a, b, c, d, e) -> ((Number) present(value.of(a, b, c, d, e))).longValue())
          : CompiledExpression.of(type, value);
    }

    private static Object present(@Nullable Object value) {
      return Objects.requireNonNull(value, "a variable of a rule is null");
    }

    CompiledExpression compile(Expression expression) {
      if (self != null) {
        var named = new LinkedHashSet<String>();
        collect(expression, named);
        for (String name : named) {
          boolean type = Character.isUpperCase(name.charAt(0)) && property(name) == null;
          if (!variables.containsKey(name) && !name.equals("this") && !type) {
            shared.reads.computeIfAbsent(self.name(), of -> new TreeSet<>()).add(name);
          }
        }
      }
      return new ExpressionCompiler(this).compile(expression);
    }

    Value value(Expression expression) {
      return new Value(compile(expression).value());
    }

    List<Operand> operands(Set<String> names) {
      var operands = new ArrayList<Operand>();
      for (String name : names) {
        Variable variable = variables.get(name);
        if (variable != null) {
          operands.add(
              new Operand(
                  name, variable.fact(), variable.property(), new Value(variable.value().value())));
        } else if (property(name) != null) {
          operands.add(new Operand(name, selfSlot, name, value(new Tree.Name(name, 0))));
        }
      }
      return operands;
    }

    boolean before(Set<String> names, Set<String> here) {
      var mine = new HashSet<>(names);
      mine.removeIf(name -> variables.containsKey(name) && !here.contains(name));
      return mine.stream().noneMatch(name -> knows(name) || name.equals("this"));
    }

    boolean isProperty(String name) {
      return !variables.containsKey(name) && property(name) != null;
    }
  }
}
