package dev.plumbline.worlds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.conclusion.CapacityConclusions.BranchInterfaces;
import dev.plumbline.conclusion.CapacityConclusions.CapacityOverestimate;
import dev.plumbline.conclusion.CapacityConclusions.InstanceTypeCapacity;
import dev.plumbline.conclusion.CapacityConclusions.LearnedCapacity;
import dev.plumbline.conclusion.CapacityConclusions.NodeClassSizing;
import dev.plumbline.conclusion.CapacityConclusions.NodeMemory;
import dev.plumbline.conclusion.CapacityConclusions.PodDevice;
import dev.plumbline.conclusion.InstanceTypeConclusions.InstanceTypeAmi;
import dev.plumbline.conclusion.InstanceTypeConclusions.InstanceTypeUsable;
import dev.plumbline.conclusion.InstanceTypeConclusions.InstanceTypeZones;
import dev.plumbline.conclusion.InstanceTypeConclusions.OfferingsLeft;
import dev.plumbline.conclusion.NodeClassConclusions.NodeClassPlatform;
import dev.plumbline.conclusion.OverlayConclusions.NodeOverlayCapacity;
import dev.plumbline.conclusion.PodConclusions.DaemonSetLands;
import dev.plumbline.conclusion.PodConclusions.PodMeets;
import dev.plumbline.conclusion.PodConclusions.PodObstacle;
import dev.plumbline.conclusion.PodConclusions.PodRoom;
import dev.plumbline.conclusion.PoolConclusions.MinValuesFound;
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Images.AmiFamily;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.InstanceTypes.RememberedCapacity;
import dev.plumbline.fact.Labels;
import dev.plumbline.fact.NodeClasses.BlockDeviceMapping;
import dev.plumbline.fact.NodeClasses.CapacityReservation;
import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import dev.plumbline.fact.NodeClasses.KubeletConfiguration;
import dev.plumbline.fact.NodeClasses.NetworkInterface;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.fact.Pools.MinValues;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What a node has, what nodes have shown, and which types have room for a pod: the numbers that the
 * rules conclude, worked out once more. Each check takes its inputs from what was concluded before,
 * so that a difference shows where it is made.
 */
class CapacityArithmeticTest {

  @Test
  void sizingsFollowFromNodeClassFamilyAndKubelet() {
    int compared = 0;
    for (SettledWorld world : SettledWorld.settled()) {
      var expected = new HashSet<NodeClassSizing>();
      world.facts(EC2NodeClass.class).forEach(each -> size(world, each, expected));
      assertThat(world.concluded(NodeClassSizing.class))
          .as("seed %d", world.seed())
          .hasSameElementsAs(expected);
      compared += expected.size();
    }
    assertThat(compared).isPositive();
  }

  private static void size(
      SettledWorld world, EC2NodeClass nodeClass, Set<NodeClassSizing> sizings) {
    Parameter overhead = world.parameter("karpenter.vmMemoryOverheadPercent");
    Parameter reserved = world.parameter("karpenter.reservedENIs");
    KubeletConfiguration kubelet =
        world.facts(KubeletConfiguration.class).stream()
            .filter(each -> each.nodeClass().equals(nodeClass.name()))
            .findFirst()
            .orElse(null);
    if (kubelet == null
        || overhead == null
        || reserved == null
        || world.closed("capacity", nodeClass.key())) {
      return;
    }
    List<AmiFamily> families =
        world.concluded(NodeClassPlatform.class).stream()
            .filter(platform -> platform.nodeClass().equals(nodeClass.name()))
            .flatMap(
                platform ->
                    world.facts(AmiFamily.class).stream()
                        .filter(family -> family.name().equals(platform.amiFamily())))
            .toList();
    var limits = new HashSet<Integer>();
    int perCore = 0;
    for (AmiFamily family : families) {
      limits.add(kubelet.maxPods() == null ? family.maxPods() : kubelet.maxPods());
      boolean counts = kubelet.podsPerCore() != null && kubelet.podsPerCore() > 0;
      perCore = counts && family.podsPerCore() ? kubelet.podsPerCore() : perCore;
    }
    List<NetworkInterface> listed =
        world.facts(NetworkInterface.class).stream()
            .filter(each -> each.nodeClass().equals(nodeClass.name()))
            .toList();
    List<NetworkInterface> efa =
        listed.stream().filter(each -> each.interfaceType().equals("efa-only")).toList();
    for (AmiFamily family : families) {
      for (Integer limit : limits) {
        for (int volume : volumes(world, nodeClass.name(), families)) {
          sizings.add(
              new NodeClassSizing(
                  nodeClass.name(),
                  family.os().equals("windows"),
                  limit,
                  perCore,
                  family.reservesByNetwork(),
                  overhead.value(),
                  Integer.parseInt(reserved.value()),
                  !listed.isEmpty(),
                  efa.size(),
                  (int) efa.stream().filter(each -> each.networkCardIndex() == 0).count(),
                  Objects.equals(nodeClass.instanceStorePolicy(), "RAID0"),
                  volume,
                  kubelet.kubeReserved(),
                  kubelet.systemReserved(),
                  kubelet.evictionHard()));
        }
      }
    }
  }

