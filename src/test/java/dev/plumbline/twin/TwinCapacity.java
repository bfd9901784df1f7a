package dev.plumbline.twin;

import dev.plumbline.conclusion.BranchInterfaces;
import dev.plumbline.conclusion.CapacityObjection;
import dev.plumbline.conclusion.CapacityOverestimate;
import dev.plumbline.conclusion.EphemeralVolume;
import dev.plumbline.conclusion.InstanceTypeCapacity;
import dev.plumbline.conclusion.LearnedCapacity;
import dev.plumbline.conclusion.MappedVolume;
import dev.plumbline.conclusion.NodeClassPlatform;
import dev.plumbline.conclusion.NodeClassSizing;
import dev.plumbline.conclusion.PodLimit;
import dev.plumbline.fact.AmiFamily;
import dev.plumbline.fact.BlockDeviceMapping;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.InstanceType;
import dev.plumbline.fact.KubeletConfiguration;
import dev.plumbline.fact.NetworkInterface;
import dev.plumbline.fact.Parameter;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Tags;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** capacity.drl: what does a node of an instance type have, and what of it can pods use? */
final class TwinCapacity {

  private final TwinFacts world;
  private final TwinNodes nodes;
  private final Map<String, LearnedCapacity> learned;
  private final TwinConclusions out;
  private final Tags branches;

  private TwinCapacity(
      TwinFacts world, TwinNodes nodes, Map<String, LearnedCapacity> learned, TwinConclusions out) {
    this.world = world;
    this.nodes = nodes;
    this.learned = learned;
    this.out = out;
    var table = new HashMap<String, String>();
    world.parameters("capacity.podEni").forEach(entry -> table.put(entry.item(), entry.value()));
    this.branches = Tags.of(table);
  }

  /** Everything about what nodes have: worked out, learned, promised in vain. */
  static void judge(Collection<Fact> facts, TwinFacts world, TwinConclusions out) {
    var nodes = new TwinNodes(facts);
    var capacity = new TwinCapacity(world, nodes, TwinLearning.learn(world, nodes, out), out);
    out.add(new BranchInterfaces(capacity.branches));
    nodes.kubelets.values().forEach(capacity::object);
    world.classes.values().forEach(capacity::size);
    new TwinLoop(world, nodes, out).find();
  }

  private void object(KubeletConfiguration kubelet) {
    if (!kubelet.expressions().none()) {
      out.add(
          new CapacityObjection(
              "CAP-050",
              kubelet.nodeClass(),
              "expressions are not evaluated: "
                  + kubelet.expressions()
                  + " of its kubelet configuration count as not set, as in Karpenter without the"
                  + " feature gate NodeClassCEL. Maybe write them as numbers."));
    }
    if (kubelet.maxPods() != null) {
      out.add(new PodLimit(kubelet.nodeClass(), "maxPods", kubelet.maxPods()));
    }
  }

  private void size(TwinClass nodeClass) {
    Set<Integer> mapped = new LinkedHashSet<>();
    List<BlockDeviceMapping> roots =
        nodeClass.mappings.stream()
            .filter(m -> m.rootVolume() && m.volumeSizeGiB() != null)
            .sorted(Comparator.comparingInt(BlockDeviceMapping::position))
            .toList();
    roots.stream()
        .filter(m -> m.position() == roots.getFirst().position())
        .forEach(m -> mapped.add(m.volumeSizeGiB()));
    for (NodeClassPlatform platform : nodeClass.platforms) {
      AmiFamily family = nodes.families.get(platform.amiFamily());
      if (family != null && roots.isEmpty()) {
        mapped.addAll(volumes(nodeClass, family));
      }
    }
    Set<Integer> volumes = new LinkedHashSet<>(mapped);
    for (NodeClassPlatform platform : nodeClass.platforms) {
      AmiFamily family = nodes.families.get(platform.amiFamily());
      if (family != null && mapped.isEmpty()) {
        volumes.add(family.ephemeralGiB());
      }
    }
    mapped.forEach(gib -> out.add(new MappedVolume(nodeClass.name, gib)));
    volumes.forEach(gib -> out.add(new EphemeralVolume(nodeClass.name, gib)));
    KubeletConfiguration kubelet = nodes.kubelets.get(nodeClass.name);
    if (kubelet != null) {
      size(nodeClass, kubelet, volumes);
    }
  }

