package dev.plumbline.policy;

import dev.plumbline.conclusion.CapacityConclusions.InstanceTypeCapacity;
import dev.plumbline.conclusion.InstanceTypeConclusions.InstanceTypeZones;
import dev.plumbline.conclusion.PodConclusions.DaemonSetLands;
import dev.plumbline.conclusion.PodConclusions.PoolBasis;
import dev.plumbline.fact.Annotations.ExtensionMethod;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Values;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * An instance type with what a node of it has.
 *
 * @param type the type
 * @param zones where it is offered
 * @param capacity what a node has
 * @param allocatable what of it pods can use
 * @param unknown the resources whose amount EC2 does not report
 * @param daemonSets what the DaemonSets of the pool take of a node; null where {@link Rooms} is to
 *     compute it
 */
public record TypeRoom(
    InstanceType type,
    InstanceTypeZones zones,
    Resources capacity,
    Resources allocatable,
    Values unknown,
    @Nullable Resources daemonSets) {

  private static final String MEMORY = "memory";

  /** The same beside DaemonSets of the pool. */
  public TypeRoom beside(Collection<DaemonSetLands> sets) {
    return new TypeRoom(type, zones, capacity, allocatable, unknown, Rooms.taken(type, sets));
  }

  /** The same with what overlays add to it. */
  public TypeRoom on(PoolBasis pool) {
    Resources added = pool.added().none() ? Resources.NONE : pool.addedTo(type.name());
    return added.none()
        ? this
        : new TypeRoom(
            type, zones, capacity.withAll(added), allocatable.withAll(added), unknown, daemonSets);
  }

  /** The type with what its nodes have. */
  @ExtensionMethod
  public static TypeRoom room(
      InstanceTypeCapacity node, InstanceType type, InstanceTypeZones zones) {
    return new TypeRoom(type, zones, node.capacity(), node.allocatable(), node.unknown(), null);
  }

  /** Whether pods can use this much; an unknown amount suffices. */
  boolean holds(Resources needed) {
    return allocatable.hold(needed, unknown);
  }

  /** Whether pods can use as much as both together; an unknown amount suffices. */
  boolean holds(Resources needed, Resources besides) {
    return allocatable.hold(needed, besides, unknown);
  }

  /** How much of a resource pods can use; {@code needed} if unknown. */
  Quantity allocatableOf(String name, Quantity needed) {
    return unknown.has(name) ? needed : allocatable.quantity(name);
  }

  /**
   * Whether fewer vCPUs, then less memory, then the name come before those of {@code other}; of one
   * type with two images, that with which pods can use less.
   */
  boolean smallerThan(TypeRoom other) {
    int order = Integer.compare(type.vcpus(), other.type.vcpus());
    order = order != 0 ? order : Long.compare(type.memoryMiB(), other.type.memoryMiB());
    order = order != 0 ? order : type.name().compareTo(other.type.name());
    order =
        order != 0
            ? order
            : allocatable.quantity(MEMORY).compareTo(other.allocatable.quantity(MEMORY));
    return (order != 0 ? order : allocatable.toString().compareTo(other.allocatable.toString()))
        < 0;
  }
}
