package dev.plumbline.language;

import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.language.Tree.Accumulate;
import dev.plumbline.language.Tree.Expression;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Detects rules that do not converge, or have more than one fixed point: a conclusion that depends
 * on its own absence, and one that supports itself with different field values each time.
 */
final class Cycles {

  /**
   * One rule: its conclusion type and the types that it depends on.
   *
   * @param derivesNewValues whether its conclusion holds a computed value, not only matched ones
   */
  record Step(
      RuleNode rule,
      Set<String> present,
      Set<String> absent,
      Set<String> matched,
      boolean derivesNewValues,
      RuleText text) {

    static Step of(RuleNode rule, RuleText text) {
      var present = new HashSet<String>();
      var absent = new HashSet<String>();
      rule.when().forEach(node -> collect(node, false, present, absent));
      var matched = new HashSet<String>();
      boolean bounded =
          rule.when().stream().filter(node -> collectMatchedTypes(node, matched)).count() > 0;
      boolean derivesNewValues =
          !bounded && rule.then().arguments().stream().anyMatch(Cycles::derivesNewValues);
      return new Step(rule, present, absent, matched, derivesNewValues, text);
    }

    String conclusionType() {
      return rule.then().type();
    }
  }

  /**
   * A cycle of rules.
   *
   * @param rules how many it has besides the first
   * @param message the error
   */
  private record Cycle(int rules, String message) {}

  private final List<Step> steps = new ArrayList<>();
  private final Map<String, List<Step>> byConclusion = new HashMap<>();
  private final Map<String, Set<String>> read = new HashMap<>();
  private final Map<String, Set<String>> dependencies = new HashMap<>();
  private final Map<Step, Cycle> cycles = new LinkedHashMap<>();
  private final Predicate<RuleText> shipped;
  private final List<LintFinding> findings;

  Cycles(Predicate<RuleText> shipped, List<LintFinding> findings) {
    this.shipped = shipped;
    this.findings = findings;
  }

  void add(Step step) {
    steps.add(step);
    byConclusion.computeIfAbsent(step.conclusionType(), c -> new ArrayList<>()).add(step);
    Set<String> types = read.computeIfAbsent(step.conclusionType(), c -> new HashSet<>());
    types.addAll(step.present());
    types.addAll(step.absent());
  }

  private static boolean derivesNewValues(Expression expression) {
    return !JoinCheck.variables(expression).isEmpty()
        && !(expression instanceof Name || expression instanceof Member);
  }

  /** Adds the matched types; returns whether one of them is compared by order. */
  private static boolean collectMatchedTypes(Node node, Set<String> types) {
    return switch (node) {
      case Match match -> {
        types.add(match.type());
        yield match.constraints().stream().anyMatch(each -> hasOrderComparison(each.value()));
      }
      case Accumulate accumulate -> {
        types.add("accumulate");
        yield false;
      }
      case Group group ->
          group.kind() != Group.Kind.NOT
              && group.children().stream()
                      .filter(child -> collectMatchedTypes(child, types))
                      .count()
                  > 0;
    };
  }

  private static boolean hasOrderComparison(Expression expression) {
    return expression instanceof Operation operation
        && (operation.operator().startsWith("<")
            || operation.operator().startsWith(">")
            || hasOrderComparison(operation.left())
            || hasOrderComparison(operation.right()));
  }

  private static void collect(Node node, boolean negated, Set<String> present, Set<String> absent) {
    switch (node) {
      case Match match -> {
        if (ConclusionTypes.named(match.type()) != null) {
          (negated ? absent : present).add(match.type());
        }
      }
      // An accumulated result changes with every match: it depends on absence as well.
      case Accumulate accumulate ->
          accumulate.source().forEach(child -> collect(child, true, present, absent));
      case Group group -> {
        boolean inNegation =
            negated || group.kind() == Group.Kind.NOT || group.kind() == Group.Kind.FORALL;
        group.children().forEach(child -> collect(child, inNegation, present, absent));
      }
    }
  }

