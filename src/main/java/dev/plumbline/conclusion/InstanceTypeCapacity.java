package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.InstanceType;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Values;

/**
 * What a node of a type and image has, and what of it pods can use.
 *
 * @param nodeClass the node class
 * @param instanceType the instance type
 * @param ami the image id
 * @param capacity {@code status.capacity}; a resource of which there is nothing is not named
 * @param allocatable {@code status.allocatable}: without what Kubernetes, the system and eviction
 *     keep back
 * @param basis estimated: all of it is worked out; learned: the memory is what nodes have shown
 * @param unknown the resources that EC2 does not tell
 */
public record InstanceTypeCapacity(
    @Key String nodeClass,
    @Key String instanceType,
    @Key String ami,
    Resources capacity,
    Resources allocatable,
    String basis,
    Values unknown)
    implements Conclusion {

  /** Whether one more such node stays within what limits leave. */
  public boolean within(Resources left) {
    Resources one = capacity.with("nodes", Quantity.ofWhole(1));
    return left.map().entrySet().stream()
        .noneMatch(rest -> rest.getValue().below(one.quantity(rest.getKey())));
  }

  /** The type with what its nodes have. */
  public TypeRoom room(InstanceType type, InstanceTypeZones zones) {
    return new TypeRoom(type, zones, capacity, allocatable, unknown);
  }
}
