package dev.plumbline.language;

import dev.plumbline.fact.Call;
import dev.plumbline.fact.Nearest;
import dev.plumbline.language.Tree.Expression;
import dev.plumbline.language.Tree.Invoke;
import dev.plumbline.language.Tree.Member;
import dev.plumbline.language.Tree.Name;
import dev.plumbline.language.Tree.Not;
import dev.plumbline.language.Tree.Null;
import dev.plumbline.language.Tree.OneOf;
import dev.plumbline.language.Tree.Operation;
import dev.plumbline.language.Tree.Text;
import dev.plumbline.language.Tree.Truth;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds the type of every expression, and refuses what names something that rules may not name. */
final class Typing {

  private static final String ONLY =
      "a rule names facts, conclusions and their values alone. Maybe a fact or a Parameter tells"
          + " it.";

  private final Map<String, Class<?>> imported;
  private final Vocabulary vocabulary;
  private final ComparisonTyping comparing;
  private final LintReport report;

  Typing(Map<String, Class<?>> imported, Vocabulary vocabulary, LintReport report) {
    this.imported = imported;
    this.vocabulary = vocabulary;
    this.comparing = new ComparisonTyping(vocabulary, report);
    this.report = report;
  }

  /** The type of an expression, a test included. */
  TypedValue of(Expression expression, Scope scope) {
    return switch (expression) {
      case Text text -> TypedValue.text(text.value());
      case Tree.Number number -> TypedValue.of(number.whole() ? long.class : double.class);
      case Truth truth -> TypedValue.of(boolean.class);
      case Null none -> TypedValue.NULL;
      case Name name -> name(name, scope);
      case Member member -> member(member, scope);
      case Invoke invoke -> invoke(invoke, scope);
      case Not not -> {
        truth(not.of(), of(not.of(), scope));
        yield TypedValue.of(boolean.class);
      }
      case OneOf oneOf -> {
        TypedValue left = of(oneOf.left(), scope);
        for (Expression each : oneOf.values()) {
          comparing.equality(oneOf.left(), left, "==", each.at(), each, of(each, scope), scope);
        }
        yield TypedValue.of(boolean.class);
      }
      case Operation operation -> operation(operation, scope);
    };
  }

  /** An expression that must be true or false. */
  void test(Expression expression, Scope scope) {
    truth(expression, of(expression, scope));
    guards(expression, scope, true);
  }