  /** Reports one cycle at each rule that must change. */
  void check() {
    find();
    cycles.forEach(
        (culprit, cycle) ->
            new LintReport(culprit.text(), culprit.rule().name(), findings)
                .error(Check.CYCLE, culprit.rule().at(), cycle.message()));
  }

  private void find() {
    for (Step step : steps) {
      for (String absent : step.absent().stream().sorted().toList()) {
        List<Step> chain = chain(absent, step.conclusionType());
        if (chain != null) {
          found(
              step,
              chain,
              " follows when there is no " + absent + ", and so from its own absence: ",
              describe(step, absent, chain, step.conclusionType())
                  + ". The rules would never converge. Try: split "
                  + step.conclusionType()
                  + " in two.");
        }
      }
      for (String present :
          step.derivesNewValues() ? step.present().stream().sorted().toList() : List.<String>of()) {
        List<Step> chain = chain(present, step.conclusionType());
        if (chain != null && isSelfContained(step, chain)) {
          found(
              step,
              chain,
              " follows from itself with another content each time: ",
              describe(step, present, chain, step.conclusionType())
                  + ". The rules would never converge. Try: begin with a fact, or state where it"
                  + " ends.");
        }
      }
    }
  }

  /**
   * Keeps the shortest cycle of each rule, at a rule of it that is not shipped: shipped rules alone
   * have no cycles.
   */
  private void found(Step step, List<Step> chain, String statement, String detail) {
    Step culprit = step;
    for (Step each : chain) {
      culprit = shipped.test(culprit.text()) ? each : culprit;
    }
    Cycle known = cycles.get(culprit);
    if (known == null || chain.size() < known.rules()) {
      cycles.put(culprit, new Cycle(chain.size(), step.conclusionType() + statement + detail));
    }
  }

  /** Whether the rules of a chain match only types that the chain itself concludes. */
  private static boolean isSelfContained(Step step, List<Step> chain) {
    var types = new HashSet<>(Set.of(step.conclusionType()));
    chain.forEach(each -> types.add(each.conclusionType()));
    return types.containsAll(step.matched())
        && chain.stream().allMatch(each -> types.containsAll(each.matched()));
  }

  private static String describe(Step step, String from, List<Step> chain, String to) {
    var text = new StringBuilder(step.conclusionType());
    text.append(" by \"").append(step.rule().name()).append("\" from ").append(from);
    for (int i = 0; i < chain.size(); i++) {
      String next = i + 1 < chain.size() ? chain.get(i + 1).conclusionType() : to;
      text.append(", which follows by \"")
          .append(chain.get(i).rule().name())
          .append("\" from ")
          .append(next);
    }
    return text.toString();
  }

  /**
   * The rules by which {@code from} depends on {@code to}; empty if they are equal; null if it does
   * not depend on it.
   */
  private @Nullable List<Step> chain(String from, String to) {
    // Almost always it does not, which is found once for all rules that read this type.
    if (!dependencies.computeIfAbsent(from, this::dependenciesOf).contains(to)) {
      return null;
    }
    var reached = new HashMap<String, List<Step>>();
    reached.put(from, List.of());
    var queue = new ArrayDeque<>(List.of(from));
    while (!queue.isEmpty()) {
      String type = queue.pop();
      List<Step> links = reached.getOrDefault(type, List.of());
      if (type.equals(to)) {
        return links;
      }
      for (Step step : byConclusion.getOrDefault(type, List.of())) {
        var next = new TreeSet<>(step.present());
        next.addAll(step.absent());
        for (String each : next) {
          if (!reached.containsKey(each)) {
            var extended = new ArrayList<>(links);
            extended.add(step);
            reached.put(each, extended);
            queue.add(each);
          }
        }
      }
    }
    return null;
  }

  /** The types that {@code from} depends on, itself included. */
  private Set<String> dependenciesOf(String from) {
    var reached = new HashSet<>(Set.of(from));
    var queue = new ArrayDeque<>(List.of(from));
    while (!queue.isEmpty()) {
      for (String each : read.getOrDefault(queue.pop(), Set.of())) {
        if (reached.add(each)) {
          queue.add(each);
        }
      }
    }
    return reached;
  }
}
