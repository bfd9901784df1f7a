package dev.plumbline.worlds;

import dev.plumbline.Given;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.InstanceTypes.RememberedCapacity;
import dev.plumbline.fact.Launches.PastLaunch;
import dev.plumbline.fact.NodeClasses.BlockDeviceMapping;
import dev.plumbline.fact.NodeClasses.KubeletConfiguration;
import dev.plumbline.fact.NodeClasses.NetworkInterface;
import dev.plumbline.fact.Nodes.Instance;
import dev.plumbline.fact.Nodes.Node;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** Nodes, their claims and pods, and what decides how large they are. */
final class NodeFacts extends Dice {

  private final Consumer<Fact> facts;
  private final List<String> types;

  private NodeFacts(SplittableRandom random, Consumer<Fact> facts, List<String> types) {
    super(random);
    this.facts = facts;
    this.types = types;
  }

  /** The facts of this area in a world that has those of {@code others}. */
  static void random(SplittableRandom random, List<Fact> others, Consumer<Fact> facts) {
    List<String> types =
        others.stream()
            .filter(InstanceType.class::isInstance)
            .map(fact -> ((InstanceType) fact).name())
            .limit(3)
            .toList();
    var world = new NodeFacts(random, facts, types.isEmpty() ? List.of("m5.large") : types);
    world.parameters();
    for (int i = 0; i < 4; i++) {
      world.nodeClass("class-" + i);
    }
    for (int i = 0, n = random.nextInt(7); i < n; i++) {
      world.node(i);
    }
    for (int i = 0, n = random.nextInt(4); i < n; i++) {
      world.pastLaunch("claim-" + random.nextInt(9));
      world.pod("pod-" + i);
      world.remembered();
    }
  }

  private void parameters() {
    parameter("karpenter.vmMemoryOverheadPercent", pick("0.075", "0.075", "0.1", "0"));
    parameter("karpenter.reservedENIs", pick("0", "0", "1", "4"));
    parameter("capacity.raiseAfterNodes", pick("1", "2", "3"));
    parameter("capacity.learnedFor", pick("60d", "7d"));
    parameter("capacity.mismatchPercent", pick("90", "95"));
    parameter("loop.launches", pick("1", "2", "3"));
    parameter("loop.window", pick("1h", "2h"));
    parameter("loop.leaveOut", pick("1h", "15m"));
    for (String type : chance(0.4) ? types : List.<String>of()) {
      if (chance(0.7)) {
        facts.accept(new Parameter("capacity.podEni", type, pick("9", "54", "0")));
      }
    }
  }

  private void parameter(String name, String value) {
    if (chance(0.97)) {
      facts.accept(new Parameter(name, "", value));
    }
  }

  private void nodeClass(String name) {
    if (chance(0.9)) {
      facts.accept(
          new KubeletConfiguration(
              name,
              pick(null, null, null, 20, 110),
              pick(null, null, 0, 4, 10),
              reserved(),
              reserved(),
              evictionHard(),
              chance(0.85) ? Values.NONE : Values.of("maxPods")));
    }
    if (chance(0.3)) {
      String device = pick("/dev/xvdb", "/dev/xvda");
      boolean root = chance(0.5);
      Integer gib = pick(null, 30, 50);
      Quantity exact = Objects.equals(gib, 50) ? Quantity.parse("53G") : null;
      facts.accept(new BlockDeviceMapping(name, 2, device, root, gib, exact));
    }
    for (int i = 0; i < 3; i++) {
      if (chance(0.1)) {
        facts.accept(new NetworkInterface(name, i, pick(0, 0, 1), pick("interface", "efa-only")));
      }
    }
  }

  private Resources reserved() {
    return chance(0.7)
        ? Resources.NONE
        : Resources.of(Map.of(pick("cpu", "memory"), Quantity.ofMebibytes(pick(0, 1, 300))));
  }

  private Tags evictionHard() {
    return chance(0.6)
        ? Tags.NONE
        : Tags.of(
            Map.of(
                pick("memory.available", "nodefs.available", "imagefs.available"),
                pick("5%", "10%", "12.5%", "100%", "500Mi", "odd")));
  }

  private void node(int index) {
    String instance = "i-" + random.nextInt(5);
    String provider = chance(0.85) ? "aws:///us-east-1a/" + instance : null;
    String type = chance(0.95) ? pick(types) : null;
    Tags labels = chance(0.9) ? Tags.of(Map.of("karpenter.sh/registered", "true")) : Tags.NONE;
    String name = "node-" + index;
    facts.accept(
        new Node(
            name,
            "pool-0",
            type,
            "us-east-1a",
            provider,
            labels,
            null,
            false,
            "True",
            null,
            room(),
            room()));
    if (chance(0.6)) {
      facts.accept(
          new Instance(instance, ami(), pick(types), null, "running", null, Values.NONE, null));
    }
    facts.accept(
        new NodeClaim(
            "claim-" + index,
            chance(0.9) ? "pool-" + random.nextInt(2) : null,
            "class-0",
            type,
            "us-east-1a",
            "spot",
            chance(0.9) ? ami() : null,
            chance(0.7) ? name : null,
            chance(0.7)
                ? provider
                : chance(0.5) ? null : "aws:///us-east-1a/i-" + random.nextInt(5),
            Tags.NONE,
            Tags.NONE,
            chance(0.95) ? time() : null,
            chance(0.1),
            true,
            null,
            chance(0.85) ? time() : null,
            room(),
            room()));
  }

  private void pastLaunch(String claim) {
    facts.accept(
        new PastLaunch(
            claim,
            "pool-" + random.nextInt(2),
            pick(types),
            ami(),
            time(),
            room(),
            chance(0.9) ? room() : null));
  }

  private void pod(String name) {
    facts.accept(
        Given.pod(
            "shop",
            name,
            chance(0.3) ? null : time(),
            Resources.of(
                Map.of(
                    "memory",
                    Quantity.ofMebibytes(pick(6500, 7100, 7500)),
                    pick("cpu", "pods", "nvidia.com/gpu"),
                    Quantity.ofWhole(1)))));
  }

  private void remembered() {
    facts.accept(
        new RememberedCapacity(
            pick(types),
            ami(),
            Quantity.ofMebibytes(pick(6400, 7000, 7400)),
            Instant.parse("2026-0" + pick("7-01", "8-28", "8-01") + "T00:00:00Z")));
  }

  private Resources room() {
    var amounts = new HashMap<String, Quantity>();
    if (chance(0.95)) {
      amounts.put("memory", Quantity.ofMebibytes(pick(6400, 7000, 7400, 8000)));
      amounts.put("cpu", Quantity.ofMilli(pick(1000, 1930, 2000)));
      amounts.put("pods", Quantity.ofWhole(pick(29, 35)));
    }
    if (chance(0.15)) {
      amounts.put("nvidia.com/gpu", Quantity.ofWhole(pick(0, 1)));
    }
    return Resources.of(amounts);
  }

  /** Around the times at which worlds are judged. */
  private Instant time() {
    return Instant.parse(
        "2026-0"
            + pick("8-31T22:30", "8-31T23:10", "8-31T23:40", "9-01T00:00", "9-01T23:50")
            + ":00Z");
  }

  private String ami() {
    return "ami-" + random.nextInt(4);
  }
}
