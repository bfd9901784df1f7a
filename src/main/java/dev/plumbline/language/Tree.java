package dev.plumbline.language;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The syntax tree of rule text. {@code at} is a character offset in the file. */
public final class Tree {

  private Tree() {}

  public record FileNode(List<Import> imports, List<RuleNode> rules) {}

  public record Import(String name, int at) {
    public String simple() {
      return name.substring(name.lastIndexOf('.') + 1);
    }
  }

  public record RuleNode(
      String name,
      int at,
      Map<String, Annotation> annotations,
      List<Node> when,
      Construction then) {}

  public record Annotation(String value, int at) {}

  public record Construction(String type, int at, List<Expression> arguments) {}

  public sealed interface Node permits Match, Group, Accumulate {}

  public record Match(@Nullable Bound bound, String type, int at, List<Constraint> constraints)
      implements Node {}

  public record Bound(String name, int at) {}

  /** One constraint of a pattern: {@code $x : property}, or a test. */
  public record Constraint(@Nullable Bound bound, Expression value) {}

  public record Group(Kind kind, int at, List<Node> children) implements Node {
    public enum Kind {
      NOT,
      EXISTS,
      FORALL,
      AND,
      OR
    }
  }

  public record Accumulate(
      int at, List<Node> source, List<Function> functions, List<Expression> tests)
      implements Node {}

  public record Function(Bound bound, String name, int at, @Nullable Expression of) {}

  public sealed interface Expression
      permits Text, Number, BooleanLiteral, Null, Name, Member, Invoke, Operation, Not, OneOf {
    int at();
  }

  public record Text(String value, int at) implements Expression {}

  public record Number(String digits, int at) implements Expression {
    public boolean whole() {
      return digits.chars().allMatch(Character::isDigit);
    }
  }

  public record BooleanLiteral(boolean value, int at) implements Expression {}

  public record Null(int at) implements Expression {}

  public record Name(String name, int at) implements Expression {}

  public record Member(Expression of, String name, int at) implements Expression {}

  /** A method call; on the matched fact if {@code of} is null. */
  public record Invoke(@Nullable Expression of, String name, int at, List<Expression> arguments)
      implements Expression {}

  public record Operation(Expression left, String operator, int operatorAt, Expression right)
      implements Expression {
    @Override
    public int at() {
      return left.at();
    }
  }

  public record Not(Expression of, int at) implements Expression {}

  public record OneOf(Expression left, boolean negated, List<Expression> values)
      implements Expression {
    @Override
    public int at() {
      return left.at();
    }
  }
}
