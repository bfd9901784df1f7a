package dev.plumbline.host.rules;

import dev.plumbline.fact.Parameter;
import dev.plumbline.fact.RevisionImpact;
import dev.plumbline.rule.Rule;
import dev.plumbline.rule.RuleFiles;
import dev.plumbline.rule.RuleSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** How two rule sets differ in their text, whatever the facts are. */
public final class RuleTextDifference {

  private static final String CLUSTER = "Cluster";
  private static final Pattern SCENARIO = Pattern.compile("(?m)^\\s*- name: *(.*)$");

  private final List<RevisionImpact> impacts = new ArrayList<>();

  private RuleTextDifference() {}

  /**
   * The difference of two rule sets.
   *
   * @param limitsBefore the parameters of the one as its files have them
   * @param limitsAfter those of the other
   */
  public static RuleTextDifference between(
      RuleSet before, List<Parameter> limitsBefore, RuleSet after, List<Parameter> limitsAfter) {
    var difference = new RuleTextDifference();
    difference.lost("rulesRemoved", ids(before), ids(after));
    difference.lost("scenariosRemoved", scenarios(before.files()), scenarios(after.files()));
    return difference;
  }

  /**
   * With the rules that no scenario needs, which only running the scenarios can tell.
   *
   * @param before ids of such rules of the one
   * @param after ids of such rules of the other
   */
  public RuleTextDifference withoutScenario(Collection<String> before, Collection<String> after) {
    var unneeded = new TreeSet<>(after);
    unneeded.removeAll(before);
    add("rulesWithoutScenario", before.size(), before.size() + unneeded.size());
    return this;
  }

  /** What it amounts to in numbers, as facts about the revision of this digest. */
  public List<RevisionImpact> impacts(String digest) {
    return impacts.stream()
        .map(it -> new RevisionImpact(digest, it.measure(), it.subject(), it.before(), it.after()))
        .toList();
  }

  /** What it amounts to in lines for people. */
  public List<String> summary() {
    return impacts.stream()
        .map(it -> it.measure() + ": " + it.before() + " before, " + it.after() + " after")
        .toList();
  }

  private static Set<String> ids(RuleSet rules) {
    return rules.rules().stream().map(Rule::id).collect(Collectors.toSet());
  }

  private static Set<String> scenarios(RuleFiles files) {
    var names = new TreeSet<String>();
    for (String file : files.names(".scenarios.yaml")) {
      SCENARIO
          .matcher(String.valueOf(files.text(file)))
          .results()
          .forEach(name -> names.add(file + ": " + name.group(1)));
    }
    return names;
  }

  private void lost(String measure, Set<String> before, Set<String> after) {
    add(measure, before.size(), before.stream().filter(after::contains).count());
  }

  private void add(String measure, long before, long after) {
    if (before != after) {
      impacts.add(new RevisionImpact("", measure, CLUSTER, before, after));
    }
  }
}
