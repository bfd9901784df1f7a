package dev.plumbline.rule;

import java.util.ArrayList;
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
        term = Members.call(term, name, arguments());
      } else {
        term = Members.property(term, name);
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
        if (take("(")) {
          return ofSelf(name);
        }
        Term known = names.apply(name);
        return known != null ? known : ofType(name);
      }
    }
  }

  /** {@code method( … )} of the fact that a condition is about. */
  private Term ofSelf(String method) {
    Term self = names.apply("this");
    if (self == null) {
      throw new NotDirect("a method of nothing: " + method);
    }
    return Members.call(self, method, arguments());
  }

  /** {@code Type.CONSTANT} or {@code Type.method( … )}. */
  private Term ofType(String type) {
    if (!take(".")) {
      throw new NotDirect("unknown name " + type);
    }
    String member = name();
    return take("(")
        ? Members.staticCall(type, member, arguments())
        : Members.constant(type, member);
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
