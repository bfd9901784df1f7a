package dev.plumbline.twin;

import dev.plumbline.conclusion.DaemonSetLands;
import dev.plumbline.conclusion.InstanceTypeCapacity;
import dev.plumbline.conclusion.InstanceTypeUsable;
import dev.plumbline.conclusion.InstanceTypeZones;
import dev.plumbline.conclusion.PodMeets;
import dev.plumbline.fact.InstanceType;
import dev.plumbline.fact.NodePool;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Requirement;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** pending-pods.drl: what would nodes of the types of a pool have for a pod? */
final class TwinTypes {

  /** A type as a node of the pool would be. */
  record Room(InstanceType type, InstanceTypeZones zones, InstanceTypeCapacity capacity) {}

  static final Comparator<Room> BY_SIZE =
      Comparator.comparingInt((Room room) -> room.type().vcpus())
          .thenComparingLong(room -> room.type().memoryMiB())
          .thenComparing(room -> room.type().name());

  private final TwinFacts world;
  private final TwinConclusions out;
  private final NodePool pool;
  private final PodMeets ask;
  private final Set<DaemonSetLands> landing;
  private final List<Room> rooms = new ArrayList<>();

  TwinTypes(
      TwinFacts world,
      TwinConclusions out,
      NodePool pool,
      PodMeets ask,
      Set<DaemonSetLands> landing) {
    this.world = world;
    this.out = out;
    this.pool = pool;
    this.ask = ask;
    this.landing = landing;
  }

  /** The usable types of the pool. */
  List<Room> rooms() {
    for (InstanceTypeUsable usable : new LinkedHashSet<>(out.of(InstanceTypeUsable.class))) {
      if (!usable.nodePool().equals(pool.name())) {
        continue;
      }
      for (InstanceTypeCapacity each : new LinkedHashSet<>(out.of(InstanceTypeCapacity.class))) {
        if (each.nodeClass().equals(pool.nodeClass())
            && each.instanceType().equals(usable.instanceType())
            && each.ami().equals(usable.ami())) {
          InstanceType type =
              world.types.stream()
                  .filter(it -> it.name().equals(each.instanceType()))
                  .findFirst()
                  .orElseThrow();
          for (InstanceTypeZones zones : new HashSet<>(out.of(InstanceTypeZones.class))) {
            if (zones.instanceType().equals(type.name())) {
              rooms.add(new Room(type, zones, each));
            }
          }
        }
      }
    }
    return rooms;
  }

  boolean meets(Room room, Tags zones) {
    return meets(room, zones, ask.requirements());
  }

  private static boolean meets(Room room, Tags zones, Requirements required) {
    return required.admit(room.type().labels())
        && (!room.zones().known()
            || room.zones().zones().list().stream()
                .anyMatch(zone -> required.allowZone(zone, zones)));
  }

  Resources taken(Room room) {
    Resources all = Resources.NONE;
    var counted = new HashSet<String>();
    for (DaemonSetLands each : landing) {
      if (each.requirements().admit(room.type().labels()) && counted.add(each.daemonSet())) {
        all = all.plus(each.requests());
      }
    }
    return all;
  }

  boolean fits(Room room) {
    Resources needed = ask.requests().plus(taken(room));
    return needed.map().entrySet().stream()
        .allMatch(each -> each.getValue().compareTo(has(room, each.getKey(), needed)) <= 0);
  }

  static Quantity has(Room room, String resource, Resources needed) {
    return room.capacity().unknown().list().contains(resource)
        ? needed.quantity(resource)
        : room.capacity().allocatable().quantity(resource);
  }

  String barring(Tags zones) {
    for (Requirement each : ask.requirements().list()) {
      if (rooms.stream().noneMatch(room -> meets(room, zones, Requirements.of(each)))) {
        return each.toString();
      }
    }
    return ask.requirements().toString();
  }

  double lack(Room room) {
    Resources needed = ask.requests().plus(taken(room));
    return needed.map().entrySet().stream()
        .mapToDouble(
            each -> {
              double there = has(room, each.getKey(), needed).milli();
              double asked = each.getValue().milli();
              return asked <= there ? 0 : there <= 0 ? 1e9 : asked / there;
            })
        .max()
        .orElse(0);
  }
}
