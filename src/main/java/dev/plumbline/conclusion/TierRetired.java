package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * That an object made for a tier is of no use any more.
 *
 * @param kind NodePool or NodeOverlay
 * @param name what it is called
 * @param nodePool the pool whose tier it made
 * @param drained whether it may be deleted: no node hangs on it; till then it launches none
 * @param message why, in words
 */
public record TierRetired(
    @Key String kind, @Key String name, @Key String nodePool, boolean drained, String message)
    implements Conclusion {}
