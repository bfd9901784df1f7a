package dev.plumbline.language;

import dev.plumbline.language.Tree.Group;
import dev.plumbline.language.Tree.Group.Kind;
import dev.plumbline.language.Tree.RuleNode;
import java.util.ArrayList;
import java.util.List;

/** Rewrites {@code or} and {@code forall} between patterns to forms that the engine can share. */
public final class Normalizer {

  /** Separates a rule's name and the number of an alternative; cannot occur in rule text. */
  public static final String ALTERNATIVE = "\n";

  private Normalizer() {}

  /**
   * One rule per alternative of its conditions, and of the tags that it reads ({@link TagReads});
   * the first keeps the name of the rule. {@code forall} becomes {@code not( A and not B )}, and so
   * does {@code exists} of alternatives.
   */
  public static List<RuleNode> alternatives(RuleNode rule) {
    var rules = new ArrayList<RuleNode>();
    for (RuleNode each : TagReads.split(rule)) {
      for (List<Tree.Node> conditions : expand(each.when())) {
        String name = rule.name() + (rules.isEmpty() ? "" : ALTERNATIVE + (rules.size() + 1));
        rules.add(withConditions(each, name, conditions));
      }
    }
    return rules;
  }

  static int countAlternatives(List<Tree.Node> conditions, int limit) {
    int count = 1;
    for (Tree.Node each : conditions) {
      if (each instanceof Group group && group.kind() != Kind.FORALL) {
        int alternatives = 0;
        if (group.kind() == Kind.OR) {
          for (Tree.Node child : group.children()) {
            alternatives = Math.min(limit, alternatives + countAlternatives(List.of(child), limit));
          }
        } else {
          alternatives = countAlternatives(group.children(), limit);
        }
        boolean existential = group.kind() == Kind.NOT || group.kind() == Kind.EXISTS;
        count = existential && alternatives < limit ? count : Math.min(limit, count * alternatives);
      }
    }
    return count;
  }

  private static RuleNode withConditions(RuleNode rule, String name, List<Tree.Node> when) {
    return new RuleNode(name, rule.at(), rule.annotations(), when, rule.then());
  }

  private static List<List<Tree.Node>> expand(List<Tree.Node> conditions) {
    List<List<Tree.Node>> alternatives = List.of(List.of());
    for (Tree.Node condition : conditions) {
      var extended = new ArrayList<List<Tree.Node>>();
      for (List<Tree.Node> alternative : alternatives) {
        for (List<Tree.Node> suffix : expand(condition)) {
          var joined = new ArrayList<>(alternative);
          joined.addAll(suffix);
          extended.add(joined);
        }
      }
      alternatives = extended;
    }
    return alternatives;
  }

  private static List<List<Tree.Node>> expand(Tree.Node condition) {
    if (condition instanceof Tree.Accumulate accumulate) {
      return List.of(
          List.of(
              new Tree.Accumulate(
                  accumulate.at(),
                  expand(accumulate.source()).getFirst(),
                  accumulate.functions(),
                  accumulate.tests())));
    }
    if (!(condition instanceof Group group)) {
      return List.of(List.of(condition));
    }
    return switch (group.kind()) {
      case AND -> expand(group.children());
      case OR -> group.children().stream().flatMap(each -> expand(each).stream()).toList();
      case NOT -> List.of(negateEach(group, expand(group.children())));
      case EXISTS -> {
        List<List<Tree.Node>> alternatives = expand(group.children());
        yield List.of(
            alternatives.size() == 1
                ? List.of(new Group(Kind.EXISTS, group.at(), alternatives.getFirst()))
                : List.of(new Group(Kind.NOT, group.at(), negateEach(group, alternatives))));
      }
      case FORALL -> List.of(List.of(forall(group)));
    };
  }

  private static List<Tree.Node> negateEach(Group group, List<List<Tree.Node>> alternatives) {
    return alternatives.stream()
        .<Tree.Node>map(alternative -> new Group(Kind.NOT, group.at(), alternative))
        .toList();
  }

  private static Tree.Node forall(Group group) {
    List<Tree.Node> children = group.children();
    var counterexample = new ArrayList<Tree.Node>();
    if (children.size() == 1 && children.getFirst() instanceof Tree.Match match) {
      counterexample.add(counterexamples(match));
    } else {
      counterexample.addAll(expand(children.subList(0, 1)).getFirst());
      counterexample.addAll(negateEach(group, expand(children.subList(1, children.size()))));
    }
    return new Group(Kind.NOT, group.at(), counterexample);
  }

  private static Tree.Match counterexamples(Tree.Match match) {
    var constraints = new ArrayList<Tree.Constraint>();
    Tree.Expression all = null;
    for (Tree.Constraint each : match.constraints()) {
      if (each.bound() != null) {
        constraints.add(each);
      } else {
        Tree.Expression test = each.value();
        all = all == null ? test : new Tree.Operation(all, "&&", test.at(), test);
      }
    }
    constraints.add(
        new Tree.Constraint(
            null,
            all == null
                ? new Tree.BooleanLiteral(false, match.at())
                : new Tree.Not(all, match.at())));
    return new Tree.Match(match.bound(), match.type(), match.at(), constraints);
  }
}
