package dev.plumbline.revision;

import dev.plumbline.engine.RuleSet;
import dev.plumbline.fact.Glob;
import dev.plumbline.fact.ImpactMeasure;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.fact.Revisions.RevisionImpact;
import dev.plumbline.fact.Values;
import dev.plumbline.language.Rule;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.scenario.ScenarioRunner;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How two rule sets differ in their text: rules and scenarios that are gone or new, and what the
 * one would change about the judging of revisions. It needs no facts.
 */
public final class RuleTextDifference {

  private static final Pattern GUARD =
      Pattern.compile("\\b(Rule|Bundle)?Revision|\\bBundle(Released|Wait)\\b|\\brevision\\.");

  private static final String LIMIT = "revision.";

  /** The parameter that names the guarded ones, itself one of them. */
  private static final String GUARDED = "revision.guarded";

  private final List<RevisionImpact> impacts = new ArrayList<>();
  private final TreeSet<String> files = new TreeSet<>();

  private RuleTextDifference() {}

  public static RuleTextDifference between(
      RuleSet before, List<Parameter> limitsBefore, RuleSet after, List<Parameter> limitsAfter) {
    var difference = new RuleTextDifference();
    RuleFiles one = before.files();
    RuleFiles other = after.files();
    difference.files(one.all(), other.all());
    difference.lost(ImpactMeasure.RULES_REMOVED, ids(before.rules()), ids(after.rules()));
    difference.scenarios(one, other);
    difference.guarded(limitsBefore, limitsAfter);
    difference.limits(limitsBefore, limitsAfter);
    difference.guard(one, other);
    return difference;
  }

  /** Adds the rules that no scenario needs, known only after running the scenarios. */
  public RuleTextDifference withoutScenario(Collection<String> before, Collection<String> after) {
    var unneeded = new TreeSet<>(after);
    unneeded.removeAll(before);
    add(
        ImpactMeasure.RULES_WITHOUT_SCENARIO,
        before.size(),
        before.size() + unneeded.size(),
        unneeded);
    return this;
  }

  public List<RevisionImpact> impacts(String digest) {
    return impacts.stream()
        .map(
            it ->
                new RevisionImpact(
                    digest, it.measure(), it.subject(), it.before(), it.after(), it.examples()))
        .toList();
  }

  public List<String> summary() {
    return DifferenceReport.Summary.of(impacts);
  }

  /** The names of the files that differ, sorted. */
  public List<String> files() {
    return List.copyOf(files);
  }

  private void files(Map<String, String> before, Map<String, String> after) {
    files.addAll(before.keySet());
    files.addAll(after.keySet());
    files.removeIf(name -> before.containsKey(name) && before.get(name).equals(after.get(name)));
  }

  private static TreeSet<String> ids(List<Rule> rules) {
    var ids = new TreeSet<String>();
    rules.forEach(rule -> ids.add(rule.id()));
    return ids;
  }

  /** What the rules of before name decides: a revision cannot take its own values off the list. */
  private void guarded(List<Parameter> before, List<Parameter> after) {
    List<String> globs =
        before.stream().filter(it -> it.name().equals(GUARDED)).map(Parameter::value).toList();
    Predicate<Parameter> guards =
        it ->
            it.name().equals(GUARDED)
                || globs.stream().anyMatch(glob -> Glob.matches(glob, it.name()));
    var one = new TreeMap<String, Parameter>();
    var other = new TreeMap<String, Parameter>();
    before.stream().filter(guards).forEach(it -> one.put(it.key(), it));
    after.stream().filter(guards).forEach(it -> other.put(it.key(), it));
    var keys = new TreeSet<>(one.keySet());
    keys.addAll(other.keySet());
    var changed = new TreeSet<String>();
    for (String key : keys) {
      Parameter now = one.get(key);
      Parameter then = other.get(key);
      if (!Objects.equals(now, then)) {
        Parameter any = now == null ? Objects.requireNonNull(then) : now;
        changed.add(name(any) + ": " + value(now) + " -> " + value(then));
      }
    }
    add(
        ImpactMeasure.GUARDED_PARAMETERS_CHANGED,
        keys.size(),
        keys.size() - changed.size(),
        changed);
  }

