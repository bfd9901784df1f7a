package dev.plumbline.why;

import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.RecordType;
import dev.plumbline.language.Rule;
import dev.plumbline.language.RuleText;
import dev.plumbline.language.Tree;
import dev.plumbline.language.Tree.Expression;
import dev.plumbline.why.Condition.Bind;
import dev.plumbline.why.Condition.Fold;
import dev.plumbline.why.Condition.Step;
import dev.plumbline.why.Condition.Test;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

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
    var expressions = new Expressions(names);
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
              expressions.of(argument),
              of instanceof Tree.Name name ? names.variable(name.name()) : -1,
              prefix,
              argument instanceof Tree.Text
                  || argument instanceof Tree.Number
                  || argument instanceof Tree.Truth
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
      case Tree.Gather gather -> gather(gather, names);
    };
  }

  private Condition match(Tree.Match match, Names outer) {
    RecordType fact = FactTypes.named(match.type());
    RecordType type =
        fact != null ? fact : Objects.requireNonNull(ConclusionTypes.named(match.type()));
    int slot = outer.slot();
    Names names = outer.of(type, slot);
    if (match.bound() != null) {
      outer.name(match.bound().name(), slot);
    }
    // What is bound may be named before the place where it is bound; what is worked out may not be
    // there for what fails a test.
    var expressions = new Expressions(names);
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
        Eval value = expressions.of(constraint.value());
        boolean itself = constraint.value() instanceof Tree.Name of && of.name().equals("this");
        String property =
            constraint.value() instanceof Tree.Name of && names.isProperty(of.name())
                ? of.name()
                : null;
        int bound = names.bind(name, itself || property != null ? slot : -1, property);
        boolean first = itself || property != null || tested.contains(name);
        (first ? steps : last)
            .add(
                new Bind(
                    name + " : " + Expressions.text(constraint.value()),
                    name,
                    bound,
                    property,
                    value));
      }
    }
    for (Tree.Constraint constraint : match.constraints()) {
      if (constraint.bound() == null) {
        tests.add(test(constraint.value(), names, here));
      }
    }
    steps.addAll(tests);
    steps.addAll(last);
    return new Condition.One(type, slot, List.copyOf(steps), text.line(match.at()));
  }

  private Test test(Expression expression, Names names, Set<String> here) {
    var expressions = new Expressions(names);
    var named = new LinkedHashSet<String>();
    collect(expression, named);
    String key = null;
    Eval required = null;
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
          required = expressions.of(right);
        }
        Expression swap = left;
        left = right;
        right = swap;
      }
    }
    return new Test(
        Expressions.text(expression),
        expression,
        expressions.of(expression),
        names.operands(named),
        key,
        required);
  }

  private Condition gather(Tree.Gather gather, Names names) {
    Names inner = names.inner();
    List<Condition> source = conditions(gather.source(), inner);
    var folds = new ArrayList<Fold>();
    for (Tree.Function function : gather.functions()) {
      Expression of = function.of();
      Eval value = of == null ? null : new Expressions(inner).of(of);
      String name = function.bound().name();
      folds.add(new Fold(name, names.bind(name, -1, null), function.name(), value));
    }
    List<Test> tests =
        gather.tests().stream().map(each -> test(each, names, new HashSet<>())).toList();
    return new Condition.Gather(source, List.copyOf(folds), tests, text.line(gather.at()));
  }

  /** Whether a method of the fact at hand is called. */
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
}