  private void truth(Expression expression, TypedValue value) {
    if (value.known() && !value.truth()) {
      report.error(
          Check.COMPARISON,
          expression.at(),
          key(expression) + " is " + value.shown() + ", not a test. Maybe compare it, or bind it.");
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
            word + " is not bound in this rule." + Nearest.hint(word, scope.names()));
        return TypedValue.UNKNOWN;
      }
      scope.use(word);
      return guarded(word, value, scope);
    }
    Class<?> self = self(scope);
    if (self == null) {
      return scope.self() == null ? unknown(name) : TypedValue.UNKNOWN;
    }
    if (word.equals("this")) {
      return TypedValue.of(self);
    }
    TypedValue property = Types.property(self, word);
    if (property != null) {
      return guarded(word, property, scope);
    }
    if (Types.named(word) != null || Character.isUpperCase(word.charAt(0))) {
      return unknown(name);
    }
    report.error(Check.NAME, name.at(), noField(self, word));
    return TypedValue.UNKNOWN;
  }

  private static @Nullable Class<?> self(Scope scope) {
    return scope.self();
  }

  private static TypedValue guarded(String key, TypedValue value, Scope scope) {
    return scope.isPresent(key) ? value.present() : value;
  }

  private TypedValue unknown(Name name) {
    report.error(Check.NAME, name.at(), name.name() + " cannot be named here: " + ONLY);
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
      report.error(Check.NAME, member.at(), noField(of.type(), member.name()));
      return TypedValue.UNKNOWN;
    }
    comparing.readsPresent(member.of(), of);
    return guarded(key(member), property, scope);
  }

  private TypedValue invoke(Invoke invoke, Scope scope) {
    List<TypedValue> given = new ArrayList<>();
    Expression on = invoke.of();
    Class<?> type = on == null ? null : typeName(on, scope);
    boolean onType = type != null;
    if (on == null) {
      type = self(scope);
      if (type == null) {
        invoke.arguments().forEach(each -> of(each, scope));
        report.error(
            Check.NAME, invoke.at(), "there is no " + invoke.name() + " to call here: " + ONLY);
        return TypedValue.UNKNOWN;
      }
    } else if (type == null) {
      TypedValue of = of(on, scope);
      type = of.type();
      if (type != null) {
        comparing.readsPresent(on, of);
      }
    }
    invoke.arguments().forEach(each -> given.add(of(each, scope)));
    if (type == null) {
      return TypedValue.UNKNOWN;
    }
    List<Call> calls = Types.methods(type, onType);
    for (Call call : calls) {
      if (call.name().equals(invoke.name()) && fits(call, given)) {
        vocabulary.arguments(call, invoke, given, report);
        return new TypedValue(call.result(), maybeNull(call), null, null);
      }
    }
    TypedValue property = onType || !given.isEmpty() ? null : Types.property(type, invoke.name());
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
            + given.stream().map(Typing::simple).collect(Collectors.joining(", "))
            + ")."
            + Nearest.hint(invoke.name(), calls.stream().map(Call::name).distinct().toList()));
    return TypedValue.UNKNOWN;
  }

  /** That a method may return null is not told by its type; a comparison with null is fine. */
  private static boolean maybeNull(Call call) {
    return !call.result().isPrimitive();
  }

  private static boolean fits(Call call, List<TypedValue> given) {
    if (call.parameters().size() != given.size()) {
      return false;
    }
    for (int i = 0; i < given.size(); i++) {
      if (!Types.fits(given.get(i), call.parameters().get(i), true)) {
        return false;
      }
    }
    return true;
  }

  private TypedValue operation(Operation operation, Scope scope) {
    String operator = operation.operator();
    if (operator.equals("&&") || operator.equals("||")) {
      truth(operation.left(), of(operation.left(), scope));
      var before = scope.presence();
      guards(operation.left(), scope, operator.equals("&&"));
      truth(operation.right(), of(operation.right(), scope));
      scope.presence(before);
      return TypedValue.of(boolean.class);
    }
    TypedValue left = of(operation.left(), scope);
    TypedValue right = of(operation.right(), scope);
    return comparing.of(operation, left, right, scope);
  }

  /** Notes what cannot be null once {@code expression} is {@code truth}. */
  private static void guards(Expression expression, Scope scope, boolean truth) {
    if (expression instanceof Not not) {
      guards(not.of(), scope, !truth);
    } else if (expression instanceof OneOf oneOf && truth && !oneOf.negated()) {
      scope.present(key(oneOf.left()));
    } else if (expression instanceof Operation operation) {
      String operator = operation.operator();
      if (operator.equals(truth ? "&&" : "||")) {
        guards(operation.left(), scope, truth);
        guards(operation.right(), scope, truth);
      } else if (operator.equals(truth ? "||" : "&&")) {
        var before = scope.presence();
        guards(operation.left(), scope, truth);
        var left = scope.presence();
        scope.presence(before);
        guards(operation.right(), scope, truth);
        left.retainAll(scope.presence());
        scope.presence(before);
        left.forEach(scope::present);
      } else if (operator.equals(truth ? "!=" : "==") && operation.right() instanceof Null) {
        scope.present(key(operation.left()));
      } else if (truth
          && !operator.startsWith("not")
          && !operator.equals("!=")
          && !(operation.right() instanceof Null)) {
        scope.present(key(operation.left()));
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

  private static String noField(Class<?> type, String name) {
    return type.getSimpleName()
        + " has no field "
        + name
        + "."
        + Nearest.hint(name, Types.properties(type));
  }

  static String simple(TypedValue value) {
    return value.type() == null ? "?" : value.isNull() ? "null" : value.type().getSimpleName();
  }

  /** The text of an expression that names something; empty when it is none. */
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
      case Truth truth -> String.valueOf(truth.value());
      case Null none -> "null";
      case Not not -> "! " + key(not.of());
      case OneOf oneOf -> key(oneOf.left()) + " in ( … )";
      case Operation operation ->
          key(operation.left()) + " " + operation.operator() + " " + key(operation.right());
    };
  }
}
