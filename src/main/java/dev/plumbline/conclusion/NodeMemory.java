package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Quantity;

/**
 * The memory that a registered node has, with the type and image it really runs.
 *
 * @param node the node
 * @param instanceType its label {@code node.kubernetes.io/instance-type}
 * @param ami the image of its EC2 instance; that of its claim while the instance is not known
 * @param memory {@code status.capacity.memory}
 */
public record NodeMemory(
    @Key String node, @Key String instanceType, @Key String ami, Quantity memory)
    implements Conclusion, Internal {
  /**
   * Whether it has less memory than {@code other}; as much of it, whether it comes first by name.
   */
  public boolean smallerThan(NodeMemory other) {
    int order = memory.compareTo(other.memory);
    return order < 0 || (order == 0 && node.compareTo(other.node) < 0);
  }
}
