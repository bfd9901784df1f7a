package dev.plumbline.language;

import dev.plumbline.language.Tree.Accumulate;
import dev.plumbline.language.Tree.Constraint;
import dev.plumbline.language.Tree.Expression;
import dev.plumbline.language.Tree.Group;
import dev.plumbline.language.Tree.Invoke;
import dev.plumbline.language.Tree.Match;
import dev.plumbline.language.Tree.Member;
import dev.plumbline.language.Tree.Name;
import dev.plumbline.language.Tree.Node;
import dev.plumbline.language.Tree.Not;
import dev.plumbline.language.Tree.OneOf;
import dev.plumbline.language.Tree.Operation;
import dev.plumbline.language.Tree.RuleNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How large a rule becomes once {@code or} and {@code forall} are rewritten and variables are
 * replaced with what they are bound to. It is computed, never written out: twenty lines can stand
 * for a million ways.
 */
final class Expansion {

  private static final long MAX = Integer.MAX_VALUE;

  /**
   * @param ways in which the conditions can hold
   * @param patterns in all of them together
   */
  private record Size(long ways, long patterns) {

    static final Size NOTHING = new Size(1, 0);

    Size and(Size other) {
      return new Size(
          Math.min(MAX, ways * other.ways),
          Math.min(MAX, patterns * other.ways + other.patterns * ways));
    }

    Size or(Size other) {
      return new Size(Math.min(MAX, ways + other.ways), Math.min(MAX, patterns + other.patterns));
    }

    /** One condition, whatever it is made of. */
    Size once() {
      return new Size(1, patterns + 1);
    }
  }

  private final RuleNode rule;
  private final LintReport report;
  private final Map<String, Long> terms = new HashMap<>();

  private Expansion(RuleNode rule, LintReport report) {
    this.rule = rule;
    this.report = report;
  }

  /** Whether the rule stays within the limits; else an error is reported. */
  static boolean isWithinLimits(RuleNode rule, LintReport report) {
    var expansion = new Expansion(rule, report);
    return expansion.hasFewWays() && expansion.hasShortExpressions();
  }

  private boolean hasFewWays() {
    Size size = of(rule.when());
    long most =
        Math.max(size.ways(), rule.when().stream().mapToLong(Expansion::inner).max().orElse(1));
    if (most > RuleLimits.ALTERNATIVES) {
      exceeds(
          rule.at(),
          RuleLimits.exceeded(
              "ways in which rule \"" + rule.name() + "\" can hold",
              most,
              RuleLimits.ALTERNATIVES,
              "a rule with a conclusion of its own for some of them"));
      return false;
    }
    long patterns = size.patterns() * (1 + TagReads.of(rule).size());
    if (patterns > RuleLimits.EXPANDED_PATTERNS) {
      exceeds(
          rule.at(),
          RuleLimits.exceeded(
              "patterns in all ways in which rule \"" + rule.name() + "\" can hold",
              patterns,
              RuleLimits.EXPANDED_PATTERNS,
              "a rule with a conclusion of its own for some of them"));
      return false;
    }
    return true;
  }

  private static Size of(List<Node> nodes) {
    Size size = Size.NOTHING;
    for (Node each : nodes) {
      size = size.and(of(each));
    }
    return size;
  }

  private static Size of(Node node) {
    return switch (node) {
      case Match match -> new Size(1, 1);
      case Accumulate accumulate -> of(accumulate.source()).once();
      case Group group ->
          switch (group.kind()) {
            case AND -> of(group.children());
            case OR -> group.children().stream().map(Expansion::of).reduce(Size::or).orElseThrow();
            case NOT, EXISTS, FORALL -> of(group.children()).once();
          };
    };
  }

  /** The most ways in which a condition within {@code node} can hold. */
  private static long inner(Node node) {
    return switch (node) {
      case Match match -> 1;
      case Accumulate accumulate -> inner(accumulate.source());
      case Group group ->
          Math.max(
              group.kind() == Group.Kind.OR ? of(node).ways() : of(group.children()).ways(),
              inner(group.children()));
    };
  }

  private static long inner(List<Node> nodes) {
    return nodes.stream().mapToLong(Expansion::inner).max().orElse(1);
  }

  private boolean hasShortExpressions() {
    return rule.when().stream().allMatch(this::isShort)
        && rule.then().arguments().stream().allMatch(this::isShort);
  }

  private boolean isShort(Node node) {
    return switch (node) {
      case Match match -> match.constraints().stream().allMatch(this::isShort);
      case Group group -> group.children().stream().allMatch(this::isShort);
      case Accumulate accumulate ->
          accumulate.source().stream().allMatch(this::isShort)
              && accumulate.functions().stream()
                  .allMatch(each -> each.of() == null || isShort(each.of()))
              && accumulate.tests().stream().allMatch(this::isShort);
    };
  }

  private boolean isShort(Constraint constraint) {
    if (constraint.bound() != null) {
      terms.merge(constraint.bound().name(), terms(constraint.value()), Math::max);
    }
    return isShort(constraint.value());
  }

  private boolean isShort(Expression expression) {
    long size = terms(expression);
    if (size <= RuleLimits.EXPANDED_TERMS) {
      return true;
    }
    exceeds(
        expression.at(),
        RuleLimits.exceeded(
            "terms of an expression whose variables are written out",
            size,
            RuleLimits.EXPANDED_TERMS,
            "a rule with a conclusion of its own for a part of it"));
    return false;
  }

  private long terms(@Nullable Expression expression) {
    return switch (expression) {
      case Name name -> terms.getOrDefault(name.name(), 1L);
      case Member member -> sum(1, terms(member.of()));
      case Invoke invoke -> sum(terms(invoke.of()), terms(invoke.arguments()));
      case Not not -> terms(not.of());
      case OneOf oneOf -> sum(terms(oneOf.left()), terms(oneOf.values()));
      case Operation operation -> sum(terms(operation.left()), terms(operation.right()));
      case null, default -> 1;
    };
  }

  private long terms(List<Expression> expressions) {
    long sum = 0;
    for (Expression each : expressions) {
      sum = sum(sum, terms(each));
    }
    return sum;
  }

  private static long sum(long a, long b) {
    return Math.min(MAX, a + b);
  }

  private void exceeds(int at, String message) {
    report.error(Check.LIMIT, at, message);
  }
}
