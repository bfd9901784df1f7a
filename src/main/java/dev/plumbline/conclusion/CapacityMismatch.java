package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Resources;

/**
 * That a node has far less than its {@code NodeClaim} promised.
 *
 * @param rule the id of the rule that says so
 * @param node the node
 * @param nodeClaim its claim
 * @param instanceType the instance type
 * @param ami the image id
 * @param promised {@code status.capacity} of the claim, of the resources that fall short
 * @param real {@code status.capacity} of the node, of the same resources
 * @param message the finding and the fix, in words
 */
public record CapacityMismatch(
    @Key String rule,
    @Key String node,
    @Key String nodeClaim,
    @Key String instanceType,
    @Key String ami,
    Resources promised,
    Resources real,
    String message)
    implements Conclusion {}
