package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import org.jspecify.annotations.Nullable;

/**
 * Why a NodePool launches no node for the pods of one shape.
 *
 * @param rule the id of the rule that says so; in the order of Karpenter
 * @param shape what the pods ask for
 * @param nodePool the pool
 * @param obstacle taint, label, requirements, zone, types, size, limits, minValues or offerings
 * @param instanceType the type of the pool that comes nearest; null when none can be named
 * @param message what is in the way and the fix, in words
 */
public record PodObstacle(
    @Key String rule,
    String shape,
    String nodePool,
    String obstacle,
    @Nullable String instanceType,
    String message)
    implements Conclusion {}
