package dev.plumbline.worlds;

import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.Launches.PastLaunch;
import dev.plumbline.fact.NodeClasses.AmiSelectorTerm;
import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import dev.plumbline.fact.Nodes.Node;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import dev.plumbline.fact.Verdicts.CountedNode;
import dev.plumbline.fact.Verdicts.ImageEvidence;
import dev.plumbline.fact.Verdicts.ImageVerdict;
import dev.plumbline.fact.Verdicts.NodeFailure;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Verdicts on the images of a world, what is remembered of its nodes, and how those there do. */
final class VerdictFacts extends AddedFacts {

  private VerdictFacts(long seed, Map<String, Fact> facts) {
    super(seed * 31 + 7, facts);
  }

  /** With a negative seed the node classes are the rings of one train. */
  static void random(long seed, Map<String, Fact> facts) {
    var world = new VerdictFacts(seed, facts);
    world.parameters();
    if (world.chance(0.2)) {
      world.put(
          new SourceStatus(
              "image-verdicts",
              world.pick("synced", "synced", "syncing"),
              "list",
              null,
              null,
              null,
              0,
              null,
              0));
    }
    for (Fact fact : world.all(Fact.class)) {
      switch (fact) {
        case EC2NodeClass nodeClass -> world.ring(nodeClass);
        case Node node -> world.ready(node);
        case NodeClaim claim -> world.registered(claim);
        default -> {}
      }
    }
    world.all(Ami.class).forEach(ami -> world.verdict(ami.id()));
    for (String release :
        List.of("al2023@v1.4", "al2023@v1.5", "bottlerocket@1.4", "bottlerocket@1.5")) {
      world.verdict(release);
    }
    for (int i = 0, n = world.random.nextInt(4); i < n; i++) {
      world.past("past-" + i);
    }
    // After all others, so that those stay what they are.
    for (Fact fact : world.all(Fact.class)) {
      if (fact instanceof ImageVerdict verdict) {
        world.later(verdict);
      } else if (seed < 0 && fact instanceof EC2NodeClass nodeClass) {
        world.ring(nodeClass, nodeClass.name().substring(nodeClass.name().length() - 1));
      }
    }
    if (seed >= 0) {
      world.canaries();
    }
  }

  /** A decision that ends after the times at which worlds are judged. */
  private void later(ImageVerdict of) {
    if (of.decision() == null || chance(0.5)) {
      return;
    }
    put(
        new ImageVerdict(
            of.release(),
            of.decision(),
            of.reason(),
            of.author(),
            Instant.parse("2027-01-01T00:00:00Z"),
            of.state(),
            of.since(),
            of.message()));
  }

  /** What was made for a canary, or says so, of classes and pools that are there or are not. */
  private void canaries() {
    parameter("train.canaryNodes", pick("0", "2", "2", "5"));
    List<NodePool> pools = all(NodePool.class);
    if (chance(0.15)) {
      tried();
      return;
    }
    if (pools.isEmpty() || chance(0.6)) {
      return;
    }
    NodePool pool = pools.get(random.nextInt(pools.size()));
    String release = pick("ami-0", "ami-1", "ami-2", "ami-3", "al2023@v1.5", "bottlerocket@1.5");
    canary(pool, chance(0.8) ? pool.nodeClass() : pick("class-0", "gone"), release);
  }

