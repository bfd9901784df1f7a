package dev.plumbline.rule.lint;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rule text as it was read. Places count characters from the beginning of the file. */
final class Tree {

  private Tree() {}

  /** A file. */
  record FileNode(List<Import> imports, List<RuleNode> rules) {}

  /** An import of one type. */
  record Import(String name, int at) {
    String simple() {
      return name.substring(name.lastIndexOf('.') + 1);
    }
  }

  /** A rule, with one conclusion. */
  record RuleNode(
      String name, int at, Map<String, Annotation> annotations, List<Node> when, Made then) {}

  /** One of a rule's annotations. */
  record Annotation(String value, int at) {}

  /** {@code new X( … )}. */
  record Made(String type, int at, List<Expression> arguments) {}

  /** A part of the conditions. */
  sealed interface Node permits Match, Group, Gather {}

  /** {@code $x : Type( … )}. */
  record Match(@Nullable Bound bound, String type, int at, List<Constraint> constraints)
      implements Node {}

  /** A variable where it is bound. */
  record Bound(String name, int at) {}

  /** One constraint of a pattern: {@code $x : property}, or a test. */
  record Constraint(@Nullable Bound bound, Expression value) {}

  /** Conditions with a word about them all. */
  record Group(Kind kind, int at, List<Node> children) implements Node {
    enum Kind {
      NOT,
      EXISTS,
      FORALL,
      AND,
      OR
    }
  }

  /** {@code accumulate( … ; functions; tests )}. */
  record Gather(int at, List<Node> source, List<Function> functions, List<Expression> tests)
      implements Node {}

  /** {@code $n : count( $x )}. */
  record Function(Bound bound, String name, int at, @Nullable Expression of) {}

  /** A value. */
  sealed interface Expression
      permits Text, Number, Truth, Null, Name, Member, Invoke, Operation, Not, OneOf {
    int at();
  }

  record Text(String value, int at) implements Expression {}

  record Number(String digits, int at) implements Expression {
    boolean whole() {
      return digits.chars().allMatch(Character::isDigit);
    }
  }

  record Truth(boolean value, int at) implements Expression {}

  record Null(int at) implements Expression {}

  record Name(String name, int at) implements Expression {}

  record Member(Expression of, String name, int at) implements Expression {}

  /** A call; of the fact at hand when {@code of} is null. */
  record Invoke(@Nullable Expression of, String name, int at, List<Expression> arguments)
      implements Expression {}

  record Operation(Expression left, String operator, int operatorAt, Expression right)
      implements Expression {
    @Override
    public int at() {
      return left.at();
    }
  }

  record Not(Expression of, int at) implements Expression {}

  /** {@code x in ( a, b )}. */
  record OneOf(Expression left, boolean negated, List<Expression> values) implements Expression {
    @Override
    public int at() {
      return left.at();
    }
  }
}
