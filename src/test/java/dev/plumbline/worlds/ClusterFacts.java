package dev.plumbline.worlds;

import dev.plumbline.Given;
import dev.plumbline.fact.Cluster.StatusCondition;
import dev.plumbline.fact.Disruption.DisruptionBudget;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.NodeClasses.AmiSelectorTerm;
import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import dev.plumbline.fact.Nodes.Instance;
import dev.plumbline.fact.Nodes.Node;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.source.PolicyData;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** The nodes of a random world, with what they are compared with. */
final class ClusterFacts extends Dice {

  /**
   * Without those of images and bundles, which other generators set, the numbers of {@code Sizing},
   * and one that would throw the dice of all chosen worlds once more.
   */
  private static final List<Parameter> DEFAULTS =
      PolicyData.read(RuleFiles.shipped().all()).parameters().stream()
          .filter(each -> !each.name().startsWith("ami."))
          .filter(each -> !each.name().equals("approval.trustAuthor"))
          .filter(each -> !each.name().equals("fleet.bundleFor"))
          .filter(each -> !each.name().matches("capacity\\.(arm64|host|kube|eviction).*"))
          .toList();

  private final Map<String, Fact> facts;
  private final List<String> types = new ArrayList<>(List.of("gone.large"));
  private final List<String> amis = new ArrayList<>(List.of("ami-77"));
  private final List<NodePool> pools = new ArrayList<>();

  private ClusterFacts(SplittableRandom random, Map<String, Fact> facts) {
    super(random);
    this.facts = facts;
  }

  /** Adds nodes to a world, and to its pools and node classes what nodes drift from. */
  static void random(SplittableRandom random, Map<String, Fact> facts) {
    var clusters = new ClusterFacts(random, facts);
    boolean rollout = clusters.chance(0.3);
    if (rollout) {
      clusters.rollOut();
    }
    for (Fact fact : List.copyOf(facts.values())) {
      switch (fact) {
        case InstanceType it -> clusters.types.add(it.name());
        case Ami it -> clusters.amis.add(it.id());
        case EC2NodeClass it -> clusters.nodeClass(it);
        case NodePool it -> clusters.pool(it);
        default -> {}
      }
    }
    clusters.parameters();
    if (rollout) {
      clusters.keepFew();
    }
    for (int i = 0, n = random.nextInt(10); i < n; i++) {
      clusters.claim("claim-" + i, "node-" + i, "i-" + random.nextInt(4));
    }
    for (int i = 0; i < 4; i++) {
      clusters.instance("i-" + i);
    }
  }

  /** Makes it likely that some nodes run a new image already, and others do not yet. */
  private void rollOut() {
    facts.keySet().removeIf(key -> key.startsWith("AmiSelectorTerm/class-0/"));
    put(new AmiSelectorTerm("class-0", 0, null, "ami-0", null, null, null, Tags.NONE));
    put(Given.nodeClass("class-0", "AL2023", Tags.NONE, Tags.NONE));
    put(Given.nodePool("pool-0", "class-0", null, Requirements.NONE, Tags.NONE));
    put(Given.nodePool("pool-1", "class-0", null, Requirements.NONE, Tags.NONE));
    put(
        new Ami(
            "ami-0",
            "golden-v3",
            "available",
            null,
            "x86_64",
            "123456789012",
            null,
            chance(0.1) ? null : Instant.parse("2026-08-27T00:00:00Z"),
            null,
            Tags.NONE,
            "hvm",
            "ebs",
            "/dev/xvda",
            2,
            true,
            null,
            null,
            null));
  }

  private void keepFew() {
    pools.removeIf(pool -> !pool.nodeClass().equals("class-0"));
    amis.clear();
    amis.addAll(List.of("ami-0", "ami-5"));
    types.removeFirst();
    types.subList(Math.min(3, types.size()), types.size()).clear();
    types.add("m5.large");
  }

  private void parameters() {
    for (Parameter parameter : DEFAULTS) {
      if (chance(0.95)) {
        facts.putIfAbsent(parameter.key(), parameter);
      }
    }
    maybe(0.4, new Parameter("rollout.soak", "", pick("7d", "40d", "1d")));
    maybe(0.4, new Parameter("rollout.canaryPools", "0", pick("pool-1", "*-0")));
    maybe(0.5, new Parameter("rollout.minimumNodes", "", "1"));
    maybe(0.2, new Parameter("rollout.maxFailedPercent", "", pick("0", "50")));
  }

  private void nodeClass(EC2NodeClass old) {
    var annotations = new HashMap<>(old.annotations().map());
    annotations.putAll(hash("karpenter.k8s.aws/ec2nodeclass-hash").map());
    put(
        new EC2NodeClass(
            old.name(),
            old.amiFamily(),
            Tags.of(annotations),
            old.zones(),
            old.deleting() || chance(0.05),
            old.instanceStorePolicy(),
            chance(0.3) ? Values.NONE : Values.of("subnet-1", "subnet-2"),
            chance(0.3) ? Values.NONE : Values.of("sg-1"),
            chance(0.5) ? Values.NONE : Values.of("cr-1"),
            chance(0.8) ? "" : pick("pg-1", null)));
  }