  /** A train of its own, which waits for a canary or has one. */
  private void tried() {
    put(
        new EC2NodeClass(
            "tried",
            "AL2023",
            chance(0.5) ? Tags.of(Map.of("plumbline.dev/mode", "enforce")) : Tags.NONE,
            Tags.NONE,
            false,
            null,
            Values.NONE,
            Values.NONE,
            Values.NONE,
            ""));
    var pool =
        new NodePool(
            "tried",
            "tried",
            null,
            Requirements.NONE,
            Tags.NONE,
            Tags.NONE,
            false,
            null,
            Resources.NONE,
            Resources.NONE);
    put(pool);
    for (String each : List.of("old", "new")) {
      String ami = "ami-" + each;
      boolean old = each.equals("old");
      put(new AmiSelectorTerm("tried", old ? 0 : 1, null, ami, null, null, null, Tags.NONE));
      put(
          new Ami(
              ami,
              each,
              "available",
              null,
              "x86_64",
              "602401143452",
              "amazon",
              Instant.parse(old ? "2025-06-01T00:00:00Z" : "2025-07-01T00:00:00Z"),
              null,
              Tags.NONE,
              "hvm",
              "ebs",
              "/dev/xvda",
              null,
              true,
              null,
              null,
              null));
      String state = old ? "proven" : pick("candidate", "canary", "rolling");
      put(new ImageVerdict(ami, null, null, null, null, state, time(), "as it was"));
    }
    put(
        new NodeClaim(
            "tried",
            "tried",
            "tried",
            "m5.large",
            null,
            "on-demand",
            "ami-old",
            null,
            "aws:///us-east-1a/i-1",
            Tags.NONE,
            Tags.NONE,
            time(),
            false,
            true,
            null,
            null,
            Resources.NONE,
            Resources.NONE));
    if (chance(0.5)) {
      canary(pool, "tried", "ami-new");
    }
  }

  private void canary(NodePool pool, String of, String release) {
    var annotations = new HashMap<String, String>();
    annotations.put("plumbline.dev/canary-of", of);
    annotations.put("plumbline.dev/canary-pool", pool.name());
    annotations.put("plumbline.dev/canary-release", release);
    if (chance(0.5)) {
      annotations.put("plumbline.dev/train", "golden");
      annotations.put("plumbline.dev/ring", "-1");
    }
    Tags marks = Tags.of(annotations);
    put(
        new EC2NodeClass(
            "canary",
            "AL2023",
            marks,
            Tags.NONE,
            chance(0.1),
            null,
            Values.NONE,
            Values.NONE,
            Values.NONE,
            ""));
    if (chance(0.6)) {
      put(
          new NodePool(
              "canary",
              "canary",
              null,
              pool.requirements(),
              marks,
              Tags.NONE,
              chance(0.1),
              null,
              Resources.NONE,
              Resources.NONE));
    }
  }

  private void parameters() {
    parameter("evidence.registersWithin", pick("15m", "1h"));
    parameter("evidence.notReadyFor", pick("30s", "5m"));
    parameter("evidence.window", "24h");
    parameter("train.provenHours", pick("1", "24"));
    parameter("train.provenFor", pick("1h", "12h"));
    parameter("train.provenNodes", pick("1", "2"));
    put(new Parameter("train.quarantineNodes", "", "2"));
    parameter("train.provenFailures", pick("1", "3"));
    parameter("train.ringHours", pick("1", "12"));
    parameter("train.ringFor", pick("1h", "6h"));
    parameter("train.withoutCanary", pick("wait", "roll"));
    if (chance(0.2)) {
      parameter("train.quarantineFor", "1h");
    }
    if (chance(0.1)) {
      put(new Parameter("actions.mode", "KeepImageVerdicts", pick("observe", "enforce")));
    }
  }

  private void parameter(String name, String value) {
    if (chance(0.97)) {
      put(new Parameter(name, "", value));
    }
  }

  private void ring(EC2NodeClass of) {
    if (chance(0.3)) {
      return;
    }
    ring(of, pick("0", "1", "2", "last"));
  }

  private void ring(EC2NodeClass of, String ring) {
    var annotations = new HashMap<>(of.annotations().map());
    annotations.put("plumbline.dev/train", "golden");
    annotations.put("plumbline.dev/ring", ring);
    put(
        new EC2NodeClass(
            of.name(),
            of.amiFamily(),
            Tags.of(annotations),
            of.zones(),
            of.deleting(),
            of.instanceStorePolicy(),
            of.subnets(),
            of.securityGroups(),
            of.capacityReservations(),
            of.placementGroup()));
  }

  private void ready(Node of) {
    if (chance(0.6)) {
      return;
    }
    put(
        new Node(
            of.name(),
            of.nodePool(),
            of.instanceType(),
            of.zone(),
            of.providerId(),
            of.labels(),
            of.created(),
            of.deleting(),
            pick("True", "False", "Unknown"),
            chance(0.9) ? time() : null,
            of.capacity(),
            of.allocatable()));
  }

