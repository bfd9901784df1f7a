package dev.plumbline.rule;

import dev.plumbline.rule.lint.Tree;
import dev.plumbline.rule.lint.Tree.Group;
import dev.plumbline.rule.lint.Tree.Group.Kind;
import dev.plumbline.rule.lint.Tree.RuleNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Rules without {@code or} and {@code forall} between patterns, in an order that withdraws nothing
 * on the way.
 */
final class Normalized {

  private Normalized() {}

  /**
   * One rule for every way in which the conditions can hold; the first has the name of the rule.
   * {@code forall} becomes {@code not( A and not B )}, and so does {@code exists} of alternatives.
   */
  static List<RuleNode> alternatives(RuleNode rule) {
    List<List<Tree.Node>> ways = ways(rule.when());
    if (ways.size() == 1) {
      return List.of(with(rule, rule.name(), ways.getFirst()));
    }
    var rules = new ArrayList<RuleNode>();
    for (List<Tree.Node> way : ways) {
      String name = rule.name() + (rules.isEmpty() ? "" : " (" + (rules.size() + 1) + ")");
      rules.add(with(rule, name, way));
    }
    return rules;
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

  /**
   * The rules by strata: one that reads a conclusion after all that conclude it. The engine fires
   * in this order where nothing else decides; in another, conclusions are drawn and withdrawn again
   * on the way, half of all firings in the worst.
   */
  static List<RuleNode> ordered(List<RuleNode> rules) {
    var reads = new IdentityHashMap<RuleNode, Set<String>>();
    for (RuleNode rule : rules) {
      var types = new HashSet<String>();
      rule.when().forEach(each -> types(each, types));
      types.remove(rule.then().type());
      reads.put(rule, types);
    }
    var strata = new HashMap<String, Integer>();
    // Each round lifts what is read by one; conclusions that rest on one another stop at the limit.
    boolean lifted = true;
    for (int round = 0; lifted && round <= rules.size(); round++) {
      lifted = false;
      for (RuleNode rule : rules) {
        int stratum = stratum(reads.getOrDefault(rule, Set.of()), strata) + 1;
        if (stratum > strata.getOrDefault(rule.then().type(), 0) && stratum <= rules.size()) {
          strata.put(rule.then().type(), stratum);
          lifted = true;
        }
      }
    }
    var ordered = new ArrayList<>(rules);
    ordered.sort(
        Comparator.comparingInt(rule -> stratum(reads.getOrDefault(rule, Set.of()), strata)));
    return ordered;
  }

  private static int stratum(Set<String> read, Map<String, Integer> strata) {
    return read.stream().mapToInt(type -> strata.getOrDefault(type, 0)).max().orElse(0);
  }

  private static void types(Tree.Node node, Set<String> types) {
    switch (node) {
      case Tree.Match match -> types.add(match.type());
      case Group group -> group.children().forEach(each -> types(each, types));
      case Tree.Gather gather -> gather.source().forEach(each -> types(each, types));
    }
  }
}
