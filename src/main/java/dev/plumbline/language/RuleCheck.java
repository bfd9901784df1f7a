package dev.plumbline.language;

import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.fact.Nearest;
import dev.plumbline.fact.RecordType;
import dev.plumbline.language.Tree.Accumulate;
import dev.plumbline.language.Tree.Bound;
import dev.plumbline.language.Tree.Constraint;
import dev.plumbline.language.Tree.Expression;
import dev.plumbline.language.Tree.Function;
import dev.plumbline.language.Tree.Group;
import dev.plumbline.language.Tree.Match;
import dev.plumbline.language.Tree.Node;
import dev.plumbline.language.Tree.RuleNode;
import dev.plumbline.language.Tree.Text;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Checks one rule: names, comparisons, bindings and the conclusion. */
final class RuleCheck {

  private static final List<String> FUNCTIONS =
      List.of("average", "collectList", "collectSet", "count", "max", "min", "sum");

  private final RuleNode rule;
  private final Map<String, Class<?>> imported;
  private final FileWords words;
  private final LintReport report;
  private final Typing typing;

  RuleCheck(RuleNode rule, Map<String, Class<?>> imported, FileWords words, LintReport report) {
    this.rule = rule;
    this.imported = imported;
    this.words = words;
    this.report = report;
    this.typing = new Typing(imported, words, TagReads.of(rule), report);
  }

  void run() {
    var scope = new Scope();
    rule.when().forEach(node -> check(node, scope));
    checkConclusion(scope);
    warnUnused(scope);
  }

  private void check(Node node, Scope scope) {
    switch (node) {
      case Match match -> checkPattern(match, scope);
      case Group group -> checkGroup(group, scope);
      case Accumulate accumulate -> checkAccumulate(accumulate, scope);
    }
  }

  private void checkGroup(Group group, Scope scope) {
    switch (group.kind()) {
      case AND -> group.children().forEach(child -> check(child, scope));
      case OR -> {
        var branches = new ArrayList<Scope>();
        for (Node child : group.children()) {
          Scope branch = scope.nested();
          check(child, branch);
          branches.add(branch);
        }
        Set<String> shared = new TreeSet<>(branches.getFirst().names());
        branches.forEach(branch -> shared.retainAll(branch.names()));
        shared.removeAll(scope.names());
        for (String name : shared) {
          TypedValue value = branches.getFirst().value(name);
          scope.bind(name, group.at(), value == null ? TypedValue.UNKNOWN : value);
          branches.forEach(branch -> branch.use(name));
        }
        branches.forEach(this::warnUnused);
      }
      case NOT, EXISTS, FORALL -> {
        Scope inner = scope.nested();
        group.children().forEach(child -> check(child, inner));
        warnUnused(inner);
        if (group.kind() == Group.Kind.FORALL && !(group.children().getFirst() instanceof Match)) {
          report.error(
              Check.LANGUAGE,
              group.at(),
              "forall begins with the pattern it ranges over. Try: not( A() and not B()" + " ).");
        }
      }
    }
  }

  private void checkAccumulate(Accumulate accumulate, Scope scope) {
    Scope inner = scope.nested();
    accumulate.source().forEach(child -> check(child, inner));
    if (Normalizer.countAlternatives(accumulate.source(), 2) > 1) {
      report.error(
          Check.LANGUAGE,
          accumulate.at(),
          "or cannot be used here: a match of both sides would be counted twice. Try: || within"
              + " one pattern, or a rule that concludes what to count.");
    }
    for (Function function : accumulate.functions()) {
      TypedValue of = function.of() == null ? null : typing.of(function.of(), inner);
      if (!FUNCTIONS.contains(function.name())) {
        report.error(
            Check.NAME,
            function.at(),
            "there is no function "
                + function.name()
                + " to accumulate with."
                + Nearest.didYouMean(function.name(), FUNCTIONS));
      }
      bind(function.bound(), result(function, of), scope);
    }
    warnUnused(inner);
    accumulate.tests().forEach(test -> typing.test(test, scope));
  }

  private TypedValue result(Function function, @Nullable TypedValue of) {
    boolean sums = function.name().equals("sum") || function.name().equals("average");
    if (sums && of != null && of.isKnown() && !of.isNumber()) {
      report.error(
          Check.COMPARISON,
          function.at(),
          function.name() + " adds numbers, and this is " + of.describe() + ". Try: count.");
    }
    return switch (function.name()) {
      case "count" -> TypedValue.of(Long.class);
      case "sum", "average" -> TypedValue.of(Number.class);
      case "min", "max" -> of == null || of.isNumber() ? TypedValue.of(Number.class) : of.nonNull();
      case "collectList", "collectSet" -> TypedValue.of(Collection.class);
      default -> TypedValue.UNKNOWN;
    };
  }

