package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Resources;
import java.time.Instant;

/** Launches that repeat without ever holding the pod. */
public sealed interface LaunchConclusions extends Conclusion {

  /**
   * That a pool launches an instance type for a waiting pod again and again, and its nodes never
   * hold the pod.
   *
   * @param rule the id of the rule
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
  record LaunchLoop(
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
      implements LaunchConclusions {
    /**
     * Whether its last launch came after that of {@code other}; at one time, by the name of the
     * pod.
     */
    public boolean laterThan(LaunchLoop other) {
      int order = launched.compareTo(other.launched);
      return order > 0 || (order == 0 && pod.compareTo(other.pod) > 0);
    }
  }

  /**
   * A launch of late whose node has less room for pods than was promised.
   *
   * @param nodeClaim the claim
   * @param nodePool its pool
   * @param instanceType the instance type
   * @param ami the image id
   * @param launched when
   * @param promised {@code status.allocatable} of the claim
   * @param real {@code status.allocatable} of the node
   */
  record LaunchShortfall(
      @Key String nodeClaim,
      @Key String nodePool,
      @Key String instanceType,
      @Key String ami,
      Instant launched,
      Resources promised,
      Resources real)
      implements LaunchConclusions, Internal {}

  /**
   * Which node a {@code NodeClaim} became.
   *
   * @param nodeClaim the claim
   * @param node the node
   */
  record NodeClaimNode(@Key String nodeClaim, String node) implements LaunchConclusions {}

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
   * @param asked the request of the pod
   * @param promised how much the claim promised to pods
   * @param real how much the node has for pods
   */
  record PodShortfall(
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
      implements LaunchConclusions, Internal {
    /** Whether its launch came after that of {@code other}; at one time, by name. */
    public boolean laterThan(PodShortfall other) {
      int order = launched.compareTo(other.launched);
      return order > 0 || (order == 0 && nodeClaim.compareTo(other.nodeClaim) > 0);
    }
  }
}
