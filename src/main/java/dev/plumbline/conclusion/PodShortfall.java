package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Quantity;
import java.time.Instant;

/**
 * A launch that would have held a waiting pod if its node had what was promised, and does not.
 *
 * @param pod the pod: shop/cart-0
 * @param nodeClaim the claim
 * @param nodePool its pool
 * @param instanceType the instance type
 * @param ami the image id
 * @param launched when
 * @param resource the resource of which there is too little
 * @param asked how much of it the pod asks for
 * @param promised how much the claim promised to pods
 * @param real how much the node has for pods
 */
public record PodShortfall(
    @Key String pod,
    @Key String nodeClaim,
    @Key String nodePool,
    @Key String instanceType,
    @Key String ami,
    Instant launched,
    String resource,
    Quantity asked,
    Quantity promised,
    Quantity real)
    implements Conclusion, Internal {
  /** Whether its launch came after that of {@code other}; at one time, by name. */
  public boolean laterThan(PodShortfall other) {
    int order = launched.compareTo(other.launched);
    return order > 0 || (order == 0 && nodeClaim.compareTo(other.nodeClaim) > 0);
  }
}
