package dev.plumbline.record;

import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Launches.PastLaunch;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.log.DecisionLog;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.Evaluation.EvaluationResult;
import dev.plumbline.loop.Evaluation.SnapshotReader;
import dev.plumbline.query.LogArchive;
import dev.plumbline.source.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * Three days of the example soaking-rollout: a new image appears and soaks, the rules change, a
 * node goes.
 */
public final class RecordedStory {

  public static final Instant FIRST = Instant.parse("2026-11-20T12:00:00Z");
  public static final String CLAIM = "default-a7c20";
  public static final String NODE = "ip-10-0-1-21.ec2.internal";

  private static final Evaluation EVALUATION = Evaluation.with((java.nio.file.Path) null);

  private RecordedStory() {}

  /** Records it. */
  public static void record(DecisionLog log) {
    var builder = new LogBuilder(log);
    builder.start(FIRST.minusSeconds(60));
    builder.rules(FIRST.minusSeconds(59), EVALUATION.rules(), "ann", "CHG-1");
    Snapshot first = snapshot(FIRST);
    EvaluationResult evaluated = builder.settle(EVALUATION, first);
    builder.state(FIRST);
    builder.outcomes(FIRST.plusSeconds(2), evaluated, "done");
    builder.settle(EVALUATION, snapshot(FIRST.plus(Duration.ofDays(1))));
    builder.rules(FIRST.plus(Duration.ofHours(30)), EVALUATION.rules(), "bob", "CHG-2");
    Snapshot later = snapshot(FIRST.plus(Duration.ofDays(2)));
    builder.settle(EVALUATION, gone(later, CLAIM));
    builder.state(FIRST.plus(Duration.ofDays(2)));
  }

  /** What it takes to ask. */
  public static LogArchive archive(DecisionLog log) {
    return new LogArchive(log, new RecordedFactKeys(), null, done -> {});
  }

  private static Snapshot snapshot(Instant at) {
    return EVALUATION.read(SnapshotReader.FOLDERS, "examples/soaking-rollout", at);
  }

  /** The claim was drifted and disrupted, as its conditions said, and is remembered. */
  private static Snapshot gone(Snapshot snapshot, String name) {
    List<Fact> facts =
        snapshot.facts().stream()
            .map(
                fact ->
                    fact instanceof NodeClaim claim && claim.name().equals(name)
                        ? past(claim, snapshot.at())
                        : fact)
            .filter(fact -> !fact.key().equals("Node/" + NODE))
            .toList();
    return new Snapshot(
        snapshot.path(), snapshot.at(), snapshot.region(), facts, snapshot.objects());
  }

  private static PastLaunch past(NodeClaim claim, Instant at) {
    return new PastLaunch(
        claim.name(),
        String.valueOf(claim.nodePool()),
        String.valueOf(claim.instanceType()),
        String.valueOf(claim.ami()),
        Objects.requireNonNullElse(claim.created(), at),
        claim.allocatable(),
        claim.allocatable(),
        claim.nodeClass(),
        claim.zone(),
        claim.registered(),
        claim.initialized(),
        "True",
        claim.initialized(),
        at.minusSeconds(60),
        "Drifted",
        null,
        null,
        NODE,
        "AMIDrift",
        null);
  }
}