  /** The volume that pods write on: the mapped root, the mapped device of the family, its own. */
  private static Set<Integer> volumes(
      SettledWorld world, String nodeClass, List<AmiFamily> families) {
    List<BlockDeviceMapping> mappings =
        world.facts(BlockDeviceMapping.class).stream()
            .filter(each -> each.nodeClass().equals(nodeClass))
            .sorted(Comparator.comparingInt(BlockDeviceMapping::position))
            .toList();
    List<BlockDeviceMapping> roots =
        mappings.stream().filter(m -> m.rootVolume() && m.volumeSizeGiB() != null).toList();
    if (!roots.isEmpty()) {
      return Set.of(roots.getFirst().volumeSizeGiB());
    }
    var volumes = new HashSet<Integer>();
    for (AmiFamily family : families) {
      for (BlockDeviceMapping mapping : mappings) {
        boolean used =
            family.ephemeralDevice() == null
                ? mapping.equals(mappings.getLast())
                : mapping.deviceName().equals(family.ephemeralDevice());
        if (used && mapping.volumeSizeGiB() != null) {
          volumes.add(mapping.volumeSizeGiB());
        }
      }
    }
    if (volumes.isEmpty()) {
      families.forEach(family -> volumes.add(family.ephemeralGiB()));
    }
    return volumes;
  }

  @Test
  void capacityIsWhatKarpentersFormulasGive() {
    int compared = 0;
    for (SettledWorld world : SettledWorld.settled()) {
      var branches = new HashMap<String, String>();
      world
          .parameters("capacity.podEni")
          .forEach(entry -> branches.put(entry.item(), entry.value()));
      Tags table = Tags.of(branches);
      assertThat(world.concluded(BranchInterfaces.class))
          .containsExactly(new BranchInterfaces(table));
      var expected = new HashSet<InstanceTypeCapacity>();
      var overestimates = new HashSet<String>();
      for (NodeClassSizing sizing : world.concluded(NodeClassSizing.class)) {
        for (InstanceTypeAmi pair : world.concluded(InstanceTypeAmi.class)) {
          if (!pair.nodeClass().equals(sizing.nodeClass())) {
            continue;
          }
          var size =
              new KarpenterSize(
                  sizing, type(world, pair.instanceType()), table, exactVolume(world, sizing));
          Quantity memory =
              world.concluded(LearnedCapacity.class).stream()
                  .filter(each -> each.instanceType().equals(pair.instanceType()))
                  .filter(each -> each.ami().equals(pair.ami()))
                  .map(LearnedCapacity::memory)
                  .findFirst()
                  .orElse(null);
          Resources capacity = size.capacity(memory);
          expected.add(
              new InstanceTypeCapacity(
                  sizing.nodeClass(),
                  pair.instanceType(),
                  pair.ami(),
                  capacity,
                  size.allocatable(capacity),
                  memory == null ? "estimated" : "learned",
                  size.unknown()));
          Quantity estimated = Quantity.ofMebibytes(size.memoryMiB());
          if (memory != null && memory.compareTo(estimated) < 0) {
            overestimates.add(pair + " " + estimated + " " + size.overheadFor(memory));
          }
        }
      }
      assertThat(world.concluded(InstanceTypeCapacity.class))
          .as("seed %d", world.seed())
          .hasSameElementsAs(expected);
      assertThat(world.concluded(CapacityOverestimate.class))
          .as("seed %d", world.seed())
          .hasSameSizeAs(overestimates)
          .allMatch(
              each ->
                  overestimates.stream()
                      .anyMatch(
                          one ->
                              one.startsWith(
                                      new InstanceTypeAmi(
                                              each.nodeClass(), each.instanceType(), each.ami())
                                          + " "
                                          + each.estimated())
                                  && each.message()
                                      .contains(one.substring(one.lastIndexOf(' ') + 1))));
      compared += expected.size();
    }
    assertThat(compared).isGreaterThan(300);
  }

