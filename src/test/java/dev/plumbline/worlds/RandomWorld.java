package dev.plumbline.worlds;

import dev.plumbline.fact.Cluster.Account;
import dev.plumbline.fact.Cluster.ClusterVersion;
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Cluster.ObjectFault;
import dev.plumbline.fact.Cluster.StatusCondition;
import dev.plumbline.fact.Disruption.NodePoolConsolidation;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Images.AliasPath;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.Images.SsmError;
import dev.plumbline.fact.Images.SsmParameter;
import dev.plumbline.fact.InstanceTypes.InstanceTypeOffering;
import dev.plumbline.fact.NodeClasses.AmiSelectorTerm;
import dev.plumbline.fact.NodeClasses.BlockDeviceMapping;
import dev.plumbline.fact.NodeClasses.StatusAmi;
import dev.plumbline.fact.Nodes.Node;
import dev.plumbline.fact.Operator;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.fact.Policy.RuleSwitchedOff;
import dev.plumbline.fact.Pools.ForeignNodePool;
import dev.plumbline.fact.Requirement;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Tags;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.source.PolicyData;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Small random worlds, dense enough that every rule fires in some. Names are few, so that the facts
 * of two worlds are often two states of one thing.
 */
public final class RandomWorld extends Dice {

  static final List<Fact> POLICY = PolicyData.read(RuleFiles.shipped().all()).facts();

  private static final String SELF = "123456789012";
  private static final String GPU = "karpenter.k8s.aws/instance-gpu-count";
  private static final List<String> ERRORS =
      List.of("Throttling", "AccessDenied", "ParameterNotFound", "Odd");

  private final Map<String, Fact> facts = new LinkedHashMap<>();

  private final long seed;
  private final boolean audited;

  private RandomWorld(long seed) {
    super(new SplittableRandom(seed));
    this.seed = seed;
    this.audited = new SplittableRandom(seed * 31 + 79).nextDouble() < 0.3;
  }

  /** A world; the same for the same seed. */
  public static List<Fact> random(long seed) {
    var world = new RandomWorld(seed);
    // By name: a line more in the data of the policy makes no other worlds.
    POLICY.stream()
        .filter(fact -> !WorkloadFacts.adds(fact) && !FleetFacts.adds(fact) && kept(seed, fact))
        .forEach(fact -> world.some(1, fact));
    world.surroundings();
    world.parameters();
    for (int i = 0, n = 2 + world.random.nextInt(12); i < n; i++) {
      world.image("ami-" + world.random.nextInt(16));
    }
    for (int i = 0, n = 1 + world.random.nextInt(4); i < n; i++) {
      world.nodeClass("class-" + i);
    }
    InstanceTypeFacts.random(world.random, fact -> world.some(1, fact));
    world.offerings();
    for (int i = 0, n = world.random.nextInt(6); i < n; i++) {
      world.pool("pool-" + i);
    }
    PoolFacts.random(world.random, List.copyOf(world.facts.values()), fact -> world.some(1, fact));
    PreferenceFacts.random(world.random, world.facts);
    NodeFacts.random(world.random, List.copyOf(world.facts.values()), fact -> world.some(1, fact));
    ClusterFacts.random(world.random, world.facts);
    ActionFacts.random(world.random, world.facts);
    if (world.chance(0.03)) {
      world.facts.values().removeIf(Node.class::isInstance);
    }
    if (world.chance(0.1)) {
      String pool = "NodePool/pool-" + world.random.nextInt(3);
      world.some(1, new ObjectFault("node-pools", pool, world.pick("is cut", "is no quantity")));
    }
    SourceFacts.scopes(world.random, fact -> world.some(1, fact));
    SourceFacts.coverage(seed, fact -> world.facts.put(fact.key(), fact));
    if (world.chance(0.1)) {
      String rule = world.pick("LOOP-001", "AMI-010");
      world.some(1, new RuleSwitchedOff(rule, "team-a", "by hand", world.pick("high", "low")));
    }
    ReservedFacts.random(seed, world.facts);
    VerdictFacts.random(seed, world.facts);
    StuckFacts.random(seed, world.facts);
    FailureFacts.random(seed, world.facts);
    DaemonSetFacts.random(seed, world.facts);
    WorkloadFacts.random(seed, world.facts);
    PendingFacts.random(seed, world.facts);
    ReleaseFacts.random(seed, world.facts);
    OverlayFacts.random(seed, world.facts);
    RevisionFacts.random(seed, fact -> world.facts.put(fact.key(), fact));
    RevisionFacts.replicas(seed, fact -> world.facts.put(fact.key(), fact));
    if (new SplittableRandom(seed * 31 + 77).nextDouble() < 0.1) {
      var foreign = new ForeignNodePool("auto", "eks.amazonaws.com", "NodeClass");
      world.facts.put(foreign.key(), foreign);
    }
    if (new SplittableRandom(seed * 31 + 78).nextDouble() < 0.1) {
      var balanced = new NodePoolConsolidation("pool-0", "Balanced");
      world.facts.put(balanced.key(), balanced);
    }
    if (world.audited && new SplittableRandom(seed * 31 + 80).nextDouble() < 0.3) {
      var refused = new Parameter("ami.refuseNotAllowed", "", String.valueOf(seed % 3 > 0));
      world.facts.put(refused.key(), refused);
    }
    if (new SplittableRandom(seed * 31 + 82).nextDouble() < 0.3) {
      var longer = new Parameter("hold.gateClosedFor", "", "12h");
      world.facts.put(longer.key(), longer);
    }
    FleetFacts.random(seed, world.facts);
    return List.copyOf(world.facts.values());
  }

