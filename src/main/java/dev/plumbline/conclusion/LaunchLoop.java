package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Quantity;
import java.time.Instant;

/**
 * That a pool launches an instance type for a waiting pod again and again, and its nodes never hold
 * the pod.
 *
 * @param rule the id of the rule that says so
 * @param pod the pod: shop/cart-0
 * @param nodePool the pool
 * @param instanceType the instance type
 * @param ami the image of the last launch
 * @param launches how many there were
 * @param launched when the last one was
 * @param resource the resource of which there is too little
 * @param promised how much of it the last claim promised to pods
 * @param real how much its node has for pods
 * @param message the finding and the fix, in words
 */
public record LaunchLoop(
    @Key String rule,
    @Key String pod,
    @Key String nodePool,
    @Key String instanceType,
    @Key String ami,
    int launches,
    Instant launched,
    String resource,
    Quantity promised,
    Quantity real,
    String message)
    implements Conclusion {
  /**
   * Whether its last launch came after that of {@code other}; at one time, by the name of the pod.
   */
  public boolean laterThan(LaunchLoop other) {
    int order = launched.compareTo(other.launched);
    return order > 0 || (order == 0 && pod.compareTo(other.pod) > 0);
  }
}
