package dev.plumbline.conclusion;

/**
 * That nothing asks for the object of a tier any more.
 *
 * @param kind NodePool or NodeOverlay
 * @param name what it is called
 * @param nodePool the pool whose tier it made
 * @param message why, in words
 */
public record TierObsolete(String kind, String name, String nodePool, String message)
    implements Conclusion {}