  private static boolean kept(long seed, Fact fact) {
    return new SplittableRandom(seed * 31 + fact.key().hashCode()).nextDouble() < 0.99;
  }

  /**
   * What EC2 Allowed AMIs says of an image; null where the account does not have it in audit mode.
   */
  private @Nullable Boolean allowed(String image) {
    return audited ? new SplittableRandom(image.hashCode() + seed).nextInt(3) > 0 : null;
  }

  private void surroundings() {
    some(0.96, new EvaluationTime(Instant.parse("2026-09-0" + pick(1, 1, 2) + "T00:00:00Z")));
    some(0.95, new Account(chance(0.15) ? null : SELF));
    int minor = pick(31, 32, 32, 33, 35);
    some(0.93, new ClusterVersion("1." + minor, minor));
    SourceFacts.random(random, fact -> some(1, fact));
  }

  private void parameters() {
    some(0.1, new Parameter("ami.minimumAge", "", pick("7d", "36h", "40d")));
    some(0.1, new Parameter("ami.refuseDeprecated", "", pick("true", "false")));
    some(0.1, new Parameter("ami.architectures", "0", pick("x86_64", "arm64")));
    some(0.15, new Parameter("ami.excludedIds", "0", pick("ami-1", "ami-2", "ami-3")));
    some(0.15, new Parameter("ami.excludedNames", "0", pick("golden-*", "*-v2")));
    some(0.1, new Parameter("ami.requiredTags", "stage", pick("prod", "*")));
    some(0.1, new Parameter("ami.trustedOwners", "0", pick("self", "amazon", SELF)));
    some(0.05, new Parameter("ami.trustedOwners", "1", "602401143452"));
  }

  private void image(String id) {
    String owner = pick(SELF, "602401143452", "999999999999");
    boolean arm = chance(0.35);
    some(
        1,
        new Ami(
            id,
            name(arm),
            chance(0.8)
                ? "available"
                : pick("pending", "failed", "error", "disabled", "deregistered"),
            chance(0.9) ? null : "still copying",
            arm ? "arm64" : chance(0.93) ? "x86_64" : pick("i386", "x86_64_mac"),
            owner,
            owner.startsWith("6") && chance(0.9) ? "amazon" : null,
            chance(0.12)
                ? null
                : Instant.parse("2026-08-" + pick("01", "12", "27", "30") + "T00:00:00Z"),
            chance(0.7) ? null : Instant.parse("202" + pick(5, 7, 9) + "-01-01T00:00:00Z"),
            tags(),
            chance(0.85) ? "hvm" : pick("paravirtual", null),
            chance(0.85) ? "ebs" : pick("instance-store", null),
            pick("/dev/xvda", "/dev/sda1", null),
            pick(2, 8, 30, null),
            chance(0.75) ? Boolean.TRUE : pick(false, null),
            chance(0.6) ? null : pick("uefi", "legacy-bios", "uefi-preferred"),
            null,
            allowed(id)));
  }

  private String name(boolean arm) {
    String version = pick("-v1", "-v2");
    return switch (random.nextInt(7)) {
      case 0 -> "amazon-eks-gpu-node-1.32" + version;
      case 1 -> "amazon-eks-node-al2023-" + (arm ? "arm64" : "x86_64") + "-nvidia-1.32" + version;
      case 2 -> "amazon-eks-node-al2023-x86_64-neuron-1.32" + version;
      case 3 -> "bottlerocket-aws-k8s-1.32-nvidia-x86_64" + version;
      case 4 -> "";
      default -> "golden" + version;
    };
  }

