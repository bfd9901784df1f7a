package dev.plumbline.language;

import dev.plumbline.fact.Call;
import dev.plumbline.fact.Nearest;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Version;
import dev.plumbline.language.Tree.BooleanLiteral;
import dev.plumbline.language.Tree.Expression;
import dev.plumbline.language.Tree.Invoke;
import dev.plumbline.language.Tree.Member;
import dev.plumbline.language.Tree.Name;
import dev.plumbline.language.Tree.Not;
import dev.plumbline.language.Tree.Null;
import dev.plumbline.language.Tree.OneOf;
import dev.plumbline.language.Tree.Operation;
import dev.plumbline.language.Tree.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Infers the type of every expression, and rejects references that rules may not make. */
final class Typing {

  private static final String NAMEABLE =
      "a rule names facts, conclusions and their values alone. Try: a fact or a Parameter.";

  /** The path of what a tag has. */
  static final String TAG_VALUE = "Tags.value";

  private final Map<String, Class<?>> imported;
  private final ComparisonTyping comparisons;
  private final Set<Invoke> tagReads;
  private final LintReport report;

  /**
   * @param tagReads the places where the rule may read a tag as something ({@link TagReads})
   */
  Typing(Map<String, Class<?>> imported, FileWords words, Set<Invoke> tagReads, LintReport report) {
    this.imported = imported;
    this.tagReads = tagReads;
    this.comparisons = new ComparisonTyping(words, report);
    this.report = report;
  }

  TypedValue of(Expression expression, Scope scope) {
    return switch (expression) {
      case Text text -> TypedValue.text(text.value());
      case Tree.Number number -> TypedValue.of(number.whole() ? long.class : double.class);
      case BooleanLiteral truth -> TypedValue.of(boolean.class);
      case Null none -> TypedValue.NULL;
      case Name name -> name(name, scope);
      case Member member -> member(member, scope);
      case Invoke invoke -> invoke(invoke, scope);
      case Not not -> {
        expectBoolean(not.of(), of(not.of(), scope));
        yield TypedValue.of(boolean.class);
      }
      case OneOf oneOf -> {
        TypedValue left = of(oneOf.left(), scope);
        for (Expression each : oneOf.values()) {
          comparisons.checkEquality(
              oneOf.left(), left, "==", each.at(), each, of(each, scope), scope);
        }
        yield TypedValue.of(boolean.class);
      }
      case Operation operation -> operation(operation, scope);
    };
  }

  void test(Expression expression, Scope scope) {
    expectBoolean(expression, of(expression, scope));
    collectAssumptions(expression, scope, true);
  }

  private void expectBoolean(Expression expression, TypedValue value) {
    if (value.isKnown() && !value.isBoolean()) {
      report.error(
          Check.COMPARISON,
          expression.at(),
          key(expression)
              + " is "
              + value.describe()
              + ", not a test. Try: compare it, or bind it.");
    }
  }

  private TypedValue name(Name name, Scope scope) {
    String word = name.name();
    if (word.startsWith("$")) {
      TypedValue value = scope.value(word);
      if (value == null) {
        report.error(
            Check.NAME,
            name.at(),
            word + " is not bound in this rule." + Nearest.didYouMean(word, scope.names()));
        return TypedValue.UNKNOWN;
      }
      scope.use(word);
      return narrow(word, value, scope);
    }
    Class<?> self = self(scope);
    if (self == null) {
      return scope.self() == null ? rejectName(name) : TypedValue.UNKNOWN;
    }
    if (word.equals("this")) {
      return TypedValue.of(self);
    }
    TypedValue property = Types.property(self, word);
    if (property != null) {
      return narrow(word, property, scope);
    }
    if (Types.byName(word) != null || Character.isUpperCase(word.charAt(0))) {
      return rejectName(name);
    }
    report.error(Check.NAME, name.at(), unknownField(self, word));
    return TypedValue.UNKNOWN;
  }

  private static @Nullable Class<?> self(Scope scope) {
    return scope.self();
  }

  private static TypedValue narrow(String key, TypedValue value, Scope scope) {
    return scope.isNonNull(key) ? value.nonNull() : value;
  }

