package dev.plumbline.worlds;

import dev.plumbline.fact.Cluster.Account;
import dev.plumbline.fact.Cluster.ClusterVersion;
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.Images.SsmParameter;
import dev.plumbline.fact.InstanceTypes.InstanceTypeOffering;
import dev.plumbline.fact.InstanceTypes.OnDemandPrice;
import dev.plumbline.fact.InstanceTypes.SpotPrice;
import dev.plumbline.fact.InstanceTypes.UnavailableOffering;
import dev.plumbline.fact.NodeClasses.AmiSelectorTerm;
import dev.plumbline.fact.NodeClasses.CapacityReservation;
import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import dev.plumbline.fact.NodeClasses.KubeletConfiguration;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.source.PolicyData;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A small random cluster in which Karpenter has something to decide: every source is there, no
 * policy beyond the shipped one is set, each node class has images, and pools ask for what some
 * types have. Where {@link RandomWorld} aims at every rule, most of its pools can launch nothing.
 */
final class LiveWorld extends Dice {

  /** What is shipped, every parameter at its default. */
  private static final PolicyData POLICY = PolicyData.read(RuleFiles.shipped().all());

  static final String SELF = "123456789012";
  static final List<String> ZONES = List.of("us-east-1a", "us-east-1b", "us-east-1c");

  private static final List<String> FAMILIES =
      List.of("al2023", "al2023", "bottlerocket", "al2", "windows2022");
  private static final List<String> SOURCES =
      List.of(
          ("images instance-types instance-type-offerings ssm-parameters prices spot-prices"
                  + " instances events cluster cluster-state ec2-node-classes node-pools node-claims"
                  + " node-overlays nodes pods daemon-sets image-verdicts daemon-set-pods"
                  + " cluster-events config-maps replicas decision-log")
              .split(" "));

  private final Map<String, Fact> facts = new LinkedHashMap<>();
  private final Instant now;

  private LiveWorld(long seed) {
    super(new SplittableRandom(seed * 31 + 97));
    now = Instant.parse("2026-09-01T00:00:00Z").plus(Duration.ofMinutes(random.nextInt(10_000)));
  }

  /** A world; the same for the same seed. */
  static List<Fact> random(long seed) {
    var world = new LiveWorld(seed);
    // Nodes that fail put no release into quarantine: Karpenter does not know of such a thing.
    world.put(new Parameter("rollout.maxFailedPercent", "", "100"));
    POLICY.facts().forEach(world::put);
    POLICY.parameters().forEach(world::put);
    world.put(new EvaluationTime(world.now));
    world.put(new Account(SELF));
    world.put(world.chance(0.5) ? version(32) : version(33));
    for (String source : SOURCES) {
      world.put(synced(source));
    }
    for (int i = 0, n = 6 + world.random.nextInt(8); i < n; i++) {
      world.put(world.image("ami-" + i));
    }
    LiveTypes.some(world).forEach(world::put);
    world.offerings();
    for (int i = 0, n = 1 + world.random.nextInt(2); i < n; i++) {
      world.nodeClass("class-" + i);
    }
    LivePools pools = LivePools.random(world);
    LiveNodes.random(world);
    LivePods.random(world, pools);
    return List.copyOf(world.facts.values());
  }

  private static ClusterVersion version(int minor) {
    return new ClusterVersion("1." + minor, minor);
  }

  private static SourceStatus synced(String source) {
    return new SourceStatus(source, "synced", "Describe" + source, null, null, null, 0, 7, 0);
  }

  void put(Fact fact) {
    facts.putIfAbsent(fact.key(), fact);
  }

  Instant now() {
    return now;
  }

  <T extends Fact> List<T> all(Class<T> type) {
    return facts.values().stream().filter(type::isInstance).map(type::cast).toList();
  }