  /** What is written where the volume for pods is not in whole GiB, though EC2 rounds it up. */
  private static @Nullable Quantity exactVolume(SettledWorld world, NodeClassSizing sizing) {
    return world.concluded(PodDevice.class).stream()
        .filter(device -> device.nodeClass().equals(sizing.nodeClass()))
        .flatMap(
            device ->
                world.facts(BlockDeviceMapping.class).stream()
                    .filter(each -> each.nodeClass().equals(device.nodeClass()))
                    .filter(each -> each.position() == device.position()))
        .filter(each -> Objects.equals(each.volumeSizeGiB(), sizing.volumeGiB()))
        .map(BlockDeviceMapping::exactSize)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  private static InstanceType type(SettledWorld world, String name) {
    return world.facts(InstanceType.class).stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void memoryIsLearnedFromTheSmallestNodeAndForgottenWithTime() {
    for (SettledWorld world : SettledWorld.settled()) {
      var smallest = new HashMap<String, NodeMemory>();
      var counts = new HashMap<String, Integer>();
      for (NodeMemory memory : world.concluded(NodeMemory.class)) {
        String pair = memory.instanceType() + "/" + memory.ami();
        smallest.merge(pair, memory, (a, b) -> a.memory().compareTo(b.memory()) <= 0 ? a : b);
        counts.merge(pair, 1, Integer::sum);
      }
      boolean closed = world.closed("capacity-learning", "Cluster");
      Map<String, LearnedCapacity> expected = new HashMap<>();
      if (!closed) {
        smallest.forEach(
            (pair, it) ->
                expected.put(
                    pair, new LearnedCapacity(it.instanceType(), it.ami(), it.memory(), null)));
      }
      for (RememberedCapacity it : world.facts(RememberedCapacity.class)) {
        String pair = it.instanceType() + "/" + it.ami();
        NodeMemory shown = smallest.get(pair);
        boolean kept =
            shown == null
                ? fresh(world, it)
                : shown.memory().compareTo(it.memory()) > 0
                    && !enough(world, counts.getOrDefault(pair, 0));
        if (closed || kept) {
          expected.put(
              pair, new LearnedCapacity(it.instanceType(), it.ami(), it.memory(), it.confirmed()));
        }
      }
      assertThat(world.concluded(LearnedCapacity.class))
          .as("seed %d", world.seed())
          .containsExactlyInAnyOrderElementsOf(expected.values());
    }
  }

  private static boolean enough(SettledWorld world, int nodes) {
    Parameter least = world.parameter("capacity.raiseAfterNodes");
    return least != null && Integer.parseInt(least.value()) <= nodes;
  }

  private static boolean fresh(SettledWorld world, RememberedCapacity remembered) {
    EvaluationTime time = world.fact(EvaluationTime.class);
    Parameter span = world.parameter("capacity.learnedFor");
    return time != null
        && (span == null
            || Duration.between(remembered.confirmed(), time.instant()).compareTo(span.duration())
                < 0);
  }

  /** A type as a node of a pool would be. */
  private record Room(InstanceType type, InstanceTypeZones zones, InstanceTypeCapacity capacity) {}

  private static final Comparator<Room> BY_SIZE =
      Comparator.comparingInt((Room room) -> room.type().vcpus())
          .thenComparingLong(room -> room.type().memoryMiB())
          .thenComparing(room -> room.type().name());

  @Test
  void roomForPodsIsWhatTheTypesOfThePoolHave() {
    int compared = 0;
    for (SettledWorld world : SettledWorld.settled()) {
      var rooms = new HashSet<PodRoom>();
      var obstacles = new TreeSet<String>();
      for (PodMeets pod : world.concluded(PodMeets.class)) {
        NodePool pool = named(world.facts(NodePool.class), it -> it.name().equals(pod.nodePool()));
        EC2NodeClass nodeClass =
            named(world.facts(EC2NodeClass.class), it -> it.name().equals(pool.nodeClass()));
        if (nodeClass != null) {
          new Fit(world, pool, nodeClass, pod, rooms, obstacles).check();
        }
      }
      assertThat(world.concluded(PodRoom.class))
          .as("seed %d", world.seed())
          .hasSameElementsAs(rooms);
      assertThat(world.concluded(PodObstacle.class))
          .as("seed %d", world.seed())
          .filteredOn(each -> each.rule().matches("PEND-0(45|5.)"))
          .extracting(
              it -> it.rule() + " " + it.nodePool() + " " + it.instanceType() + " " + it.shape())
          .hasSameElementsAs(obstacles);
      compared += rooms.size() + obstacles.size();
    }
    assertThat(compared).isGreaterThan(300);
  }

  private static <T> T named(List<T> all, Predicate<T> which) {
    return all.stream().filter(which).findFirst().orElse(null);
  }

  /** One pod and one pool. */
  private record Fit(
      SettledWorld world,
      NodePool pool,
      EC2NodeClass nodeClass,
      PodMeets pod,
      Set<PodRoom> found,
      Set<String> obstacles) {

    void check() {
      Tags zones = nodeClass.zones();
      boolean subnet =
          zones.map().isEmpty()
              || zones.map().keySet().stream()
                  .anyMatch(zone -> pod.requirements().allowZone(zone, zones));
      if (!subnet) {
        stop("PEND-045", null);
      }
      List<Room> rooms = rooms();
      List<Room> meeting = rooms.stream().filter(this::meets).toList();
      List<Room> fitting = meeting.stream().filter(this::fits).sorted(BY_SIZE).toList();
      if (rooms.isEmpty()) {
        return;
      }
      String smallest = fitting.isEmpty() ? null : fitting.getFirst().type().name();
      found.add(new PodRoom(pod.shape(), pool.name(), meeting.size(), smallest));
      if (meeting.isEmpty()) {
        if (subnet) {
          stop("PEND-051", null);
        }
      } else if (fitting.isEmpty()) {
        Comparator<Room> nearest = Comparator.comparingDouble(this::lack);
        stop(
            "PEND-052",
            meeting.stream().min(nearest.thenComparing(BY_SIZE)).orElseThrow().type().name());
      } else {
        if (limited(fitting)) {
          stop("PEND-053", smallest);
        }
        if (lacksValues(fitting)) {
          stop("PEND-054", smallest);
        }
        if (fitting.stream().noneMatch(room -> open(room) || reservedFor(room))) {
          stop("PEND-055", smallest);
        }
      }
    }

    private void stop(String rule, String type) {
      obstacles.add(rule + " " + pool.name() + " " + type + " " + pod.shape());
    }

    private List<Room> rooms() {
      var rooms = new ArrayList<Room>();
      for (InstanceTypeUsable usable : world.concluded(InstanceTypeUsable.class)) {
        for (InstanceTypeCapacity it : world.concluded(InstanceTypeCapacity.class)) {
          if (usable.nodePool().equals(pool.name())
              && it.nodeClass().equals(pool.nodeClass())
              && it.instanceType().equals(usable.instanceType())
              && it.ami().equals(usable.ami())) {
            world.concluded(InstanceTypeZones.class).stream()
                .filter(zones -> zones.instanceType().equals(it.instanceType()))
                .forEach(
                    zones -> rooms.add(new Room(type(world, it.instanceType()), zones, with(it))));
          }
        }
      }
      return rooms;
    }

    /** With what overlays add to the type in this pool. */
    private InstanceTypeCapacity with(InstanceTypeCapacity it) {
      var capacity = new HashMap<>(it.capacity().map());
      var allocatable = new HashMap<>(it.allocatable().map());
      for (NodeOverlayCapacity added : world.concluded(NodeOverlayCapacity.class)) {
        if (added.nodePool().equals(pool.name())
            && added.instanceType().equals(it.instanceType())) {
          capacity.putAll(added.capacity().map());
          allocatable.putAll(added.capacity().map());
        }
      }
      return new InstanceTypeCapacity(
          it.nodeClass(),
          it.instanceType(),
          it.ami(),
          Resources.of(capacity),
          Resources.of(allocatable),
          it.basis(),
          it.unknown());
    }

    private boolean meets(Room room) {
      return sold(room)
          || world.facts(CapacityReservation.class).stream().anyMatch(it -> reserved(it, room));
    }

    private boolean reserved(CapacityReservation it, Room room) {
      var labels = new HashMap<>(room.type().labels().map());
      labels.put("karpenter.sh/capacity-type", List.of("reserved"));
      String prefix = "karpenter.k8s.aws/capacity-reservation-";
      labels.put(prefix + "id", List.of(it.id()));
      labels.put(prefix + "type", List.of(it.type()));
      labels.put(prefix + "interruptible", List.of(it.interruptible() ? "true" : "false"));
      return it.nodeClass().equals(nodeClass.name())
          && !it.expiring()
          && it.instanceType().equals(room.type().name())
          && offered(room, it.zone())
          && pod.requirements().allowZone(it.zone(), nodeClass.zones())
          && pod.requirements().admit(Labels.of(labels));
    }

    private static boolean offered(Room room, String zone) {
      return !room.zones().known() || room.zones().zones().list().contains(zone);
    }

    private boolean sold(Room room) {
      return pod.requirements().admit(room.type().labels())
          && (!room.zones().known()
              || room.zones().zones().list().stream()
                  .anyMatch(zone -> pod.requirements().allowZone(zone, nodeClass.zones())));
    }

    /** What the pod needs together with the DaemonSets that would run beside it. */
    private Resources needed(Room room) {
      Resources all = pod.requests();
      var counted = new HashSet<String>();
      for (DaemonSetLands set : world.concluded(DaemonSetLands.class)) {
        if (set.nodePool().equals(pool.name())
            && set.requirements().admit(room.type().labels())
            && counted.add(set.daemonSet())) {
          all = all.plus(set.requests());
        }
      }
      return all;
    }

    private boolean fits(Room room) {
      return needed(room).map().entrySet().stream()
          .allMatch(each -> each.getValue().compareTo(has(room, each.getKey())) <= 0);
    }

    private Quantity has(Room room, String resource) {
      return room.capacity().unknown().list().contains(resource)
          ? needed(room).quantity(resource)
          : room.capacity().allocatable().quantity(resource);
    }

    private double lack(Room room) {
      return needed(room).map().entrySet().stream()
          .mapToDouble(
              each -> {
                double there = has(room, each.getKey()).milli();
                double needed = each.getValue().milli();
                return needed <= there ? 0 : there <= 0 ? 1e9 : needed / there;
              })
          .max()
          .orElse(0);
    }

    private boolean limited(List<Room> fitting) {
      Resources left = pool.limits().minus(pool.usage());
      boolean above =
          pool.limits().map().entrySet().stream()
              .anyMatch(it -> it.getValue().compareTo(pool.usage().quantity(it.getKey())) < 0);
      return !pool.limits().map().isEmpty()
          && !above
          && fitting.stream().noneMatch(room -> within(room, left));
    }

    private static boolean within(Room room, Resources left) {
      return left.map().entrySet().stream()
          .allMatch(
              each -> {
                Quantity has =
                    each.getKey().equals("nodes")
                        ? Quantity.ofWhole(1)
                        : room.capacity().capacity().quantity(each.getKey());
                return has.compareTo(each.getValue()) <= 0;
              });
    }

    private boolean lacksValues(List<Room> fitting) {
      Parameter policy = world.parameter("karpenter.minValuesPolicy");
      return policy != null
          && !policy.value().equals("BestEffort")
          && world.facts(MinValues.class).stream()
              .filter(least -> least.nodePool().equals(pool.name()))
              .filter(
                  least ->
                      world.concluded(MinValuesFound.class).stream()
                          .anyMatch(
                              it ->
                                  it.nodePool().equals(pool.name())
                                      && it.label().equals(least.label())
                                      && it.values().size() >= least.count()))
              .anyMatch(
                  least ->
                      fitting.stream()
                              .flatMap(
                                  it -> it.type().labels().values(least.label()).list().stream())
                              .distinct()
                              .count()
                          < least.count());
    }

    private boolean reservedFor(Room room) {
      return world.facts(CapacityReservation.class).stream()
          .filter(it -> it.nodeClass().equals(nodeClass.name()) && !it.expiring())
          .filter(it -> it.instanceType().equals(room.type().name()))
          .filter(it -> offered(room, it.zone()))
          .filter(it -> pod.requirements().allowZone(it.zone(), nodeClass.zones()))
          .anyMatch(it -> pod.requirements().admit(it.labels(Labels.NONE)));
    }

    private boolean open(Room room) {
      return world.concluded(OfferingsLeft.class).stream()
          .filter(left -> left.instanceType().equals(room.type().name()))
          .allMatch(
              left ->
                  sold("on-demand", left.onDemand().list()) || sold("spot", left.spot().list()));
    }

    private boolean sold(String capacityType, List<String> zones) {
      Requirements required = pod.requirements();
      return required.allow("karpenter.sh/capacity-type", capacityType)
          && zones.stream().anyMatch(zone -> required.allowZone(zone, nodeClass.zones()));
    }
  }
}
