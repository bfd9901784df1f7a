package dev.plumbline.worlds;

import dev.plumbline.Given;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Gates.SnapshotCoverage;
import dev.plumbline.fact.Gates.SourceScope;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.fact.Policy.Waiver;
import dev.plumbline.fact.Pools.PreferenceItem;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** How the sources are doing, what is waived, and what makes an activity concern an object. */
final class SourceFacts extends Dice {

  private static final List<String> SOURCES =
      List.of("images", "instance-types", "instance-type-offerings", "ssm-parameters", "cluster");
  private static final List<String> MORE =
      List.of("prices", "ec2-node-classes", "node-pools", "node-claims", "nodes");
  private static final List<String> ERRORS =
      List.of("Throttling", "AccessDenied", "ParameterNotFound", "Odd", "VcpuLimitExceeded");

  private final Consumer<Fact> add;

  private SourceFacts(SplittableRandom random, Consumer<Fact> add) {
    super(random);
    this.add = add;
  }

  static void random(SplittableRandom random, Consumer<Fact> add) {
    var some = new SourceFacts(random, add);
    some.sources();
    some.parameters();
    some.waivers();
    some.cluster();
  }

  private void sources() {
    boolean calm = chance(0.6);
    for (String source : SOURCES) {
      if (chance(0.97)) {
        status(
            source,
            calm ? "synced" : pick("synced", "synced", "synced", "failed", "syncing", "absent"));
      }
    }
    for (String source : MORE) {
      if (chance(0.7)) {
        status(source, calm || chance(0.8) ? "synced" : pick("failed", "syncing", "absent"));
      }
    }
  }

  /** What a live source was asked for; a snapshot tells none. */
  static void scopes(SplittableRandom random, Consumer<Fact> add) {
    new SourceFacts(random, add).scopes();
  }

  /** What the files of a snapshot cover, from a stream of its own. */
  static void coverage(long seed, Consumer<Fact> add) {
    var random = new SplittableRandom(seed * 31 + 17);
    if (random.nextDouble() < 0.1) {
      String some = "of " + (random.nextBoolean() ? "self" : "amazon");
      add.accept(new SnapshotCoverage("images", Values.of(some, "id ami-1")));
    }
    if (random.nextDouble() < 0.1) {
      add.accept(new SnapshotCoverage("ssm-parameters", Values.of("/golden/*")));
    }
    for (String source : List.of("instance-types", "instance-type-offerings")) {
      if (random.nextDouble() < 0.04) {
        add.accept(new SnapshotCoverage(source, Values.of("m5.large", "c5.xlarge")));
      }
    }
    if (random.nextDouble() < 0.05) {
      add.accept(
          new SourceStatus(
              "pod-disruption-budgets", "absent", "watch", "NotWatched", null, null, 0, null, 0));
    }
    for (String source : List.of("node-claims", "daemon-sets")) {
      if (random.nextDouble() < 0.04) {
        add.accept(
            new SourceStatus(source, "absent", "watch", "NotQueried", null, null, 0, null, 0));
      }
    }
  }

  private void scopes() {
    if (chance(0.06)) {
      var asked = new ArrayList<String>();
      for (int ami = 0; ami < 16; ami++) {
        if (chance(0.9)) {
          asked.add("id ami-" + ami);
        }
      }
      asked.add("name golden-* of amazon, self");
      add.accept(new SourceScope("images", Values.of(asked)));
    }
    if (chance(0.03)) {
      add.accept(new SourceScope("ssm-parameters", Values.of(pick("/golden", "/other"))));
    }
  }

  private void status(String source, String state) {
    Instant then = Instant.parse(pick("2026-08-31T23:55:00Z", "2026-08-31T12:00:00Z"));
    boolean told = chance(0.15);
    boolean none = chance(0.04);
    add.accept(
        new SourceStatus(
            source,
            state,
            "Describe" + source,
            chance(0.2) ? null : pick(ERRORS),
            chance(0.5) ? null : then,
            told ? then : null,
            pick(0, 1, 5, 6),
            none ? Integer.valueOf(0) : pick(7, null),
            none && chance(0.5) ? 7 : 0));
  }

  private void parameters() {
    for (String source : List.of("images", "instance-types", "instance-type-offerings", "nodes")) {
      some(0.4, new Parameter("gates.staleAfter", source, pick("30m", "12h", "40d")));
    }
    some(0.8, new Parameter("gates.unknownPersistentAfter", "", "5"));
    some(0.8, new Parameter("gates.launchWithin", "", "5m"));
    some(0.3, new Parameter("preference.form", "", pick("nodeoverlay", "nodepool")));
  }

  private void waivers() {
    for (int i = 0, n = pick(0, 0, 0, 1, 2, 4); i < n; i++) {
      String rule =
          pick(
              "AMI-001",
              "AMI-007",
              "AMI-009",
              "SEL-008",
              "CLASS-008",
              "CLASS-011",
              "POOL-010",
              "POOL-014");
      add.accept(
          new Waiver(
              "CHG-" + i,
              rule,
              pick(
                  "*",
                  "Ami/*",
                  "EC2NodeClass/class-0*",
                  "EC2NodeClass/*",
                  "NodePool/pool-1",
                  "NodePool/*"),
              "team-a",
              pick("known", "soon mended"),
              Instant.parse(
                  pick("2026-08-01T00:00:00Z", "2026-09-02T00:00:00Z", "2027-01-01T00:00:00Z"))));
    }
  }

  private void cluster() {
    for (int i = 0, n = pick(0, 0, 1, 3); i < n; i++) {
      String name = "claim-" + random.nextInt(4);
      String node = "node-" + random.nextInt(3);
      add.accept(
          claim(
              name,
              chance(0.1) ? null : "pool-" + random.nextInt(6),
              "class-" + random.nextInt(4),
              chance(0.7) ? node : null,
              chance(0.7) ? "aws:///us-east-1a/i-" + i : null));
      if (chance(0.6)) {
        add.accept(Given.node(node, "pool-0", "m5.large", "us-east-1a", null, Tags.NONE));
      }
    }
    for (int i = 0, n = pick(0, 1, 2); i < n; i++) {
      add.accept(new PreferenceItem("pool-" + random.nextInt(4), 1, "m5", false));
    }
  }

  private NodeClaim claim(
      String name,
      @Nullable String pool,
      String nodeClass,
      @Nullable String node,
      @Nullable String provider) {
    return new NodeClaim(
        name,
        pool,
        nodeClass,
        "m5.large",
        "us-east-1a",
        "spot",
        "ami-1",
        node,
        provider,
        Tags.NONE,
        Tags.NONE,
        chance(0.2) ? null : Instant.parse(pick("2026-08-31T23:57:00Z", "2026-08-31T12:00:00Z")),
        chance(0.1),
        provider != null,
        null,
        null,
        Resources.NONE,
        Resources.NONE);
  }

  private void some(double probability, Fact fact) {
    if (chance(probability)) {
      add.accept(fact);
    }
  }
}
