package dev.plumbline.language;

import dev.plumbline.language.Token.Kind;
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
import java.util.Set;

/** Parses expressions: the supported subset of operators, calls and literals. */
class ExpressionParser extends TokenCursor {

  private static final Set<String> EQUALITY = Set.of("==", "!=");
  private static final Set<String> ORDER = Set.of("<", "<=", ">", ">=");
  private static final Set<String> WORD_OPERATORS = Set.of("matches", "contains", "memberOf");

  private int nesting;
  private int operators;

  ExpressionParser(List<Token> tokens) {
    super(tokens);
  }

  final Expression expression() {
    if (nesting++ == 0) {
      operators = 0;
    }
    try {
      return or();
    } finally {
      nesting--;
    }
  }

  private Token operator() {
    // Evaluation recurses as deep.
    if (++operators > RuleLimits.TERMS) {
      throw new SyntaxRejection(
          Check.LIMIT,
          peek().at(),
          RuleLimits.exceeded(
              "operators, calls and members in an expression",
              RuleLimits.TERMS,
              "in ( … ), or two rules"));
    }
    return advance();
  }

  private Expression or() {
    Expression left = and();
    while (at("||")) {
      Token sign = operator();
      left = new Operation(left, "||", sign.at(), and());
    }
    return left;
  }

  private Expression and() {
    Expression left = comparison();
    while (at("&&")) {
      Token sign = operator();
      left = new Operation(left, "&&", sign.at(), comparison());
    }
    return left;
  }

  private Expression comparison() {
    if (EQUALITY.contains(peek().text()) || ORDER.contains(peek().text())) {
      throw new SyntaxRejection(
          Check.LANGUAGE,
          peek().at(),
          peek().text() + " has nothing before it. Try: repeat the left side.");
    }
    Expression left = sum();
    Token token = peek();
    if (token.kind() == Kind.SIGN
        && (EQUALITY.contains(token.text()) || ORDER.contains(token.text()))) {
      advance();
      return new Operation(left, token.text(), token.at(), sum());
    }
    if (token.kind() != Kind.WORD) {
      return left;
    }
    boolean negated = token.is("not");
    Token operator = negated ? peek(1) : token;
    if (operator.is("in")) {
      accept("not");
      advance();
      return new OneOf(left, negated, valueList());
    }
    if (WORD_OPERATORS.contains(operator.text()) && operator.kind() == Kind.WORD
        || operator.is("str")) {
      accept("not");
      advance();
      String name = operator.text();
      if (operator.is("str")) {
        expect("[");
        name = "str[" + expectWord("startsWith").text() + "]";
        expect("]");
      }
      return new Operation(left, negated ? "not " + name : name, operator.at(), sum());
    }
    return left;
  }

  private List<Expression> valueList() {
    expect("(");
    var values = new ArrayList<Expression>();
    do {
      values.add(sum());
    } while (accept(","));
    expect(")");
    return values;
  }

  private Expression sum() {
    Expression left = product();
    while (at("+") || at("-")) {
      Token sign = operator();
      left = new Operation(left, sign.text(), sign.at(), product());
    }
    return left;
  }

  private Expression product() {
    Expression left = unary();
    while (at("*") || at("/") || at("%")) {
      Token sign = operator();
      left = new Operation(left, sign.text(), sign.at(), unary());
    }
    return left;
  }

  private Expression unary() {
    if (at("!")) {
      var signs = new ArrayList<Token>();
      while (at("!")) {
        signs.add(advance());
        if (signs.size() > RuleLimits.DEPTH) {
          throw new SyntaxRejection(
              Check.LIMIT, signs.getFirst().at(), RuleText.tooDeep("! signs"));
        }
      }
      Expression value = unary();
      for (Token sign : signs.reversed()) {
        value = new Not(value, sign.at());
      }
      return value;
    }
    if (at("-") && peek(1).kind() == Kind.NUMBER) {
      Token sign = advance();
      return new Tree.Number("-" + advance().text(), sign.at());
    }
    return postfix();
  }

  private Expression postfix() {
    Expression value = primary();
    while (at(".")) {
      operator();
      Token name = expectWord("a name");
      value =
          at("(")
              ? new Invoke(value, name.text(), name.at(), arguments())
              : new Member(value, name.text(), name.at());
    }
    return value;
  }

  private Expression primary() {
    Token token = peek();
    switch (token.kind()) {
      case TEXT -> {
        advance();
        return new Text(token.text(), token.at());
      }
      case NUMBER -> {
        advance();
        if (!token.text().matches("[0-9]+(\\.[0-9]+)?L?")) {
          throw new SyntaxRejection(
              Check.LANGUAGE, token.at(), token.text() + " is not a number that rules support.");
        }
        return new Tree.Number(token.text().replace("L", ""), token.at());
      }
      case WORD -> {
        if (RejectedWords.reason(token) != null && reserved(token)) {
          throw unexpected("a value");
        }
        advance();
        return switch (token.text()) {
          case "null" -> new Null(token.at());
          case "true" -> new BooleanLiteral(true, token.at());
          case "false" -> new BooleanLiteral(false, token.at());
          default ->
              at("(")
                  ? new Invoke(null, token.text(), token.at(), arguments())
                  : new Name(token.text(), token.at());
        };
      }
      default -> {
        if (accept("(")) {
          Expression inner = expression();
          expect(")");
          return inner;
        }
        throw unexpected("a value");
      }
    }
  }

  /** Whether the keyword cannot be a property name here; {@code duration} can. */
  private boolean reserved(Token token) {
    return peek(1).kind() == Kind.WORD
            && !WORD_OPERATORS.contains(peek(1).text())
            && !peek(1).is("in")
            && !peek(1).is("not")
            && !peek(1).is("str")
        || Set.of("eval", "new", "def", "isdef", "with", "function").contains(token.text());
  }

  final List<Expression> arguments() {
    expect("(");
    var arguments = new ArrayList<Expression>();
    if (accept(")")) {
      return arguments;
    }
    do {
      arguments.add(expression());
    } while (accept(","));
    expect(")");
    return arguments;
  }
}
