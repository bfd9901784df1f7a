package dev.plumbline.language;

import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.language.Tree.Expression;
import dev.plumbline.language.Tree.Gather;
import dev.plumbline.language.Tree.Group;
import dev.plumbline.language.Tree.Match;
import dev.plumbline.language.Tree.Member;
import dev.plumbline.language.Tree.Name;
import dev.plumbline.language.Tree.Node;
import dev.plumbline.language.Tree.Operation;
import dev.plumbline.language.Tree.RuleNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Rules that never come to rest, or come to rest in two ways: a conclusion that follows from its
 * own absence, and one that follows from itself with another content each time.
 */
final class Cycles {

  /**
   * One rule of the set: what it concludes from what.
   *
   * @param matched every type of which it matches one, facts too
   * @param grows whether it makes something new of what it has matched
   */
  private record Step(
      RuleNode rule,
      Set<String> present,
      Set<String> absent,
      Set<String> matched,
      boolean grows,
      LintReport report) {
    String concluded() {
      return rule.then().type();
    }
  }

  private final List<Step> steps = new ArrayList<>();
  private final Map<String, List<Step>> byConclusion = new HashMap<>();
  private final Set<Step> told = new HashSet<>();
  private final Predicate<RuleText> familiar;

  /**
   * The cycles of a rule set.
   *
   * @param familiar whether a file ships with Plumbline
   */
  Cycles(Predicate<RuleText> familiar) {
    this.familiar = familiar;
  }

  void add(RuleNode rule, LintReport report) {
    var present = new HashSet<String>();
    var absent = new HashSet<String>();
    rule.when().forEach(node -> collect(node, false, present, absent));
    var matched = new HashSet<String>();
    boolean ordered = rule.when().stream().filter(node -> matched(node, matched)).count() > 0;
    boolean grows = !ordered && rule.then().arguments().stream().anyMatch(Cycles::grows);
    var step = new Step(rule, present, absent, matched, grows, report);
    steps.add(step);
    byConclusion.computeIfAbsent(step.concluded(), c -> new ArrayList<>()).add(step);
  }

  private static boolean grows(Expression expression) {
    return !JoinCheck.variables(expression).isEmpty()
        && !(expression instanceof Name || expression instanceof Member);
  }

  /** Adds the types that are matched; whether one of them is held below or above something. */
  private static boolean matched(Node node, Set<String> types) {
    return switch (node) {
      case Match match -> {
        types.add(match.type());
        yield match.constraints().stream().anyMatch(each -> ordered(each.value()));
      }
      case Gather gather -> {
        types.add("accumulate");
        yield false;
      }
      case Group group ->
          group.kind() != Group.Kind.NOT
              && group.children().stream().filter(child -> matched(child, types)).count() > 0;
    };
  }

  private static boolean ordered(Expression expression) {
    return expression instanceof Operation operation
        && (operation.operator().startsWith("<")
            || operation.operator().startsWith(">")
            || ordered(operation.left())
            || ordered(operation.right()));
  }

  private static void collect(Node node, boolean negated, Set<String> present, Set<String> absent) {
    switch (node) {
      case Match match -> {
        if (ConclusionTypes.named(match.type()) != null) {
          (negated ? absent : present).add(match.type());
        }
      }
      // What is gathered changes when one more is there: it rests on absence as well.
      case Gather gather -> gather.source().forEach(child -> collect(child, true, present, absent));
      case Group group -> {
        boolean not =
            negated || group.kind() == Group.Kind.NOT || group.kind() == Group.Kind.FORALL;
        group.children().forEach(child -> collect(child, not, present, absent));
      }
    }
  }

  void check() {
    for (Step step : steps) {
      for (String absent : step.absent().stream().sorted().toList()) {
        List<Step> chain = chain(absent, step.concluded());
        if (chain != null) {
          error(
              step,
              chain,
              " follows where no " + absent + " is, and so from its own absence: ",
              shown(step, absent, chain, step.concluded())
                  + ". It would come and go for ever. Maybe split "
                  + step.concluded()
                  + " in two.");
        }
      }
      for (String present :
          step.grows() ? step.present().stream().sorted().toList() : List.<String>of()) {
        List<Step> chain = chain(present, step.concluded());
        if (chain != null && unlimited(step, chain)) {
          error(
              step,
              chain,
              " follows from itself with another content each time: ",
              shown(step, present, chain, step.concluded())
                  + ". The rules would never come to rest. Maybe begin with a fact, or say where it"
                  + " ends.");
        }
      }
    }
  }

  /** Tells the rule of a cycle that did not ship: those that did have none among themselves. */
  private void error(Step step, List<Step> chain, String what, String how) {
    Step told = step;
    for (Step each : chain) {
      told = familiar.test(told.report().text()) ? each : told;
    }
    if (this.told.add(told)) {
      told.report().error(Check.CYCLE, told.rule().at(), step.concluded() + what + how);
    }
  }

  /** Whether no rule of a chain waits for anything that is not concluded in it. */
  private static boolean unlimited(Step step, List<Step> chain) {
    var types = new HashSet<>(Set.of(step.concluded()));
    chain.forEach(each -> types.add(each.concluded()));
    return types.containsAll(step.matched())
        && chain.stream().allMatch(each -> types.containsAll(each.matched()));
  }

  private static String shown(Step step, String from, List<Step> chain, String to) {
    var text = new StringBuilder(step.concluded());
    text.append(" by \"").append(step.rule().name()).append("\" from ").append(from);
    for (int i = 0; i < chain.size(); i++) {
      String next = i + 1 < chain.size() ? chain.get(i + 1).concluded() : to;
      text.append(", which follows by \"")
          .append(chain.get(i).rule().name())
          .append("\" from ")
          .append(next);
    }
    return text.toString();
  }

  /**
   * The rules by which {@code from} rests on {@code to}; none when they are one; null when it does
   * not.
   */
  private @Nullable List<Step> chain(String from, String to) {
    var reached = new HashMap<String, List<Step>>();
    reached.put(from, List.of());
    var open = new ArrayDeque<>(List.of(from));
    while (!open.isEmpty()) {
      String type = open.pop();
      List<Step> links = reached.getOrDefault(type, List.of());
      if (type.equals(to)) {
        return links;
      }
      for (Step step : byConclusion.getOrDefault(type, List.of())) {
        var next = new TreeSet<>(step.present());
        next.addAll(step.absent());
        for (String each : next) {
          if (!reached.containsKey(each)) {
            var longer = new ArrayList<>(links);
            longer.add(step);
            reached.put(each, longer);
            open.add(each);
          }
        }
      }
    }
    return null;
  }
}