  /** {@code node.kubernetes.io/windows-build} of a family; null for Linux. */
  static @Nullable String windowsBuild(@Nullable String family) {
    return family == null
        ? null
        : switch (family.toLowerCase(java.util.Locale.ROOT)) {
          case "windows2019" -> "10.0.17763";
          case "windows2022" -> "10.0.20348";
          case "windows2025" -> "10.0.26100";
          default -> null;
        };
  }

  /** Nothing of which preflight has anything against; names say nothing of hardware in most. */
  private Ami image(String id) {
    String owner = pick(SELF, SELF, "602401143452", "999999999999");
    boolean arm = chance(0.4);
    return new Ami(
        id,
        chance(0.06)
            ? "amazon-eks-node-al2023-x86_64-nvidia-1.32-v1"
            : pick("golden-v1", "golden-v2", "golden-v3", "silver-v1"),
        chance(0.9) ? "available" : pick("pending", "failed", "disabled"),
        null,
        arm ? "arm64" : chance(0.97) ? "x86_64" : "i386",
        owner,
        owner.startsWith("6") ? "amazon" : null,
        chance(0.04)
            ? null
            : Instant.parse("2026-0" + pick("7-01", "7-15", "8-01", "8-20") + "T00:00:00Z"),
        chance(0.75) ? null : now.plusSeconds(pick(-86_400L, -1L, 0L, 86_400L)),
        chance(0.5) ? Tags.of(Map.of("stage", pick("prod", "build"))) : Tags.NONE,
        "hvm",
        "ebs",
        "/dev/xvda",
        2,
        true,
        null,
        null,
        null);
  }

  private void offerings() {
    for (var type : all(dev.plumbline.fact.InstanceTypes.InstanceType.class)) {
      if (chance(0.95)) {
        put(new OnDemandPrice(type.name(), pick(100_000L, 200_000L, 333_333L)));
      }
      for (String zone : ZONES) {
        if (chance(0.75)) {
          put(new InstanceTypeOffering(type.name(), zone));
        }
        if (chance(0.9)) {
          put(new SpotPrice(type.name(), zone, pick(50_000L, 100_000L, 250_000L)));
        }
        for (String capacityType : List.of("on-demand", "spot")) {
          if (chance(0.08)) {
            shortage(capacityType, type.name(), zone);
          }
        }
      }
    }
    if (chance(0.05)) {
      shortage("spot", "*", "*");
    }
    if (chance(0.05)) {
      shortage(pick("spot", "on-demand"), "*", pick(ZONES));
    }
  }

  private void shortage(String capacityType, String type, String zone) {
    Instant since = now.minusSeconds(pick(30, 179, 181, 600));
    put(new UnavailableOffering(capacityType, type, zone, "InsufficientInstanceCapacity", since));
  }

  private void nodeClass(String name) {
    String alias = chance(0.6) ? pick(FAMILIES) : null;
    var zones = new TreeMap<String, String>();
    for (String zone : ZONES) {
      if (zones.isEmpty() || chance(0.7)) {
        zones.put(zone, "use1-az" + (ZONES.indexOf(zone) + 1));
      }
    }
    var reservations = new ArrayList<CapacityReservation>();
    for (var type : all(dev.plumbline.fact.InstanceTypes.InstanceType.class)) {
      List<InstanceTypeOffering> offered =
          all(InstanceTypeOffering.class).stream()
              .filter(it -> it.instanceType().equals(type.name()))
              .toList();
      if (chance(0.05) && !offered.isEmpty()) {
        reservations.add(
            new CapacityReservation(
                name,
                "cr-" + reservations.size(),
                type.name(),
                pick(offered).zone(),
                pick("default", "capacity-block"),
                chance(0.2),
                chance(0.2),
                null));
      }
    }
    reservations.forEach(this::put);
    boolean cards = chance(0.06);
    put(
        new EC2NodeClass(
            name,
            alias != null ? null : pick("AL2023", "Bottlerocket", "Custom", "Windows2022"),
            Tags.of(hash("karpenter.k8s.aws/ec2nodeclass-hash", "v6")),
            Tags.of(zones),
            chance(0.03),
            null,
            Values.of("subnet-1", "subnet-2"),
            chance(0.9) ? Values.of("sg-1", "sg-2") : Values.of("sg-1"),
            Values.of(reservations.stream().map(CapacityReservation::id).toList()),
            pick("", "", "", "pg-1"),
            cards ? Values.of("0/0", pick("0/1", "1/1", "0/5", "1/1/efa-only")) : Values.NONE,
            chance(0.05),
            chance(0.05),
            !reservations.isEmpty()));
    put(
        new KubeletConfiguration(
            name,
            pick(null, null, null, 20),
            null,
            Resources.NONE,
            Resources.NONE,
            Tags.NONE,
            Values.NONE));
    if (alias != null) {
      put(
          term(
              name,
              0,
              alias + (alias.startsWith("w") ? "@latest" : pick("@latest", "@v1.2")),
              null,
              null,
              null,
              null,
              Tags.NONE));
      secrets(alias);
    } else {
      for (int i = 0, n = pick(1, 1, 2, 3); i < n; i++) {
        custom(name, i);
      }
    }
  }

