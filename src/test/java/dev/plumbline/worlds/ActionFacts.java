package dev.plumbline.worlds;

import dev.plumbline.fact.Cluster.Account;
import dev.plumbline.fact.Cluster.ClusterVersion;
import dev.plumbline.fact.Cluster.ObjectFault;
import dev.plumbline.fact.Cluster.StatusCondition;
import dev.plumbline.fact.Disruption.WrittenHold;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Images.AliasPath;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.Images.SsmError;
import dev.plumbline.fact.Images.SsmParameter;
import dev.plumbline.fact.NodeClasses.AmiSelectorTerm;
import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import dev.plumbline.fact.NodeOverlays.NodeOverlay;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.fact.Policy.ActionFailure;
import dev.plumbline.fact.Policy.ActionWrites;
import dev.plumbline.fact.Policy.FieldWrites;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.fact.Policy.Waiver;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.Tags;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** What actions of a random world rest on: modes, caps, promotion, tiers, images of one release. */
final class ActionFacts extends Dice {

  private static final Instant SINCE = Instant.parse("2026-08-31T23:58:00Z");
  private static final List<String> KINDS = List.of("PinAmis", "TagAmi", "NarrowNodePool");

  private final Map<String, Fact> facts;

  private ActionFacts(SplittableRandom random, Map<String, Fact> facts) {
    super(random);
    this.facts = facts;
  }

  /** Adds to a world what its actions rest on. */
  static void random(SplittableRandom random, Map<String, Fact> facts) {
    var more = new ActionFacts(random, facts);
    more.parameters();
    if (more.chance(0.25)) {
      more.alias("class-0");
    }
    if (more.chance(0.35)) {
      more.promotion();
    }
    for (Fact fact : List.copyOf(facts.values())) {
      switch (fact) {
        case EC2NodeClass it -> more.nodeClass(it);
        case NodePool it -> more.pool(it);
        case NodeClaim it -> more.claim(it);
        default -> {}
      }
    }
    more.tiers();
    more.outcomes();
    more.waivers();
    new ActionFacts(new SplittableRandom(named(facts)), facts).writes();
  }

  /** By the names of facts other than parameters: one more of these makes no other world. */
  private static int named(Map<String, Fact> facts) {
    return facts.entrySet().stream()
        .filter(each -> !(each.getValue() instanceof Parameter))
        .mapToInt(each -> each.getKey().hashCode())
        .sum();
  }

  private void parameters() {
    maybe(0.3, new Parameter("actions.mode", "*", pick("observe", "enforce", "on")));
    maybe(
        0.3,
        new Parameter("actions.mode", pick("PinAmis", "Report", "Pin"), pick("observe", "on")));
    maybe(0.3, new Parameter("actions.maxObjects", pick(KINDS), pick("0", "2", "3")));
    maybe(0.1, new Parameter("hold.whileGateClosed", "", "false"));
    maybe(0.3, new Parameter("narrow.evenIfNodesDrift", "", "true"));
  }

  /** A node class that follows an alias to images whose names tell their release. */
  private void alias(String nodeClass) {
    String family = pick("al2023", "al2023", "bottlerocket", "windows2022");
    String version = pick("latest", "latest", "latest", "v1.3");
    String kubernetes =
        facts.get("ClusterVersion") instanceof ClusterVersion told ? told.version() : "1.32";
    facts.keySet().removeIf(key -> key.startsWith("AmiSelectorTerm/" + nodeClass + "/"));
    put(term(nodeClass, 0, family + "@" + version, null));
    if (chance(0.05)) {
      put(term(nodeClass, 1, null, "ami-1"));
    }
    int number = 30;
    for (Fact fact : List.copyOf(facts.values())) {
      if (fact instanceof AliasPath path && path.family().equals(family) && chance(0.7)) {
        String id = "ami-" + number++;
        String release = chance(0.9) ? "v1.3" : "v1.2";
        String name = chance(0.95) && path.image() != null ? path.image() : "golden";
        String named =
            name.replace("{kubernetes}", kubernetes)
                .replace("v{release}", release)
                .replace("{release}", release)
                .replace("-*", "-abc");
        put(image(id, named, path.architecture().equals("arm64") ? "arm64" : "x86_64", Tags.NONE));
        String found = path.parameter(kubernetes, version);
        facts.remove(new SsmError(found, "").key());
        put(new SsmParameter(found, id));
        String pinned = path.parameter(kubernetes, release);
        maybe(0.3, new SsmParameter(pinned, chance(0.8) ? id : "ami-1"));
      }
    }
    maybe(0.1, new Parameter("ami.excludedIds", "0", "ami-30"));
  }