  private static String name(Parameter parameter) {
    return parameter.name() + (parameter.item().isEmpty() ? "" : " of " + parameter.item());
  }

  private static String value(@Nullable Parameter parameter) {
    return parameter == null ? "none" : parameter.value();
  }

  private void limits(List<Parameter> before, List<Parameter> after) {
    var then = new TreeMap<String, Parameter>();
    after.forEach(parameter -> then.put(parameter.key(), parameter));
    var loosened = new TreeSet<String>();
    int all = 0;
    for (Parameter limit : before) {
      if (isLimit(limit)) {
        all++;
        Parameter other = then.get(limit.key());
        if (other == null || more(other, limit)) {
          loosened.add(name(limit));
        }
      }
    }
    // A kind that was under the common limit now has its own.
    for (Parameter limit : after) {
      if (isLimit(limit)
          && before.stream().noneMatch(it -> it.key().equals(limit.key()))
          && before.stream().anyMatch(it -> it.name().equals(limit.name()) && more(limit, it))) {
        all++;
        loosened.add(limit.name() + " of " + limit.item());
      }
    }
    add(ImpactMeasure.LIMITS_LOOSENED, all, all - loosened.size(), loosened);
  }

  private static boolean isLimit(Parameter parameter) {
    return parameter.name().startsWith(LIMIT) && !parameter.name().equals(GUARDED);
  }

  private static boolean more(Parameter limit, Parameter than) {
    Duration span = limit.duration();
    Duration before = than.duration();
    if (span != null && before != null) {
      return span.compareTo(before) > 0;
    }
    BigDecimal one = limit.number();
    BigDecimal other = than.number();
    return one == null || other == null || one.compareTo(other) > 0;
  }

  private void scenarios(RuleFiles before, RuleFiles after) {
    List<String> gone = ScenarioRunner.gone(before, after);
    if (!gone.isEmpty()) { // counting reads every file of scenarios
      int all = ScenarioRunner.count(before);
      add(ImpactMeasure.SCENARIOS_REMOVED, all, all - gone.size(), gone);
    }
  }

  private void guard(RuleFiles before, RuleFiles after) {
    TreeSet<String> changed = guards(before, after, files);
    if (!changed.isEmpty()) {
      var names = new TreeSet<>(before.all().keySet());
      names.addAll(after.all().keySet());
      int all = guards(before, after, names).size();
      add(ImpactMeasure.GUARD_FILES_CHANGED, all, all - changed.size(), changed);
    }
  }

  /** Rule files, and the messages of rule files. */
  private static TreeSet<String> guards(RuleFiles before, RuleFiles after, Set<String> among) {
    var guards = new TreeSet<String>();
    for (String file : among) {
      String rules = file.endsWith(RuleFiles.MESSAGES) ? RuleFiles.stem(file) + ".drl" : file;
      if (file.endsWith(RuleFiles.MEASURES)
          || rules.endsWith(".drl") && (guard(before.text(rules)) || guard(after.text(rules)))) {
        guards.add(file);
      }
    }
    return guards;
  }

  private static boolean guard(@Nullable String text) {
    return text != null && GUARD.matcher(text).find();
  }

  private void lost(ImpactMeasure measure, TreeSet<String> before, TreeSet<String> after) {
    var gone = new TreeSet<>(before);
    gone.removeAll(after);
    add(measure, before.size(), before.size() - gone.size(), gone);
  }

  private void add(ImpactMeasure measure, long before, long after, Collection<String> examples) {
    if (before != after) {
      impacts.add(
          new RevisionImpact(
              "",
              measure.wire(),
              RevisionImpact.CLUSTER,
              before,
              after,
              Values.of(examples.stream().limit(RevisionImpact.EXAMPLES).toList())));
    }
  }
}
