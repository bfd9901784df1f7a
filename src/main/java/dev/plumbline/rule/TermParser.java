package dev.plumbline.rule;

import dev.plumbline.conclusion.CallTable;
import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.fact.Call;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.RecordType.Property;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Turns the text of a condition or of a conclusion's argument into a {@link Term}: names, literals,
 * comparisons of like with like, boolean operators, sums of text, calls of our own types. Whatever
 * it does not know for certain it refuses, and the engine's interpreter evaluates it instead: the
 * two never differ in what they answer, only in how long they take.
 */
final class TermParser {

  /** That an expression is left to the engine's interpreter. */
  static final class NotDirect extends RuntimeException {

    private static final long serialVersionUID = 1;

    NotDirect(String message) {
      super(message, null, false, false);
    }
  }

  private final String text;
  private final Function<String, @Nullable Term> names;
  private int at;

  /**
   * A parser of {@code text}.
   *
   * @param names what a name stands for; null for a name that is not known
   */
  TermParser(String text, Function<String, @Nullable Term> names) {
    this.text = text;
    this.names = names;
  }

  /** The whole text as one term. */
  Term parse() {
    Term term = or();
    skip();
    if (at < text.length()) {
      throw new NotDirect("more after the expression");
    }
    return term;
  }

  /** The arguments of {@code name( … )}, the whole text; for {@code new X( a, b )}. */
  List<Term> parseArguments() {
    expect("(");
    List<Term> arguments = arguments();
    skip();
    if (at < text.length()) {
      throw new NotDirect("more after the arguments");
    }
    return arguments;
  }

  private Term or() {
    Term left = and();
    while (take("||")) {
      Term.Test a = left.asTest();
      Term.Test b = and().asTest();
      left = Term.test((self, tuple, r) -> a.of(self, tuple, r) || b.of(self, tuple, r));
    }
    return left;
  }

  private Term and() {
    Term left = comparison();
    while (take("&&")) {
      Term.Test a = left.asTest();
      Term.Test b = comparison().asTest();
      left = Term.test((self, tuple, r) -> a.of(self, tuple, r) && b.of(self, tuple, r));
    }
    return left;
  }

  private Term comparison() {
    Term left = sum();
    for (String operator : new String[] {"==", "!=", "<=", ">=", "<", ">"}) {
      if (take(operator)) {
        return Comparisons.of(left, operator, sum());
      }
    }
    return left;
  }

  private Term sum() {
    Term left = unary();
    while (true) {
      if (take("+")) {
        left = Comparisons.plus(left, unary());
      } else if (takeMinus()) {
        left = Comparisons.minus(left, unary());
      } else {
        return left;
      }
    }
  }

  private Term unary() {
    skip();
    if (at < text.length() && text.charAt(at) == '!' && !text.startsWith("!=", at)) {
      at++;
      Term.Test test = unary().asTest();
      return Term.test((self, tuple, r) -> !test.of(self, tuple, r));
    }
    return postfix();
  }

  private Term postfix() {
    Term term = primary();
    while (take(".")) {
      String name = name();
      if (take("(")) {
        term = call(term, name, arguments());
      } else {
        term = property(term, name);
      }
    }
    return term;
  }

  private Term primary() {
    skip();
    if (take("(")) {
      Term term = or();
      expect(")");
      return term;
    }
    char first = at < text.length() ? text.charAt(at) : ' ';
    if (first == '"') {
      String literal = literal();
      return Term.of(String.class, (self, tuple, r) -> literal);
    }
    if (Character.isDigit(first)) {
      return number();
    }
    String name = name();
    switch (name) {
      case "null" -> {
        return Term.of(Void.class, (self, tuple, r) -> null);
      }
      case "true" -> {
        return Term.test((self, tuple, r) -> true);
      }
      case "false" -> {
        return Term.test((self, tuple, r) -> false);
      }
      default -> {
        Term known = names.apply(name);
        return known != null ? known : ofType(name);
      }
    }
  }

  /** {@code Type.CONSTANT} or {@code Type.method( … )}. */
  private Term ofType(String type) {
    if (!take(".")) {
      throw new NotDirect("unknown name " + type);
    }
    String member = name();
    if (take("(")) {
      List<Term> arguments = arguments();
      for (Call call : CallTable.METHODS) {
        if (call.isStatic()
            && call.owner().getSimpleName().equals(type)
            && fits(call, member, arguments)) {
          return invoke(call, null, arguments);
        }
      }
    }
    Object constant = CallTable.CONSTANTS.get(type + "." + member);
    if (constant == null) {
      throw new NotDirect("unknown member " + type + "." + member);
    }
    return Term.of(constant.getClass(), (self, tuple, r) -> constant);
  }

  private static Term property(Term of, String name) {
    Property property = property(of.type(), name);
    if (property == null) {
      throw new NotDirect("unknown property " + name);
    }
    return read(property, of.value());
  }

  /** The property of a fact or conclusion type; null when it has none of that name. */
  static @Nullable Property property(Class<?> type, String name) {
    RecordType record = FactTypes.of(type) != null ? FactTypes.of(type) : ConclusionTypes.of(type);
    if (record != null) {
      for (Property property : record.properties()) {
        if (property.name().equals(name)) {
          return property;
        }
      }
    }
    return null;
  }