  private static AmiSelectorTerm term(String nodeClass, int index, String alias, String id) {
    return new AmiSelectorTerm(nodeClass, index, alias, id, null, null, null, Tags.NONE);
  }

  private Ami image(String id, String name, String architecture, Tags tags) {
    String owner = facts.get("Account") instanceof Account it && it.id() != null ? it.id() : "1";
    return new Ami(
        id,
        name,
        chance(0.95) ? "available" : "pending",
        null,
        architecture,
        owner,
        null,
        chance(0.1) ? null : Instant.parse("2026-08-2" + pick("1", "9") + "T00:00:00Z"),
        null,
        tags,
        "hvm",
        "ebs",
        "/dev/xvda",
        2,
        true,
        null,
        null,
        null);
  }

  /** The image as one that the account itself has built. */
  private Ami own(Ami it, Tags tags) {
    return new Ami(
        it.id(),
        it.name(),
        it.state(),
        it.stateReason(),
        it.architecture(),
        facts.get("Account") instanceof Account own && own.id() != null ? own.id() : it.ownerId(),
        null,
        it.creationDate(),
        it.deprecationTime(),
        tags,
        it.virtualizationType(),
        it.rootDeviceType(),
        it.rootDeviceName(),
        it.rootSnapshotGiB(),
        it.enaSupport(),
        it.bootMode(),
        it.platform(),
        null);
  }

  private void promotion() {
    maybe(0.95, new Parameter("promotion.from", "stage", "build"));
    maybe(0.95, new Parameter("promotion.to", "verified", "yes"));
    maybe(0.2, new Parameter("promotion.to", "by", "*"));
    maybe(0.5, new Parameter("promotion.after", "", pick("7d", "1d")));
    maybe(0.5, new Parameter("promotion.canaryNodes", "", pick("1", "1", "3")));
    for (int i = 0; i < 4; i++) {
      String id = "ami-" + (i == 0 ? 0 : random.nextInt(8));
      var tags = new HashMap<>(Map.of("stage", pick("build", "build", "build", "other")));
      if (chance(0.3)) {
        tags.put("verified", pick("yes", "no"));
      }
      if (chance(0.2)) {
        tags.put("plumbline.dev/mode", pick("enforce", "on"));
      }
      Tags all = Tags.of(tags);
      boolean known = facts.get("Ami/" + id) instanceof Ami && chance(0.7);
      put(known ? own((Ami) facts.get("Ami/" + id), all) : image(id, "golden-v3", "x86_64", all));
    }
    maybe(0.1, new Parameter("ami.excludedIds", "0", "ami-0"));
  }

  private void nodeClass(EC2NodeClass it) {
    if (chance(0.2)) {
      put(
          new EC2NodeClass(
              it.name(),
              it.amiFamily(),
              with(it.annotations(), "plumbline.dev/mode", pick("enforce", "observe", "on")),
              it.zones(),
              it.deleting(),
              it.instanceStorePolicy(),
              it.subnets(),
              it.securityGroups(),
              it.capacityReservations(),
              it.placementGroup()));
    }
  }

  private void pool(NodePool it) {
    Tags annotations = it.annotations();
    if (chance(0.2)) {
      annotations = with(annotations, "plumbline.dev/mode", pick("enforce", "observe", "on"));
    }
    if (chance(0.2)) {
      annotations = with(annotations, "plumbline.dev/hold-disruption", "{}");
    }
    if (chance(0.1)) {
      annotations = with(annotations, "plumbline.dev/maintain-preference-tiers", "{}");
    }
    put(pool(it.name(), it, annotations, it.labels(), it.deleting()));
  }

  private static NodePool pool(
      String name, NodePool like, Tags annotations, Tags labels, boolean deleting) {
    return new NodePool(
        name,
        like.nodeClass(),
        like.weight(),
        like.requirements(),
        annotations,
        labels,
        deleting,
        like.replicas(),
        like.limits(),
        like.usage());
  }

  private void claim(NodeClaim it) {
    maybe(
        0.3,
        new StatusCondition(
            "NodeClaim",
            it.name(),
            "Drifted",
            pick("True", "True", "False"),
            "AMIDrift",
            "",
            null));
  }

