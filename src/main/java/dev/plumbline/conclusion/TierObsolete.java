package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * That nothing asks for the object of a tier any more.
 *
 * @param kind NodePool or NodeOverlay
 * @param name what it is called
 * @param nodePool the pool whose tier it made
 * @param message why, in words
 */
public record TierObsolete(@Key String kind, @Key String name, @Key String nodePool, String message)
    implements Conclusion {}
