package dev.plumbline.engine;

import dev.plumbline.fact.Glob;
import dev.plumbline.fact.Nearest;
import dev.plumbline.fact.Policy.RuleSwitchedOff;
import dev.plumbline.fact.RuleSwitch;
import dev.plumbline.language.Rule;
import dev.plumbline.language.RuleProblem;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The rules that are switched off, found while rules are read. */
final class SwitchedOff {

  private final List<RuleSwitch> switches;
  private final Set<RuleSwitch> matched = new HashSet<>();
  private final TreeMap<String, RuleSwitchedOff> byId = new TreeMap<>();

  SwitchedOff(List<RuleSwitch> switches) {
    this.switches = List.copyOf(switches);
  }

  boolean excludes(@Nullable Rule rule) {
    if (rule == null) {
      return false;
    }
    for (RuleSwitch each : switches) {
      if (Glob.matches(each.rule(), rule.id())) {
        matched.add(each);
        byId.putIfAbsent(
            rule.id(),
            new RuleSwitchedOff(rule.id(), each.owner(), each.reason(), rule.severity()));
      }
    }
    return has(rule);
  }

  boolean has(Rule rule) {
    return byId.containsKey(rule.id());
  }

  List<RuleSwitchedOff> facts() {
    return List.copyOf(byId.values());
  }

  List<RuleProblem> unmatched(Collection<Rule> rules, String file) {
    List<String> ids = rules.stream().map(Rule::id).toList();
    var problems = new ArrayList<RuleProblem>();
    for (RuleSwitch each : switches) {
      if (!matched.contains(each)) {
        String message = "no rule has the id " + each.rule() + ", which is switched off. ";
        problems.add(new RuleProblem(file, 0, 0, message + Nearest.suggestion(each.rule(), ids)));
      }
    }
    return problems;
  }
}
