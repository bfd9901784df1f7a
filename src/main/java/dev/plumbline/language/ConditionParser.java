package dev.plumbline.language;

import dev.plumbline.language.Token.Kind;
import dev.plumbline.language.Tree.Accumulate;
import dev.plumbline.language.Tree.Bound;
import dev.plumbline.language.Tree.Constraint;
import dev.plumbline.language.Tree.Expression;
import dev.plumbline.language.Tree.Function;
import dev.plumbline.language.Tree.Group;
import dev.plumbline.language.Tree.Match;
import dev.plumbline.language.Tree.Node;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

class ConditionParser extends ExpressionParser {

  /** Nesting depth of {@code not}, {@code exists} and {@code forall} without parentheses. */
  private int nesting;

  private int patterns;

  ConditionParser(List<Token> tokens) {
    super(tokens);
  }

  final List<Node> conditions(String end) {
    nesting = 0;
    patterns = 0;
    var conditions = new ArrayList<Node>();
    while (!at(end)) {
      conditions.add(disjunction());
      accept(";");
    }
    return conditions;
  }

  private Node disjunction() {
    Node first = conjunction();
    if (!at("or") && !at("||")) {
      return first;
    }
    int at = peek().at();
    var children = new ArrayList<>(List.of(first));
    while (accept("or") || accept("||")) {
      children.add(conjunction());
    }
    return new Group(Group.Kind.OR, at, children);
  }

  private Node conjunction() {
    Node first = element();
    if (!at("and") && !at("&&")) {
      return first;
    }
    int at = peek().at();
    var children = new ArrayList<>(List.of(first));
    while (accept("and") || accept("&&")) {
      children.add(element());
    }
    return new Group(Group.Kind.AND, at, children);
  }

  private Node element() {
    Token token = peek();
    return switch (token.kind() == Kind.TEXT ? "" : token.text()) {
      case "not" -> group(Group.Kind.NOT);
      case "exists" -> group(Group.Kind.EXISTS);
      case "forall" -> group(Group.Kind.FORALL);
      case "accumulate" -> accumulate();
      case "(" -> {
        advance();
        Node inner = disjunction();
        expect(")");
        yield inner;
      }
      default -> pattern();
    };
  }

  private Group group(Group.Kind kind) {
    int at = advance().at();
    if (!at("(")) {
      if (++nesting > RuleLimits.DEPTH) {
        throw new SyntaxRejection(Check.LIMIT, at, RuleText.tooDeep("conditions"));
      }
      var group = new Group(kind, at, List.of(element()));
      nesting--;
      return group;
    }
    advance();
    var children = new ArrayList<Node>();
    while (!at(")")) {
      children.add(disjunction());
    }
    expect(")");
    return new Group(kind, at, children);
  }

  private Accumulate accumulate() {
    int at = advance().at();
    expect("(");
    var source = new ArrayList<Node>();
    while (!at(";") && !at(",")) {
      source.add(disjunction());
    }
    advance();
    var functions = new ArrayList<Function>();
    do {
      functions.add(function());
    } while (accept(","));
    var tests = new ArrayList<Expression>();
    if (accept(";")) {
      do {
        tests.add(expression());
      } while (accept(","));
    }
    expect(")");
    return new Accumulate(at, source, functions, tests);
  }

  private Function function() {
    if (at("init") || at("action") || at("reverse") || at("result")) {
      throw new SyntaxRejection(
          Check.LANGUAGE,
          peek().at(),
          "code blocks are not supported in accumulate. Try: $n : count( $x ), or a method of"
              + " ours.");
    }
    Bound bound = binding();
    if (bound == null) {
      throw unexpected("a variable for the result, $x : count( $y )");
    }
    Token name = expectWord("a function");
    expect("(");
    Expression of = at(")") ? null : expression();
    expect(")");
    return new Function(bound, name.text(), name.at(), of);
  }

  private @Nullable Bound binding() {
    if (peek().kind() != Kind.WORD || !(peek(1).is(":") || peek(1).is(":="))) {
      return null;
    }
    Token name = advance();
    if (!name.text().startsWith("$")) {
      throw new SyntaxRejection(
          Check.LANGUAGE,
          name.at(),
          name.text() + " is bound without a $. Try: $" + name.text() + ".");
    }
    expect(":");
    return new Bound(name.text(), name.at());
  }

  private Match pattern() {
    Bound bound = binding();
    Token type = peek();
    if (type.kind() != Kind.WORD || RejectedWords.reason(type) != null) {
      throw unexpected("a pattern, such as Ami( id == $ami )");
    }
    if (++patterns > RuleLimits.PATTERNS) {
      throw new SyntaxRejection(
          Check.LIMIT,
          type.at(),
          RuleLimits.exceeded(
              "patterns in a rule", RuleLimits.PATTERNS, "a rule with a conclusion of its own"));
    }
    advance();
    if (at(".")) {
      throw new SyntaxRejection(
          Check.NAME, type.at(), "a type is written by its simple name here. Try: import it.");
    }
    expect("(");
    var constraints = new ArrayList<Constraint>();
    if (!at(")")) {
      do {
        if (constraints.size() == RuleLimits.CONSTRAINTS) {
          throw new SyntaxRejection(
              Check.LIMIT,
              peek().at(),
              RuleLimits.exceeded(
                  "constraints in a pattern", RuleLimits.CONSTRAINTS, "in ( … ), or two rules"));
        }
        constraints.add(constraint());
      } while (accept(","));
    }
    if (at(";")) {
      throw new SyntaxRejection(
          Check.LANGUAGE, peek().at(), "positional arguments are not supported. Try: id == $ami.");
    }
    expect(")");
    return new Match(bound, type.text(), type.at(), constraints);
  }

  private Constraint constraint() {
    Bound bound = binding();
    Expression value = expression();
    if (bound != null
        && !(value instanceof Tree.Name
            || value instanceof Tree.Member
            || value instanceof Tree.Invoke)) {
      throw new SyntaxRejection(
          Check.LANGUAGE,
          bound.at(),
          bound.name() + " is bound and tested at once. Try: bind it first, then test it.");
    }
    return new Constraint(bound, value);
  }
}