  /**
   * Pools and overlays that were made for tiers, of pools that are there and of some that are not.
   */
  private void tiers() {
    var pools = new ArrayList<NodePool>();
    facts
        .values()
        .forEach(
            fact -> {
              if (fact instanceof NodePool it) {
                pools.add(it);
              }
            });
    for (int i = 0, n = pools.isEmpty() || chance(0.5) ? 0 : 3; i < n; i++) {
      NodePool like = pools.get(random.nextInt(pools.size()));
      String parent = chance(0.2) ? "pool-9" : like.name();
      Tags labels = Tags.of(Map.of("plumbline.dev/tier-of", parent));
      Tags mode =
          chance(0.7) ? Tags.NONE : Tags.of(Map.of("plumbline.dev/mode", pick("enforce", "on")));
      String name = chance(0.3) ? "pool-8" : parent + pick("-m5", "-x", "-c7i");
      if (chance(0.5)) {
        put(pool(name, like, mode, labels, chance(0.1)));
        hand(name);
      } else {
        put(new NodeOverlay(name, mode, chance(0.9) ? labels : Tags.NONE, chance(0.1)));
      }
    }
  }

  /** Gives some claims to the pool of a tier. */
  private void hand(String pool) {
    for (Fact fact : List.copyOf(facts.values())) {
      if (fact instanceof NodeClaim it && chance(0.3)) {
        put(
            new NodeClaim(
                it.name(),
                pool,
                it.nodeClass(),
                it.instanceType(),
                it.zone(),
                it.capacityType(),
                it.ami(),
                it.nodeName(),
                it.providerId(),
                it.labels(),
                it.annotations(),
                it.created(),
                it.deleting(),
                it.launched(),
                it.registered(),
                it.initialized(),
                it.capacity(),
                it.allocatable()));
      }
    }
  }

  private void outcomes() {
    for (String kind : KINDS) {
      maybe(0.15, new ActionWrites(kind, pick(1, 2, 12), SINCE));
      maybe(
          0.15,
          new ActionFailure(
              kind,
              pick("EC2NodeClass/class-0", "NodePool/pool-0"),
              pick("Conflict", "Forbidden", "Odd", "ParameterNotFound"),
              "no",
              pick(1, 7),
              SINCE));
    }
    maybe(0.1, new ObjectFault("node-pools", "NodePool/pool-7", "no nodeClassRef"));
  }

  /** From a generator of its own, so that the rest of each world stays as it is. */
  private void writes() {
    for (String kind : List.of("PinAmis", "HoldDisruption", "TagAmi")) {
      for (String object : List.of("NodePool/pool-0", "EC2NodeClass/class-0")) {
        int writes = pick(1, 2, 3, 4);
        int counted = pick(0, 2, 6, 700);
        maybe(
            0.2,
            new FieldWrites(
                kind,
                object,
                writes,
                pick(1, 1, Math.min(2, writes)),
                chance(0.3),
                SINCE,
                counted,
                counted == 0 ? null : SINCE,
                chance(0.5) ? "terraform" : null));
      }
    }
    maybe(0.2, new Parameter("actions.maxWritesPerField", "PinAmis", pick("2", "9")));
    maybe(0.2, new Parameter("actions.mode", "HoldDisruption", pick("enforce", "observe")));
    for (String pool : List.of("pool-0", "pool-1")) {
      maybe(0.5, new WrittenHold(pool, chance(0.3)));
    }
  }

  private void waivers() {
    String rule =
        pick(
            "PIN-020",
            "PIN-022",
            "PIN-024",
            "PIN-026",
            "PIN-030",
            "PIN-031",
            "NARROW-020",
            "NARROW-021",
            "NARROW-022",
            "PROMOTE-010",
            "PROMOTE-011",
            "PROMOTE-012",
            "PROMOTE-013",
            "PROMOTE-014");
    Instant until = Instant.parse("2027-01-01T00:00:00Z");
    maybe(0.4, new Waiver("CHG-9", rule, pick("*", "*/*-0", "*"), "team-b", "meant", until));
  }

  private static Tags with(Tags tags, String key, String value) {
    var all = new HashMap<>(tags.map());
    all.put(key, value);
    return Tags.of(all);
  }

  private void maybe(double probability, Fact fact) {
    if (chance(probability)) {
      put(fact);
    }
  }

  private void put(Fact fact) {
    facts.put(fact.key(), fact);
  }
}