  private TypedValue rejectName(Name name) {
    report.error(Check.NAME, name.at(), name.name() + " cannot be named here: " + NAMEABLE);
    return TypedValue.UNKNOWN;
  }

  private TypedValue member(Member member, Scope scope) {
    Class<?> type = typeName(member.of(), scope);
    if (type != null) {
      TypedValue constant = Types.constant(type, member.name());
      if (constant == null) {
        report.error(
            Check.NAME,
            member.at(),
            type.getSimpleName() + " has no constant " + member.name() + ".");
        return TypedValue.UNKNOWN;
      }
      return constant;
    }
    TypedValue of = of(member.of(), scope);
    if (of.type() == null) {
      return TypedValue.UNKNOWN;
    }
    TypedValue property = Types.property(of.type(), member.name());
    if (property == null) {
      report.error(Check.NAME, member.at(), unknownField(of.type(), member.name()));
      return TypedValue.UNKNOWN;
    }
    comparisons.warnIfNullable(member.of(), of);
    return narrow(key(member), property, scope);
  }

  private TypedValue invoke(Invoke invoke, Scope scope) {
    List<TypedValue> arguments = new ArrayList<>();
    Expression target = invoke.of();
    Class<?> type = target == null ? null : typeName(target, scope);
    boolean isStatic = type != null;
    if (target == null) {
      type = self(scope);
      if (type == null) {
        invoke.arguments().forEach(each -> of(each, scope));
        report.error(
            Check.NAME,
            invoke.at(),
            invoke.name().equals("message")
                ? "message( … ) is not part of another value. Try: a template of the whole text."
                : "there is no " + invoke.name() + " to call here: " + NAMEABLE);
        return TypedValue.UNKNOWN;
      }
    } else if (type == null) {
      TypedValue of = of(target, scope);
      type = of.type();
      if (type != null) {
        comparisons.warnIfNullable(target, of);
      }
    }
    invoke.arguments().forEach(each -> arguments.add(of(each, scope)));
    if (type == null) {
      return TypedValue.UNKNOWN;
    }
    List<Call> calls = Types.methods(type, isStatic);
    for (Call call : calls) {
      if (call.name().equals(invoke.name()) && accepts(call, arguments)) {
        LabelKeys.check(call, invoke, arguments, report);
        checkRead(call, invoke, arguments);
        String path = call.owner() == Tags.class ? TAG_VALUE : null;
        return new TypedValue(call.result(), mayReturnNull(call), path, null);
      }
    }
    TypedValue property =
        isStatic || !arguments.isEmpty() ? null : Types.property(type, invoke.name());
    if (property != null) {
      return property;
    }
    report.error(
        Check.NAME,
        invoke.at(),
        type.getSimpleName()
            + " has no method "
            + invoke.name()
            + "("
            + arguments.stream().map(Typing::simpleTypeName).collect(Collectors.joining(", "))
            + ")."
            + Nearest.didYouMean(
                invoke.name(), calls.stream().map(Call::name).distinct().toList()));
    return TypedValue.UNKNOWN;
  }

  /** What is read from text must be told when it cannot be read. */
  private void checkRead(Call call, Invoke invoke, List<TypedValue> arguments) {
    String read = key(invoke);
    if (call.owner() == Tags.class && TagReads.isKind(call.name()) && !tagReads.contains(invoke)) {
      report.error(
          Check.CONDITION,
          invoke.at(),
          (arguments.getFirst().text() == null
                  ? read + " does not write out which tag it reads"
                  : read + " is not read in the pattern of the fact that has the tag")
              + ", so that a value which cannot be read would go unnoticed. Try: Ami( $"
              + call.name()
              + " : tags."
              + call.name()
              + "( \"…\" ) ), outside of not, exists, forall, or and accumulate.");
    }
    String text = call.owner() == Version.class ? arguments.getFirst().text() : null;
    if (call.owner() == Version.class && call.isStatic()) {
      if (text == null || new Parameter("", "", text).version() == null) {
        report.error(
            Check.COMPARISON,
            invoke.at(),
            read
                + (text == null ? " is of a text that is not written out" : " is not a version")
                + ". Try: Version.of( \"6.1\" ), tags.version( \"…\" ) or the version of a"
                + " Parameter.");
      }
    }
  }

