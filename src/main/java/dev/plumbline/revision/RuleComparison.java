package dev.plumbline.revision;

import dev.plumbline.action.LiveObjects;
import dev.plumbline.action.Plan;
import dev.plumbline.action.plan.ClusterPlanner;
import dev.plumbline.conclusion.RevisionConclusions.RevisionHold;
import dev.plumbline.engine.RuleSession;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.fact.Revisions.RevisionImpact;
import dev.plumbline.fact.Revisions.RuleRevision;
import dev.plumbline.language.Rule;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.Evaluation.EvaluationResult;
import dev.plumbline.loop.Evaluation.SnapshotReader;
import dev.plumbline.scenario.ScenarioRunner;
import dev.plumbline.scenario.ScenarioRunner.ScenarioReport;
import dev.plumbline.source.Snapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Two rule sets side by side: how their text differs, and what the second would change over
 * snapshots, judged by the first as if it served.
 */
public final class RuleComparison {

  private final Evaluation before;
  private final Evaluation after;
  private final RuleRevision revision;

  public RuleComparison(Evaluation before, Evaluation after, String origin) {
    this.before = before;
    this.after = after;
    this.revision = new RuleRevision(after.rules().digest(), "candidate", origin, null, null);
  }

  public record Text(
      RuleTextDifference difference, List<ScenarioReport.Result> failed, RevisionVerdict verdict) {}

  public record OverSnapshot(
      String snapshot, Instant at, RevisionDifference difference, RevisionVerdict verdict) {}

  /** Compares the text, and runs the scenarios of the files that differ. */
  public Text text() {
    List<Parameter> limits = before.policy().parameters();
    RuleTextDifference difference =
        RuleTextDifference.between(
            before.rules(), limits, after.rules(), after.policy().parameters());
    ScenarioReport one = scenarios(before.rules().files(), difference.files());
    ScenarioReport other = scenarios(after.rules().files(), difference.files());
    difference.withoutScenario(ids(one.unneeded()), ids(other.unneeded()));
    return new Text(
        difference,
        other.results().stream().filter(result -> !result.passed()).toList(),
        verdict(limits, difference.impacts(after.rules().digest())));
  }

  /**
   * Compares what both conclude from one snapshot.
   *
   * @param at the evaluation time; null for the one that the snapshot sets
   */
  public OverSnapshot over(SnapshotReader reader, String path, @Nullable Instant at) {
    Snapshot snapshot = before.read(reader, path, at);
    EvaluationResult one = before.of(snapshot);
    EvaluationResult other = after.of(after.read(reader, path, at));
    RevisionDifference difference =
        RevisionDifference.between(
            one.settlement(), plan(one), other.settlement(), plan(other), byType(snapshot));
    List<Parameter> limits =
        snapshot.facts().stream()
            .filter(Parameter.class::isInstance)
            .map(Parameter.class::cast)
            .toList();
    return new OverSnapshot(
        path,
        snapshot.at(),
        difference,
        verdict(limits, difference.impacts(after.rules().digest())));
  }

  private RevisionVerdict verdict(List<Parameter> limits, List<RevisionImpact> impacts) {
    return RevisionVerdict.of(
        before.rules(),
        Stream.concat(before.policy().facts().stream(), limits.stream()).toList(),
        revision,
        impacts);
  }

  private static Plan plan(EvaluationResult evaluated) {
    return new ClusterPlanner()
        .plan(
            evaluated.settlement(),
            new LiveObjects(evaluated.snapshot().objects()).at(evaluated.snapshot().at()));
  }

  private static SortedMap<String, List<Fact>> byType(Snapshot snapshot) {
    var byType = new TreeMap<String, List<Fact>>();
    for (Fact fact : snapshot.facts()) {
      byType.computeIfAbsent(fact.getClass().getSimpleName(), t -> new ArrayList<>()).add(fact);
    }
    return byType;
  }

  private static ScenarioReport scenarios(RuleFiles files, List<String> changed) {
    var some = new TreeMap<String, String>();
    for (String name : changed) {
      String base = RuleFiles.stem(name);
      if (!base.equals(name) && !name.endsWith(RuleFiles.DECLARATIONS)) {
        for (String suffix :
            List.of(".drl", RuleFiles.MESSAGES, RuleFiles.SCENARIOS, RuleFiles.MEASURES)) {
          String file = base + suffix;
          String text = files.text(file);
          if (text != null) {
            some.put(file, text);
          }
        }
      }
    }
    return ScenarioRunner.run(RuleFiles.of(some));
  }

  private static TreeSet<String> ids(List<Rule> rules) {
    var ids = new TreeSet<String>();
    rules.forEach(rule -> ids.add(rule.id()));
    return ids;
  }

  /**
   * The verdict of the active rules on a revision.
   *
   * @param holds what holds it, sorted; none when it is allowed
   */
  public record RevisionVerdict(List<RevisionHold> holds) {

    public static RevisionVerdict of(
        RuleSet rules,
        Collection<? extends Fact> policy,
        RuleRevision revision,
        List<RevisionImpact> impacts) {
      try (RuleSession session = rules.newSession()) {
        policy.forEach(session::put);
        session.put(revision);
        impacts.forEach(session::put);
        return new RevisionVerdict(session.settle().of(RevisionHold.class));
      }
    }

    public boolean held() {
      return !holds.isEmpty();
    }
  }
}
