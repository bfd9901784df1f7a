package dev.plumbline.worlds;

import dev.plumbline.fact.Fact;
import dev.plumbline.fact.ImpactMeasure;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.fact.Revisions.ReplicaRevision;
import dev.plumbline.fact.Revisions.RevisionApproval;
import dev.plumbline.fact.Revisions.RevisionImpact;
import dev.plumbline.fact.Revisions.RuleRevision;
import dev.plumbline.fact.Values;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.source.PolicyData;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** Revisions of the rules, what they would change, the limits of that, and who approves. */
final class RevisionFacts extends Dice {
  /** Of the others it is not known. */
  private static final Map<String, String> WRITES_RULES = Map.of("alice", "no", "bob", "yes");

  private static final List<Instant> SINCE =
      List.of(
          Instant.parse("2026-08-31T23:59:00Z"),
          Instant.parse("2026-08-31T23:59:30Z"),
          Instant.parse("2026-08-31T23:59:31Z"),
          Instant.parse("2026-09-02T00:00:00Z"));

  private static final List<Fact> ROWS = PolicyData.measures(RuleFiles.shipped().all());

  private static final List<String> MEASURES =
      ImpactMeasure.names().stream()
          .filter(
              name -> !List.of("objectionsLifted", "conclusionsLost", "actionsDue").contains(name))
          .toList();

  private static final List<String> PERCENT =
      List.of(
          "AmisLost",
          "AmisGained",
          "NodeClassesMoved",
          "TypesLost",
          "TypesGained",
          "NodesDrifting",
          "NodePoolsReordered",
          "ObjectionsLifted",
          "ConclusionsLost",
          "Growth");

  private static final List<String> COUNT =
      List.of(
          "NodeClassesWithoutAmi",
          "NodePoolsWithoutType",
          "GatesOpening",
          "GatesClosing",
          "DeletionsDue",
          "RulesRemoved",
          "RulesWithoutScenario",
          "ScenariosRemoved",
          "LimitsLoosened",
          "GuardFilesChanged");

  private final Consumer<Fact> add;

  private RevisionFacts(SplittableRandom random, Consumer<Fact> add) {
    super(random);
    this.add = add;
  }

  /** Adds some to one world in eight, from a stream of its own. */
  static void random(long seed, Consumer<Fact> add) {
    var random = new SplittableRandom(seed * 31 + 7);
    if (random.nextInt(8) == 0) {
      new RevisionFacts(random, add).some();
    }
  }

  private void some() {
    ROWS.stream().filter(row -> chance(0.95)).forEach(add);
    PERCENT.forEach(
        name -> set(0.8, "revision.max" + name + "Percent", "", pick("0", "12.5", "20", "50")));
    COUNT.forEach(name -> set(0.8, "revision.max" + name, "", pick("0", "0", "2")));
    set(0.8, "revision.fewConclusions", "", pick("2", "20"));
    set(0.8, "revision.maxActionsDue", "*", pick("0", "2"));
    set(0.5, "revision.maxActionsDue", "Report", pick("1", "5"));
    set(0.4, "approval.fourEyes", "", pick("always", "enforce", "never"));
    set(0.4, "approval.authenticated", "", pick("always", "enforce", "never"));
    for (int i = 0; i < 3; i++) {
      String digest = "digest-" + i;
      if (chance(0.9)) {
        String state = pick("candidate", "candidate", "held", "active", "rejected");
        add.accept(new RuleRevision(digest, state, "folder", chance(0.5) ? null : "alice", null));
      }
      if (chance(0.25)) {
        String by = pick("alice", "bob", "carol");
        add.accept(new RevisionApproval(digest, by, pick("claim", "token"), WRITES_RULES.get(by)));
      }
      if (chance(0.9)) {
        impacts(digest);
      }
    }
  }

  private void impacts(String digest) {
    double density = pick(0.0, 0.1, 0.5);
    for (String measure : MEASURES) {
      if (chance(density)) {
        impact(digest, measure, "Cluster");
      }
    }
    for (String type : List.of("AmiObjection", "GateClosed")) {
      if (chance(density)) {
        impact(digest, "objectionsLifted", type);
        impact(digest, "conclusionsLost", type);
      }
    }
    for (String kind : List.of("PinAmis", "Report")) {
      if (chance(density)) {
        impact(digest, "actionsDue", kind);
      }
    }
    if (chance(0.5)) {
      add.accept(new RevisionImpact(digest, "conclusions", "Cluster", 10, 10));
    }
  }

  private void impact(String digest, String measure, String subject) {
    long before = pick(0, 1, 8, 40);
    long after = pick(0, 1, 7, 9, 35, 100);
    add.accept(
        new RevisionImpact(
            digest,
            measure,
            subject,
            before,
            after,
            chance(0.5) ? Values.NONE : Values.of("EC2NodeClass/a", "EC2NodeClass/b")));
  }

  private void set(double probability, String name, String item, String value) {
    if (chance(probability)) {
      add.accept(new Parameter(name, item, value));
    }
  }

  /**
   * Adds replicas, few of which serve the same rules, to one world in eight, from a stream of its
   * own.
   */
  static void replicas(long seed, Consumer<Fact> add) {
    var random = new SplittableRandom(seed * 37 + 11);
    if (random.nextInt(8) != 0) {
      return;
    }
    if (random.nextInt(10) != 0) {
      String limit = List.of("30s", "30s", "1m", "soon").get(random.nextInt(4));
      add.accept(new Parameter("revision.agreeWithin", "", limit));
    }
    for (int i = random.nextInt(10) == 0 ? 1 : 0; i < 3; i++) {
      String digest = List.of("a", "b").get(random.nextInt(2)).repeat(16);
      Instant since = SINCE.get(random.nextInt(SINCE.size()));
      add.accept(new ReplicaRevision("pod-" + i, digest, since, i == 0));
    }
  }
}