  /** Reads {@code property} of what {@code owner} yields. */
  static Term read(Property property, Term.Value owner) {
    var number = property.number();
    if (number != null && property.type() == boolean.class) {
      return Term.test(
          (self, tuple, r) -> number.applyAsLong(present(owner.of(self, tuple, r))) != 0);
    }
    if (number != null) {
      return Term.number((self, tuple, r) -> number.applyAsLong(present(owner.of(self, tuple, r))));
    }
    var reader = property.reader();
    return Term.of(
        property.type(), (self, tuple, r) -> reader.apply(present(owner.of(self, tuple, r))));
  }

  private static Object present(@Nullable Object value) {
    if (value == null) {
      throw new NullPointerException("a condition reads a property of something that is null");
    }
    return value;
  }

  private static Term call(Term of, String name, List<Term> arguments) {
    for (Call call : CallTable.METHODS) {
      if (!call.isStatic() && call.owner() == of.type() && fits(call, name, arguments)) {
        return invoke(call, of, arguments);
      }
    }
    if (of.type() == String.class
        && arguments.size() == 1
        && arguments.getFirst().type() == String.class) {
      Term.Value text = of.value();
      Term.Value part = arguments.getFirst().value();
      if (name.equals("startsWith")) {
        return Term.test(
            (self, tuple, r) ->
                ((String) present(text.of(self, tuple, r)))
                    .startsWith((String) present(part.of(self, tuple, r))));
      }
    }
    if (Number.class.isAssignableFrom(of.type())
        && name.equals("intValue")
        && arguments.isEmpty()) {
      Term.Value number = of.value();
      return Term.number(
          (self, tuple, r) -> ((Number) present(number.of(self, tuple, r))).intValue());
    }
    throw new NotDirect("unknown method " + name);
  }

  private static boolean fits(Call call, String name, List<Term> arguments) {
    if (!call.name().equals(name) || call.parameters().size() != arguments.size()) {
      return false;
    }
    for (int i = 0; i < arguments.size(); i++) {
      Class<?> wanted = call.parameters().get(i);
      Class<?> given = arguments.get(i).type();
      boolean number = wanted == int.class || wanted == long.class;
      // What an accumulate collects is known to the engine as an Object or a Collection of its own.
      boolean collected =
          wanted == Collection.class
              && (given == Object.class || Collection.class.isAssignableFrom(given));
      if (number ? given != long.class : !collected && !wanted.isAssignableFrom(given)) {
        return false;
      }
    }
    return true;
  }

  private static Term invoke(Call call, @Nullable Term of, List<Term> arguments) {
    Term.Value self0 = of == null ? (self, tuple, r) -> null : of.value();
    boolean needsSelf = of != null;
    Term.Value a = argument(call, arguments, 0);
    Term.Value b = argument(call, arguments, 1);
    Call.Body body = call.body();
    Term.Value value =
        (self, tuple, r) -> {
          Object owner = self0.of(self, tuple, r);
          return body.apply(
              needsSelf ? present(owner) : owner, a.of(self, tuple, r), b.of(self, tuple, r));
        };
    if (call.result() == boolean.class) {
      return Term.test((self, tuple, r) -> (Boolean) present(value.of(self, tuple, r)));
    }
    if (call.result() == int.class || call.result() == long.class) {
      return Term.number(
          (self, tuple, r) -> ((Number) present(value.of(self, tuple, r))).longValue());
    }
    return Term.of(call.result(), value);
  }

  private static Term.Value argument(Call call, List<Term> arguments, int index) {
    if (index >= arguments.size()) {
      return (self, tuple, r) -> null;
    }
    Term term = arguments.get(index);
    Term.Number number = term.number();
    if (number != null && call.parameters().get(index) == int.class) {
      return (self, tuple, r) -> Math.toIntExact(number.of(self, tuple, r));
    }
    return term.value();
  }

  private List<Term> arguments() {
    var arguments = new ArrayList<Term>();
    if (take(")")) {
      return arguments;
    }
    do {
      arguments.add(or());
    } while (take(","));
    expect(")");
    return arguments;
  }

  private Term number() {
    int start = at;
    while (at < text.length() && Character.isDigit(text.charAt(at))) {
      at++;
    }
    if (at < text.length()
        && (text.charAt(at) == '.'
            || Character.isLetter(text.charAt(at)) && text.charAt(at) != 'L')) {
      throw new NotDirect("not a whole number");
    }
    long number = Long.parseLong(text.substring(start, at));
    take("L");
    return Term.number((self, tuple, r) -> number);
  }

  private String literal() {
    int end = text.indexOf('"', at + 1);
    String literal = end < 0 ? "\\" : text.substring(at + 1, end);
    if (literal.contains("\\")) {
      throw new NotDirect("a text with an escape");
    }
    at = end + 1;
    return literal;
  }

  private String name() {
    skip();
    int start = at;
    while (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at))) {
      at++;
    }
    if (start == at) {
      throw new NotDirect("no name at " + start);
    }
    return text.substring(start, at);
  }

  private boolean takeMinus() {
    skip();
    return take("-");
  }

  private boolean take(String token) {
    skip();
    if (text.startsWith(token, at)) {
      at += token.length();
      return true;
    }
    return false;
  }

  private void expect(String token) {
    if (!take(token)) {
      throw new NotDirect("no " + token + " at " + at);
    }
  }

  private void skip() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }
}
