package dev.plumbline.loop;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.plumbline.action.Action;
import dev.plumbline.action.Action.Mode;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.Change;
import dev.plumbline.action.LiveObjects;
import dev.plumbline.action.Outcome;
import dev.plumbline.action.Plan;
import dev.plumbline.conclusion.GateConclusions.GateClosed;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.loop.Evaluation.EvaluationResult;
import dev.plumbline.loop.Evaluation.SnapshotReader;
import dev.plumbline.loop.HostState.HostStatus;
import dev.plumbline.source.Snapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the host would hold, for tests of those who read it. */
public final class HostSnapshots {

  /** When it settled. */
  public static final Instant AT = Instant.parse("2026-11-20T09:00:01Z");

  private static final JsonMapper JSON = new JsonMapper();

  private HostSnapshots() {}

  /** Puts it where readers look; null is the state before the first settlement. */
  @SuppressWarnings("NullAway")
  public static void publish(HostState published, @Nullable HostSnapshot live) {
    published.put(live);
  }

  /** Has the host say how it is, and how much waits to be taken. */
  public static void status(HostState published, HostStatus standing, int queued) {
    published.host(() -> standing, () -> queued);
  }

  /** What follows from an example, with a plan of every kind of change. */
  public static HostSnapshot of(String example, long sequence) {
    Evaluation evaluation = Evaluation.with((java.nio.file.Path) null);
    EvaluationResult evaluated =
        evaluation.of(evaluation.read(SnapshotReader.EXAMPLES, example, null));
    var facts = new TreeMap<String, List<Fact>>();
    for (Fact fact : evaluated.snapshot().facts()) {
      facts.computeIfAbsent(fact.getClass().getSimpleName(), type -> new ArrayList<>()).add(fact);
    }
    facts.values().forEach(list -> list.sort(Comparator.comparing(Fact::key)));
    return new HostSnapshot(
        sequence,
        AT,
        facts,
        LiveObjects.NONE,
        evaluated.rules(),
        evaluated.settlement(),
        new Plan(actions()),
        List.of(
            new GateClosed(
                "PinAmis",
                "Cluster",
                "settle",
                "persistent",
                AT,
                "rule POOL-011 fires without end. Try: look at its last change.")),
        Map.of(
            "HoldDisruption NodePool/default",
            new Outcome(
                ActionKind.HOLD_DISRUPTION,
                pool("default"),
                Outcome.Result.FAILED,
                "Forbidden",
                "nodepools is forbidden",
                AT)),
        true);
  }

  /** What follows from an example with all that the host has of it, so that it can go on. */
  public static HostSnapshot whole(String example) {
    Evaluation evaluation = Evaluation.with((java.nio.file.Path) null);
    return whole(evaluation, evaluation.read(SnapshotReader.EXAMPLES, example, null));
  }

  /** What follows from a snapshot with all that the host has of it, so that it can go on. */
  public static HostSnapshot whole(Evaluation evaluation, Snapshot snapshot) {
    EvaluationResult evaluated = evaluation.of(snapshot);
    var byKey = new TreeMap<String, Fact>();
    evaluation.policy().facts().forEach(fact -> byKey.put(fact.key(), fact));
    evaluated.snapshot().facts().forEach(fact -> byKey.put(fact.key(), fact));
    var facts = new TreeMap<String, List<Fact>>();
    byKey
        .values()
        .forEach(
            fact ->
                facts
                    .computeIfAbsent(fact.getClass().getSimpleName(), type -> new ArrayList<>())
                    .add(fact));
    return new HostSnapshot(
        1,
        AT,
        facts,
        new LiveObjects(evaluated.snapshot().objects()),
        evaluated.rules(),
        evaluated.settlement(),
        Plan.NOTHING,
        List.of(),
        Map.of(),
        false);
  }

  private static List<Action> actions() {
    return List.of(
        new Action(
            ActionKind.HOLD_DISRUPTION,
            pool("default"),
            Mode.ENFORCE,
            null,
            new Change.Patch(
                json(
                    "{'metadata':{'name':'default','annotations':{'a/b':'1'}},"
                        + "'spec':{'weight':10,'disruption':{'budgets':[{'nodes':'10%'}]}}}"),
                json(
                    "{'metadata':{'annotations':{'a/b':null}},"
                        + "'spec':{'weight':10,'disruption':{'budgets':[{'nodes':'10%'},{'nodes':'0'}]}}}")),
            List.of("ROLL-004 a new image soaks")),
        new Action(
            ActionKind.MAINTAIN_PREFERENCE_TIERS,
            pool("default-tier-1"),
            Mode.OBSERVE,
            null,
            new Change.Apply(
                null,
                json(
                    "{'apiVersion':'karpenter.sh/v1','kind':'NodePool',"
                        + "'metadata':{'name':'default-tier-1'},'spec':{'weight':90}}")),
            List.of("PREF-001 the first tier")),
        new Action(
            ActionKind.TAG_AMI,
            new ObjectRef("ec2", "Ami", null, "ami-1"),
            Mode.ENFORCE,
            "2 images were tagged in the last 10m",
            new Change.TagImage(
                new TreeMap<>(Map.of("stage", "build")),
                new TreeMap<>(Map.of("stage", "verified")),
                List.of()),
            List.of("TAG-001 verified")));
  }

  private static ObjectRef pool(String name) {
    return new ObjectRef("karpenter.sh/v1", "NodePool", null, name);
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text.replace('\'', '"'));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