  private Tags tags() {
    var tags = new HashMap<String, String>();
    if (chance(0.5)) {
      tags.put("stage", pick("prod", "build"));
    }
    if (chance(0.1)) {
      tags.put(GPU, pick("", "!", "*", "1,4"));
    }
    if (chance(0.06)) {
      tags.put("karpenter.k8s.aws/instance-gpu-manufacturer", pick("nvidia", "amd"));
    }
    if (chance(0.06)) {
      tags.put("karpenter.k8s.aws/instance-category", pick("c, m", "g"));
    }
    if (chance(0.1)) {
      tags.put("kubernetes.io/arch", pick("amd64", "arm64", "*"));
    }
    return Tags.of(tags);
  }

  private void nodeClass(String name) {
    String family =
        chance(0.5) ? null : pick("AL2", "AL2023", "Bottlerocket", "Windows2022", "Custom", "Odd");
    Tags variant =
        chance(0.8)
            ? Tags.NONE
            : Tags.of(Map.of("plumbline.dev/variant", pick("fips", "fips", "odd")));
    Tags zones =
        chance(0.6)
            ? Tags.NONE
            : Tags.of(Map.of("us-east-1a", "use1-az1", "us-east-1b", pick("use1-az2", "")));
    some(0.96, PoolFacts.nodeClass(random, name, family, variant, zones));
    for (int i = 0, n = pick(0, 1, 1, 1, 1, 1, 2, 2, 3); i < n; i++) {
      AmiSelectorTerm term = term(name, i);
      some(1, term);
      secrets(term);
    }
    for (int i = 0, n = pick(0, 0, 1, 2); i < n; i++) {
      some(
          1,
          new BlockDeviceMapping(
              name, i, pick("/dev/xvda", "/dev/sda1"), false, pick(null, 4, 40), null));
    }
    for (int i = 0, n = pick(0, 1, 2); i < n; i++) {
      var set =
          Requirements.of(
              new Requirement("kubernetes.io/arch", Operator.IN, pick("amd64", "arm64")));
      some(1, new StatusAmi(name, i, "ami-" + random.nextInt(16), chance(0.2), set));
    }
    some(
        0.5,
        new StatusCondition(
            "EC2NodeClass", name, "AMIsReady", pick("True", "False"), "Was", "so", null));
    some(
        0.1,
        new StatusCondition(
            "NodePool", name, pick("AMIsReady", "Ready"), "True", "Was", "so", null));
  }

  private AmiSelectorTerm term(String nodeClass, int index) {
    String id = "ami-" + random.nextInt(16);
    String name = pick("golden*", "*-v1", "*", "amazon-eks-*");
    String owner = pick("self", "amazon", SELF, "999999999999");
    Tags tags = Tags.of(Map.of("stage", pick("prod", "*")));
    String path = pick("/own/image", "arn:aws:ssm:us-east-1:123456789012:parameter/own/image");
    String alias =
        pick(
                "al2",
                "al2023",
                "al2023",
                "bottlerocket",
                "bottlerocket",
                "windows2022",
                "windows2025",
                "odd")
            + pick("@latest", "@latest", "@latest", "@v1.2", "@", "");
    return switch (random.nextInt(12)) {
      case 0, 1, 2 ->
          new AmiSelectorTerm(nodeClass, index, alias, null, null, null, null, Tags.NONE);
      case 3 -> new AmiSelectorTerm(nodeClass, index, null, id, null, null, null, Tags.NONE);
      case 4, 5 ->
          new AmiSelectorTerm(nodeClass, index, null, null, name, null, null, tagsOrNone(tags));
      case 6 ->
          new AmiSelectorTerm(nodeClass, index, null, null, name, owner, null, tagsOrNone(tags));
      case 7 -> new AmiSelectorTerm(nodeClass, index, null, null, null, owner, null, tags);
      case 8 -> new AmiSelectorTerm(nodeClass, index, null, null, null, null, null, tags);
      case 9, 10 -> new AmiSelectorTerm(nodeClass, index, null, null, null, null, path, Tags.NONE);
      default ->
          new AmiSelectorTerm(
              nodeClass,
              index,
              chance(0.3) ? alias : null,
              chance(0.4) ? id : null,
              chance(0.4) ? name : null,
              chance(0.4) ? owner : null,
              chance(0.3) ? path : null,
              chance(0.3) ? tags : Tags.NONE);
    };
  }

