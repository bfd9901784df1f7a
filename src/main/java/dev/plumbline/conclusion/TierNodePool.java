package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Requirements;

/**
 * A NodePool as an ordered preference needs it. That of the last tier is the preferring pool
 * itself: it comes last, and stays open to every tier, so that no node of it drifts.
 *
 * @param nodePool the pool that prefers
 * @param tier the tier, from 1
 * @param name what the NodePool is called; the pool itself for the last tier
 * @param weight its weight; 0 for none
 * @param requirements what it asks for besides what the pool asks for
 */
public record TierNodePool(
    @Key String nodePool, @Key int tier, String name, int weight, Requirements requirements)
    implements Conclusion {}