  private void registered(NodeClaim of) {
    if (chance(0.5)) {
      return;
    }
    boolean registered = chance(0.5);
    put(
        new NodeClaim(
            of.name(),
            of.nodePool(),
            of.nodeClass(),
            of.instanceType(),
            of.zone(),
            of.capacityType(),
            of.ami(),
            of.nodeName(),
            of.providerId(),
            of.labels(),
            of.annotations(),
            of.created(),
            of.deleting(),
            of.launched(),
            registered ? time() : null,
            registered && chance(0.5) ? time() : null,
            of.capacity(),
            of.allocatable()));
    if (chance(0.1)) {
      put(new CountedNode("ami-1", of.name()));
    }
  }

  private void verdict(String release) {
    if (chance(0.2)) {
      return;
    }
    String state =
        pick(
            null,
            "candidate",
            "soaking",
            "canary",
            "canary",
            "rolling",
            "proven",
            "proven",
            "quarantined",
            "recalled");
    boolean decided = chance(0.1);
    put(
        new ImageVerdict(
            release,
            decided ? pick("approve", "quarantine", "recall") : null,
            decided ? pick(null, "CVE") : null,
            decided ? pick(null, "ada") : null,
            decided ? pick(null, null, time()) : null,
            state,
            state == null ? null : time(),
            state == null ? null : "as it was"));
    for (int i = 0; i < 3; i++) {
      put(
          new ImageEvidence(
              release,
              release,
              "class-" + i,
              "pool-0",
              "drifted",
              random.nextInt(1, 9),
              random.nextInt(1_000_000)));
    }
    for (int i = 0, n = chance(0.15) ? random.nextInt(1, 4) : 0; i < n; i++) {
      put(
          new NodeFailure(
              release,
              "failed-" + i,
              release,
              "class-" + random.nextInt(3),
              "pool-0",
              null,
              null,
              pick("neverReady", "notReady"),
              time(),
              "it failed"));
      put(new CountedNode(release, "failed-" + i));
    }
  }

  private void past(String claim) {
    boolean registered = chance(0.8);
    boolean initialized = registered && chance(0.8);
    var launch =
        new PastLaunch(
            claim,
            "pool-" + random.nextInt(2),
            all(InstanceType.class).stream().map(InstanceType::name).findFirst().orElse("m5.large"),
            "ami-" + random.nextInt(4),
            time(),
            Resources.NONE,
            null,
            "class-" + random.nextInt(2),
            pick(null, "us-east-1a"),
            registered ? time() : null,
            initialized ? time() : null,
            initialized ? pick("True", "False", "Unknown") : null,
            initialized ? time() : null,
            chance(0.9) ? time() : null,
            pick(null, null, "Drifted", "Empty", "Underutilized"),
            null,
            null,
            null,
            null,
            null);
    put(ended(launch, Math.floorMod((launch.ami() + launch.nodePool()).hashCode(), 4)));
  }

  /** Some are interrupted, some are as old as they may be. It takes nothing from the seed. */
  private static PastLaunch ended(PastLaunch it, int how) {
    Instant expires = how == 1 ? it.launched() : null;
    var launch =
        new PastLaunch(
            it.nodeClaim(),
            it.nodePool(),
            it.instanceType(),
            it.ami(),
            it.launched(),
            it.promised(),
            it.allocatable(),
            it.nodeClass(),
            it.zone(),
            it.registered(),
            it.initialized(),
            it.ready(),
            it.readySince(),
            it.deleted(),
            it.disruption(),
            null,
            expires,
            it.node(),
            it.drift(),
            it.deletedWith());
    return how == 0 ? launch.interruptedAt(it.launched()) : launch;
  }

  /** Around the times at which worlds are judged. */
  private Instant time() {
    return Instant.parse(
        "2026-0"
            + pick("8-30T22:30", "8-31T22:30", "8-31T23:40", "8-31T23:59", "9-01T00:00")
            + ":00Z");
  }
}