  private static Set<Integer> volumes(TwinClass nodeClass, AmiFamily family) {
    Set<Integer> volumes = new LinkedHashSet<>();
    int last = nodeClass.mappings.stream().mapToInt(BlockDeviceMapping::position).max().orElse(-1);
    for (BlockDeviceMapping mapping : nodeClass.mappings) {
      boolean used =
          family.ephemeralDevice() == null
              ? mapping.position() == last
              : mapping.deviceName().equals(family.ephemeralDevice());
      if (used && mapping.volumeSizeGiB() != null) {
        volumes.add(mapping.volumeSizeGiB());
      }
    }
    return volumes;
  }

  private void size(TwinClass nodeClass, KubeletConfiguration kubelet, Set<Integer> volumes) {
    Set<Integer> limits = new LinkedHashSet<>();
    if (kubelet.maxPods() != null) {
      limits.add(kubelet.maxPods());
    }
    int perCore = 0;
    for (NodeClassPlatform platform : nodeClass.platforms) {
      AmiFamily family = nodes.families.get(platform.amiFamily());
      if (family == null) {
        continue;
      }
      if (kubelet.maxPods() == null) {
        limits.add(family.maxPods());
        String by = family.maxPods() == null ? "network" : "amiFamily";
        out.add(new PodLimit(nodeClass.name, by, family.maxPods()));
      }
      if (kubelet.podsPerCore() != null && kubelet.podsPerCore() > 0) {
        if (family.podsPerCore()) {
          perCore = kubelet.podsPerCore();
          out.add(new PodLimit(nodeClass.name, "podsPerCore", perCore));
        } else {
          out.add(
              new CapacityObjection(
                  "CAP-051",
                  nodeClass.name,
                  family.name()
                      + " ignores podsPerCore: "
                      + kubelet.podsPerCore()
                      + ". Maybe set maxPods instead."));
        }
      }
    }
    List<Parameter> overhead = world.parameters("karpenter.vmMemoryOverheadPercent");
    List<Parameter> reserved = world.parameters("karpenter.reservedENIs");
    if (nodeClass.fact == null
        || out.closed("capacity", nodeClass.fact.key())
        || overhead.isEmpty()
        || reserved.isEmpty()) {
      return;
    }
    List<NetworkInterface> listed = nodes.interfaces.getOrDefault(nodeClass.name, List.of());
    List<NetworkInterface> efa =
        listed.stream().filter(each -> each.interfaceType().equals("efa-only")).toList();
    Set<NodeClassSizing> sizings = new LinkedHashSet<>();
    for (NodeClassPlatform platform : nodeClass.platforms) {
      AmiFamily family = nodes.families.get(platform.amiFamily());
      for (Integer limit : family == null ? Set.<Integer>of() : limits) {
        for (int volume : volumes) {
          sizings.add(
              new NodeClassSizing(
                  nodeClass.name,
                  family.os().equals("windows"),
                  limit,
                  perCore,
                  family.reservesByNetwork(),
                  overhead.getFirst().value(),
                  Integer.parseInt(reserved.getFirst().value()),
                  !listed.isEmpty(),
                  efa.size(),
                  (int) efa.stream().filter(each -> each.networkCardIndex() == 0).count(),
                  Objects.equals(nodeClass.fact.instanceStorePolicy(), "RAID0"),
                  volume,
                  kubelet.kubeReserved(),
                  kubelet.systemReserved(),
                  kubelet.evictionHard()));
        }
      }
    }
    for (NodeClassSizing sizing : sizings) {
      out.add(sizing);
      nodeClass.mapped.forEach(each -> capacity(sizing, each.type(), each.ami()));
    }
  }

  private void capacity(NodeClassSizing sizing, InstanceType type, String ami) {
    var size = new TwinSize(sizing, type, branches);
    LearnedCapacity shown = learned.get(type.name() + "/" + ami);
    Quantity memory = shown == null ? null : shown.memory();
    var capacity = size.capacity(memory);
    out.add(
        new InstanceTypeCapacity(
            sizing.nodeClass(),
            type.name(),
            ami,
            capacity,
            size.allocatable(capacity),
            shown == null ? "estimated" : "learned",
            size.unknown()));
    Quantity estimated = Quantity.ofMebibytes(size.memoryMiB());
    if (memory != null && memory.compareTo(estimated) < 0) {
      out.add(
          new CapacityOverestimate(
              "CAP-040",
              sizing.nodeClass(),
              type.name(),
              ami,
              estimated,
              memory,
              "nodes of %s with %s have %s of memory, but Karpenter works out %s until it has seen one. Maybe set VM_MEMORY_OVERHEAD_PERCENT to %s or more."
                  .formatted(type.name(), ami, memory, estimated, size.overheadFor(memory))));
    }
  }
}
