package dev.plumbline.language;

import dev.plumbline.language.Tree.Group;
import dev.plumbline.language.Tree.Group.Kind;
import dev.plumbline.language.Tree.RuleNode;
import java.util.ArrayList;
import java.util.List;

/** Makes {@code or} and {@code forall} between patterns of what the engine shares best. */
public final class Normalizer {

  /** Stands before the number of an alternative in its name; no name that is written holds it. */
  public static final String ALTERNATIVE = "\n";

  /** A rule that can hold in more ways is refused. */
  static final int MAX_ALTERNATIVES = 16;

  private Normalizer() {}

  /**
   * One rule for every way in which the conditions can hold; the first has the name of the rule.
   * {@code forall} becomes {@code not( A and not B )}, and so does {@code exists} of alternatives.
   */
  public static List<RuleNode> alternatives(RuleNode rule) {
    List<List<Tree.Node>> ways = ways(rule.when());
    if (ways.size() == 1) {
      return List.of(with(rule, rule.name(), ways.getFirst()));
    }
    var rules = new ArrayList<RuleNode>();
    for (List<Tree.Node> way : ways) {
      String name = rule.name() + (rules.isEmpty() ? "" : ALTERNATIVE + (rules.size() + 1));
      rules.add(with(rule, name, way));
    }
    return rules;
  }

  /** In how many ways conditions can hold; at least {@code limit} where there are more. */
  static int count(List<Tree.Node> conditions, int limit) {
    int count = 1;
    for (Tree.Node each : conditions) {
      if (each instanceof Group group && group.kind() != Kind.FORALL) {
        int ways = 0;
        if (group.kind() == Kind.OR) {
          for (Tree.Node child : group.children()) {
            ways = Math.min(limit, ways + count(List.of(child), limit));
          }
        } else {
          ways = count(group.children(), limit);
        }
        boolean within = group.kind() == Kind.NOT || group.kind() == Kind.EXISTS;
        count = within && ways < limit ? count : Math.min(limit, count * ways);
      }
    }
    return count;
  }

  private static RuleNode with(RuleNode rule, String name, List<Tree.Node> when) {
    return new RuleNode(name, rule.at(), rule.annotations(), when, rule.then());
  }

  private static List<List<Tree.Node>> ways(List<Tree.Node> conditions) {
    List<List<Tree.Node>> ways = List.of(List.of());
    for (Tree.Node condition : conditions) {
      var longer = new ArrayList<List<Tree.Node>>();
      for (List<Tree.Node> way : ways) {
        for (List<Tree.Node> more : ways(condition)) {
          var joined = new ArrayList<>(way);
          joined.addAll(more);
          longer.add(joined);
        }
      }
      ways = longer;
    }
    return ways;
  }

  private static List<List<Tree.Node>> ways(Tree.Node condition) {
    if (condition instanceof Tree.Gather gather) {
      return List.of(
          List.of(
              new Tree.Gather(
                  gather.at(),
                  ways(gather.source()).getFirst(),
                  gather.functions(),
                  gather.tests())));
    }
    if (!(condition instanceof Group group)) {
      return List.of(List.of(condition));
    }
    return switch (group.kind()) {
      case AND -> ways(group.children());
      case OR -> group.children().stream().flatMap(each -> ways(each).stream()).toList();
      case NOT -> List.of(none(group, ways(group.children())));
      case EXISTS -> {
        List<List<Tree.Node>> ways = ways(group.children());
        yield List.of(
            ways.size() == 1
                ? List.of(new Group(Kind.EXISTS, group.at(), ways.getFirst()))
                : List.of(new Group(Kind.NOT, group.at(), none(group, ways))));
      }
      case FORALL -> List.of(List.of(forall(group)));
    };
  }

  /** That none of several ways holds. */
  private static List<Tree.Node> none(Group group, List<List<Tree.Node>> ways) {
    return ways.stream().<Tree.Node>map(way -> new Group(Kind.NOT, group.at(), way)).toList();
  }

  private static Tree.Node forall(Group group) {
    List<Tree.Node> children = group.children();
    var counterexample = new ArrayList<Tree.Node>();
    if (children.size() == 1 && children.getFirst() instanceof Tree.Match match) {
      counterexample.add(failing(match));
    } else {
      counterexample.addAll(ways(children.subList(0, 1)).getFirst());
      counterexample.addAll(none(group, ways(children.subList(1, children.size()))));
    }
    return new Group(Kind.NOT, group.at(), counterexample);
  }

  /** The facts of a pattern for which one of its tests fails. */
  private static Tree.Match failing(Tree.Match match) {
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
            null, all == null ? new Tree.Truth(false, match.at()) : new Tree.Not(all, match.at())));
    return new Tree.Match(match.bound(), match.type(), match.at(), constraints);
  }
}