  private void pool(NodePool old) {
    var annotations = new HashMap<>(old.annotations().map());
    annotations.putAll(hash("karpenter.sh/nodepool-hash").map());
    var labels = new HashMap<>(old.labels().map());
    if (chance(0.3)) {
      labels.put("plumbline.dev/canary", pick("true", "false"));
    }
    var pool =
        new NodePool(
            old.name(),
            old.nodeClass(),
            old.weight(),
            old.requirements(),
            Tags.of(annotations),
            Tags.of(labels),
            old.deleting(),
            old.replicas(),
            old.limits(),
            old.usage());
    put(pool);
    pools.add(pool);
    for (int i = 0, n = random.nextInt(3); i < n; i++) {
      put(budget(pool.name(), i));
    }
    String healthy = pick("True", "False", "Unknown");
    maybe(
        0.3,
        new StatusCondition(
            "NodePool", pool.name(), "NodeRegistrationHealthy", healthy, "", "", null));
  }

  private DisruptionBudget budget(String pool, int position) {
    Values reasons =
        chance(0.5) ? Values.NONE : Values.of(pick("Drifted", "Empty"), pick("Drifted", "Odd"));
    String nodes = pick("0", "1", "5", "10%", "50%", "0%", "few");
    return new DisruptionBudget(
        pool,
        position,
        nodes,
        reasons,
        chance(0.5) ? null : pick("@daily", "0 22 * * *", "0 9 * * 7"),
        chance(0.5) ? null : pick(Duration.ofHours(1), Duration.ofHours(4)),
        reasons.none() && nodes.equals("50%"));
  }

  private void claim(String name, String node, String instance) {
    NodePool pool = pools.isEmpty() || chance(0.05) ? null : pools.get(weighted(pools.size()));
    boolean started = chance(0.75);
    var labels = new HashMap<String, String>();
    when(0.8, () -> labels.put("karpenter.sh/capacity-type", pick("spot", "spot", "on-demand")));
    when(0.8, () -> labels.put("kubernetes.io/arch", "amd64"));
    when(0.8, () -> labels.put("kubernetes.io/os", "linux"));
    when(0.1, () -> labels.put("karpenter.k8s.aws/placement-group-id", pick("pg-1", "pg-2")));
    var annotations = new HashMap<>(hash("karpenter.sh/nodepool-hash").map());
    annotations.putAll(hash("karpenter.k8s.aws/ec2nodeclass-hash").map());
    put(
        new NodeClaim(
            name,
            pool == null ? pick(null, "pool-8") : pool.name(),
            pool == null || chance(0.1) ? "class-0" : pool.nodeClass(),
            chance(0.05) ? null : types.get(random.nextInt(types.size())),
            chance(0.1) ? null : pick("us-east-1a", "us-east-1b", "us-east-1d"),
            labels.get("karpenter.sh/capacity-type"),
            chance(0.05) ? null : amis.get(weighted(amis.size())),
            chance(0.05) ? null : node,
            chance(0.1) ? null : "aws:///us-east-1a/" + instance,
            Tags.of(labels),
            Tags.of(annotations),
            chance(0.05)
                ? null
                : Instant.parse(pick("2026-08-31T23:50:00Z", "2026-08-31T22:00:00Z")),
            chance(0.1),
            chance(0.92),
            started ? Instant.parse("2026-08-31T22:02:00Z") : null,
            started ? Instant.parse(pick("2026-08-31T23:30:00Z", "2026-08-31T22:05:00Z")) : null,
            Resources.NONE,
            Resources.NONE));
    maybe(
        0.08,
        new StatusCondition("NodeClaim", name, "InstanceTerminating", "True", "Going", "", null));
    maybe(
        0.92,
        new Node(
            node,
            pool == null ? null : pool.name(),
            null,
            null,
            null,
            Tags.NONE,
            null,
            false,
            chance(0.7) ? "True" : pick(null, "False", "Unknown"),
            null,
            Resources.NONE,
            Resources.NONE));
  }

  private void instance(String id) {
    maybe(
        0.8,
        new Instance(
            id,
            "ami-1",
            "m5.large",
            "us-east-1a",
            "running",
            pick(null, "subnet-1", "subnet-9"),
            pick(Values.NONE, Values.of("sg-1"), Values.of("sg-2")),
            pick(null, null, "cr-1", "cr-9")));
  }

  private Tags hash(String key) {
    return chance(0.1)
        ? Tags.NONE
        : Tags.of(Map.of(key, pick("1", "1", "1", "2"), key + "-version", pick("v3", "v3", "v2")));
  }

  /** A place in a list, the first ones more often, so that nodes meet. */
  private int weighted(int size) {
    return Math.min(random.nextInt(size), random.nextInt(size));
  }

  private void maybe(double probability, Fact fact) {
    if (chance(probability)) {
      put(fact);
    }
  }

  private void put(Fact fact) {
    facts.put(fact.key(), fact);
  }

  private void when(double probability, Runnable then) {
    if (chance(probability)) {
      then.run();
    }
  }
}