  /** Signatures do not declare nullness: a comparison with null is accepted. */
  private static boolean mayReturnNull(Call call) {
    return !call.result().isPrimitive();
  }

  private static boolean accepts(Call call, List<TypedValue> arguments) {
    if (call.parameters().size() != arguments.size()) {
      return false;
    }
    for (int i = 0; i < arguments.size(); i++) {
      if (!Types.isAssignable(arguments.get(i), call.parameters().get(i), true)) {
        return false;
      }
    }
    return true;
  }

  private TypedValue operation(Operation operation, Scope scope) {
    String operator = operation.operator();
    if (operator.equals("&&") || operator.equals("||")) {
      expectBoolean(operation.left(), of(operation.left(), scope));
      var before = scope.assumptions();
      collectAssumptions(operation.left(), scope, operator.equals("&&"));
      expectBoolean(operation.right(), of(operation.right(), scope));
      scope.assumptions(before);
      return TypedValue.of(boolean.class);
    }
    TypedValue left = of(operation.left(), scope);
    TypedValue right = of(operation.right(), scope);
    return comparisons.check(operation, left, right, scope);
  }

  /** Records what cannot be null if {@code expression} evaluates to {@code holds}. */
  private static void collectAssumptions(Expression expression, Scope scope, boolean holds) {
    if (expression instanceof Not not) {
      collectAssumptions(not.of(), scope, !holds);
    } else if (expression instanceof OneOf oneOf && holds && !oneOf.negated()) {
      scope.assumeNonNull(key(oneOf.left()));
    } else if (expression instanceof Operation operation) {
      String operator = operation.operator();
      if (operator.equals(holds ? "&&" : "||")) {
        collectAssumptions(operation.left(), scope, holds);
        collectAssumptions(operation.right(), scope, holds);
      } else if (operator.equals(holds ? "||" : "&&")) {
        var before = scope.assumptions();
        collectAssumptions(operation.left(), scope, holds);
        var left = scope.assumptions();
        scope.assumptions(before);
        collectAssumptions(operation.right(), scope, holds);
        left.retainAll(scope.assumptions());
        scope.assumptions(before);
        left.forEach(scope::assumeNonNull);
      } else if (operator.equals(holds ? "!=" : "==") && operation.right() instanceof Null) {
        scope.assumeNonNull(key(operation.left()));
      } else if (holds
          && !operator.startsWith("not")
          && !operator.equals("!=")
          && !(operation.right() instanceof Null)) {
        scope.assumeNonNull(key(operation.left()));
      }
    }
  }

  private @Nullable Class<?> typeName(Expression expression, Scope scope) {
    if (!(expression instanceof Name name)
        || name.name().startsWith("$")
        || !Character.isUpperCase(name.name().charAt(0))
        || scope.self() != null && Types.property(scope.self(), name.name()) != null) {
      return null;
    }
    return imported.get(name.name());
  }

  private static String unknownField(Class<?> type, String name) {
    return type.getSimpleName()
        + " has no field "
        + name
        + "."
        + Nearest.didYouMean(name, Types.properties(type));
  }

  static String simpleTypeName(TypedValue value) {
    return value.type() == null ? "?" : value.isNull() ? "null" : value.type().getSimpleName();
  }

  static String key(Expression expression) {
    return switch (expression) {
      case Name name -> name.name();
      case Member member -> key(member.of()) + "." + member.name();
      case Invoke invoke ->
          (invoke.of() == null ? "" : key(invoke.of()) + ".")
              + invoke.name()
              + invoke.arguments().stream()
                  .map(Typing::key)
                  .collect(Collectors.joining(", ", "(", ")"));
      case Text text -> "\"" + text.value() + "\"";
      case Tree.Number number -> number.digits();
      case BooleanLiteral truth -> String.valueOf(truth.value());
      case Null none -> "null";
      case Not not -> "! " + key(not.of());
      case OneOf oneOf -> key(oneOf.left()) + " in ( … )";
      case Operation operation ->
          key(operation.left()) + " " + operation.operator() + " " + key(operation.right());
    };
  }
}
