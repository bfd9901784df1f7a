package dev.plumbline.fact;

import java.time.Instant;

/**
 * The memory that nodes of a type and image turned out to have, as it was concluded before ({@code
 * learnedCapacity} in {@code snapshot.yaml}).
 *
 * @param instanceType the type
 * @param ami the image id
 * @param memory {@code status.capacity.memory} of those nodes
 * @param confirmed when a node last agreed
 */
public record RememberedCapacity(
    String instanceType, String ami, Quantity memory, Instant confirmed) implements Fact {

  @Override
  public String key() {
    return "RememberedCapacity/" + instanceType + "/" + ami;
  }
}