  private void checkPattern(Match match, Scope scope) {
    Class<?> type = type(match.type(), match.at());
    if (type != null && !Types.isPatternType(type)) {
      report.error(
          Check.NAME,
          match.at(),
          match.type()
              + " is neither a fact nor a conclusion, so none ever exists. Try: a fact that has"
              + " one.");
      type = null;
    }
    Scope patternScope = scope.pattern(type);
    if (type == null) {
      match.constraints().forEach(each -> bindUnknown(each.bound(), scope));
      bindUnknown(match.bound(), scope);
      return;
    }
    for (Constraint constraint : match.constraints()) {
      if (constraint.bound() == null) {
        typing.test(constraint.value(), patternScope);
      } else {
        bind(constraint.bound(), typing.of(constraint.value(), patternScope), patternScope);
      }
    }
    for (Constraint constraint : match.constraints()) {
      Bound bound = constraint.bound();
      if (bound != null && patternScope.isNonNull(Typing.key(constraint.value()))) {
        patternScope.markNonNull(bound.name());
      }
    }
    if (match.bound() != null) {
      bind(match.bound(), TypedValue.of(type), patternScope);
    }
    patternScope.exportBindings();
    new Contradictions(report).check(match);
  }

  private void bindUnknown(@Nullable Bound bound, Scope scope) {
    if (bound != null) {
      scope.bind(bound.name(), bound.at(), TypedValue.UNKNOWN);
    }
  }

  private void bind(Bound bound, TypedValue value, Scope scope) {
    if (!scope.bind(bound.name(), bound.at(), value)) {
      report.error(
          Check.NAME,
          bound.at(),
          bound.name() + " is bound twice. Try: give one of them another name.");
    }
  }

  private @Nullable Class<?> type(String name, int at) {
    Class<?> type = imported.get(name);
    if (type == null) {
      Class<?> known = Types.byName(name);
      report.error(
          Check.NAME,
          at,
          known != null
              ? name + " is not imported. Try: import " + Types.importName(known)
              : "there is no type " + name + "." + Nearest.didYouMean(name, Types.names()));
    }
    return type;
  }

  private void checkConclusion(Scope scope) {
    List<TypedValue> arguments =
        rule.then().arguments().stream().map(each -> typing.of(each, scope)).toList();
    int at = rule.then().at();
    String name = rule.then().type();
    Class<?> type = type(name, at);
    if (type == null) {
      return;
    }
    RecordType record = ConclusionTypes.of(type);
    if (record == null) {
      report.error(
          Check.CONCLUSION,
          at,
          name
              + " is not a conclusion: a rule makes nothing else. "
              + Nearest.suggestion(
                  name, ConclusionTypes.ALL.stream().map(RecordType::name).toList()));
      return;
    }
    List<RecordType.Property> components = record.components();
    boolean fits = components.size() == arguments.size();
    for (int i = 0; fits && i < arguments.size(); i++) {
      fits = Types.isAssignable(arguments.get(i), components.get(i).type(), true);
    }
    if (!fits) {
      report.error(Check.CONCLUSION, at, signatureMismatch(record, arguments));
      return;
    }
    for (int i = 0; i < arguments.size(); i++) {
      checkComponent(record, components.get(i), arguments.get(i), rule.then().arguments().get(i));
    }
  }

  private void checkComponent(
      RecordType record, RecordType.Property component, TypedValue value, Expression argument) {
    words.addConcluded(record.name() + "." + component.name(), value);
    if (!component.nullable() && value.isNull()) {
      report.error(
          Check.CONCLUSION,
          argument.at(),
          record.name() + "." + component.name() + " is never null. Try: another conclusion.");
    }
    String id = rule.annotations().containsKey("Id") ? rule.annotations().get("Id").value() : "";
    boolean isRuleId =
        argument instanceof Tree.Name variable && variable.name().startsWith("$")
            || argument instanceof Text text && text.value().equals(id);
    if (component.name().equals("rule") && !id.isEmpty() && !isRuleId) {
      report.error(
          Check.CONCLUSION,
          argument.at(),
          record.name()
              + " names "
              + Typing.key(argument)
              + " as its rule, which is @Id(\""
              + id
              + "\"). Try: write \""
              + id
              + "\" here.");
    }
  }

  private static String signatureMismatch(RecordType record, List<TypedValue> arguments) {
    return record.name()
        + record.components().stream()
            .map(p -> p.type().getSimpleName() + " " + p.name())
            .collect(Collectors.joining(", ", " takes (", "), not ("))
        + arguments.stream().map(Typing::simpleTypeName).collect(Collectors.joining(", "))
        + ").";
  }

  private void warnUnused(Scope scope) {
    scope
        .unused()
        .forEach(
            (name, at) ->
                report.warning(
                    Check.CONDITION,
                    at,
                    name + " is bound and never used. Try: use it in a condition, or delete it."));
  }
}
