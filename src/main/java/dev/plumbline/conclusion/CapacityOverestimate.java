package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Quantity;

/**
 * That nodes of a type and image have less memory than is worked out for them, so that pods are
 * promised room which is not there.
 *
 * @param rule the id of the rule that says so
 * @param nodeClass the node class
 * @param instanceType the instance type
 * @param ami the image id
 * @param estimated the memory that is worked out
 * @param learned the memory that nodes have shown
 * @param message the finding and the fix, in words
 */
public record CapacityOverestimate(
    @Key String rule,
    @Key String nodeClass,
    @Key String instanceType,
    @Key String ami,
    Quantity estimated,
    Quantity learned,
    String message)
    implements Conclusion {}