  private Tags tagsOrNone(Tags tags) {
    return chance(0.3) ? tags : Tags.NONE;
  }

  /** What SSM says of the paths that a term may look up. */
  private void secrets(AmiSelectorTerm term) {
    if (term.ssmParameter() != null) {
      secret("/own/image");
    }
    for (Fact fact : POLICY) {
      if (fact instanceof AliasPath path && path.family().equals(term.aliasFamily())) {
        String kubernetes =
            facts.get("ClusterVersion") instanceof ClusterVersion told ? told.version() : "1.32";
        secret(path.parameter(kubernetes, term.aliasVersion()));
      }
    }
  }

  private void secret(String name) {
    boolean found = chance(0.8);
    String value = chance(0.95) ? "ami-" + random.nextInt(16) : "not-an-image";
    some(found ? 1 : 0, new SsmParameter(name, value));
    some(found ? 0.01 : 0.5, new SsmError(name, chance(0.6) ? "ParameterNotFound" : pick(ERRORS)));
  }

  private void offerings() {
    for (Fact fact : List.copyOf(facts.values())) {
      if (fact instanceof dev.plumbline.fact.InstanceTypes.InstanceType type) {
        for (String zone : List.of("us-east-1a", "us-east-1b", "us-east-1c")) {
          some(0.6, new InstanceTypeOffering(type.name(), zone));
        }
      }
    }
  }

  private void pool(String name) {
    var requirements = new ArrayList<Requirement>();
    for (int i = 0, n = pick(0, 1, 1, 2, 3); i < n; i++) {
      requirements.add(requirement());
    }
    some(
        1,
        PoolFacts.nodePool(
            random,
            name,
            "class-" + (chance(0.95) ? random.nextInt(3) : 9),
            Requirements.of(requirements),
            chance(0.8)
                ? Tags.NONE
                : Tags.of(Map.of("plumbline.dev/prefer-form", pick("nodeoverlay", "nodepool")))));
  }

  private Requirement requirement() {
    String cpu = "karpenter.k8s.aws/instance-cpu";
    return switch (random.nextInt(19)) {
      case 0 -> new Requirement(cpu, Operator.GT, pick("2", "8"));
      case 1 -> new Requirement(cpu, Operator.LT, pick("4", "9"));
      case 2 -> new Requirement(cpu, Operator.GTE, pick("2", "8"));
      case 3 -> new Requirement(cpu, Operator.LTE, pick("2", "8"));
      case 4 -> new Requirement(GPU, Operator.EXISTS);
      case 5 -> new Requirement(GPU, Operator.DOES_NOT_EXIST);
      case 6 ->
          new Requirement("karpenter.k8s.aws/instance-category", Operator.IN, "c", pick("m", "g"));
      case 7 ->
          new Requirement(
              "karpenter.k8s.aws/instance-category", Operator.NOT_IN, pick("g", "m", "t"));
      case 8, 9 -> new Requirement("kubernetes.io/arch", Operator.IN, pick("amd64", "arm64"));
      case 10 ->
          new Requirement(
              "topology.kubernetes.io/zone", Operator.IN, pick("us-east-1a", "us-east-1c"));
      case 11 ->
          new Requirement("topology.k8s.aws/zone-id", Operator.IN, pick("use1-az1", "use1-az2"));
      case 12 ->
          new Requirement("kubernetes.io/os", Operator.IN, pick("linux", "linux", "windows"));
      case 13 ->
          new Requirement("karpenter.k8s.aws/instance-gpu-manufacturer", Operator.NOT_IN, "nvidia");
      case 14, 15 -> new Requirement("karpenter.sh/capacity-type", Operator.IN, "spot");
      case 16 ->
          new Requirement(
              "karpenter.sh/capacity-type", Operator.IN, "on-demand", pick("spot", "reserved"));
      case 17 ->
          new Requirement(
              "karpenter.k8s.aws/instance-family", Operator.IN, pick("m7i-flex", "c7g", "m5"));
      default ->
          new Requirement(
              pick("team", "node.kubernetes.io/instance-type"), Operator.IN, "m5.large");
    };
  }

  /** Adds a fact with a probability, unless there is one of its key. */
  private void some(double probability, Fact fact) {
    if (chance(probability)) {
      facts.putIfAbsent(fact.key(), fact);
    }
  }
}