  /** Annotations with a hash and its version, one or both of which may be missing. */
  Map<String, String> hash(String key, String version) {
    var annotations = new TreeMap<String, String>();
    if (chance(0.95)) {
      annotations.put(key, pick("1", "1", "1", "2"));
    }
    if (chance(0.95)) {
      annotations.put(key + "-version", chance(0.93) ? version : "v2");
    }
    return annotations;
  }

  private static AmiSelectorTerm term(
      String nodeClass,
      int index,
      @Nullable String alias,
      @Nullable String id,
      @Nullable String name,
      @Nullable String owner,
      @Nullable String ssmParameter,
      Tags tags) {
    return new AmiSelectorTerm(nodeClass, index, alias, id, name, owner, ssmParameter, tags);
  }

  private void custom(String nodeClass, int index) {
    Tags tags = Tags.of(Map.of("stage", pick("prod", "*", "p*")));
    String name = pick("golden-*", "*-v1", "*");
    put(
        switch (random.nextInt(6)) {
          case 0, 1 -> term(nodeClass, index, null, anyImage(), null, null, null, Tags.NONE);
          case 2 ->
              term(nodeClass, index, null, null, name, null, null, chance(0.3) ? tags : Tags.NONE);
          case 3 ->
              term(
                  nodeClass,
                  index,
                  null,
                  null,
                  name,
                  pick("self", "amazon", "999999999999"),
                  null,
                  Tags.NONE);
          case 4 -> term(nodeClass, index, null, null, null, null, null, tags);
          default -> term(nodeClass, index, null, null, null, null, "/own/image", Tags.NONE);
        });
    if (chance(0.8)) {
      put(new SsmParameter("/own/image", chance(0.95) ? anyImage() : "none"));
    }
  }

  String anyImage() {
    return "ami-" + random.nextInt(15);
  }

  /**
   * An image of its own behind most paths of the alias, of the architecture that the path names.
   */
  private void secrets(String family) {
    var used = new TreeSet<String>();
    all(SsmParameter.class).forEach(it -> used.add(it.value()));
    for (var path : all(dev.plumbline.fact.Images.AliasPath.class)) {
      if (path.family().equals(family) && path.variant().equals("standard") && chance(0.85)) {
        String kubernetes = all(ClusterVersion.class).getFirst().version();
        List<String> fit =
            all(Ami.class).stream()
                .filter(ami -> path.architecture().equals(ami.kubernetesArchitecture()))
                .map(Ami::id)
                .filter(id -> !used.contains(id))
                .toList();
        if (!fit.isEmpty()) {
          String latest = path.parameter(kubernetes, "latest");
          String image = pick(fit);
          boolean known = facts.containsKey("SsmParameter/" + latest);
          if (!known) {
            used.add(image);
            put(new SsmParameter(latest, image));
            put(new SsmParameter(path.parameter(kubernetes, "v1.2"), image));
          }
        }
      }
    }
  }
}
