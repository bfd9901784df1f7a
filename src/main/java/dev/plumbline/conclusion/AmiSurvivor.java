package dev.plumbline.conclusion;

import dev.plumbline.fact.Requirements;

/**
 * The best image of a node class for one set of requirements.
 *
 * @param nodeClass the node class
 * @param ami the image id
 * @param requirements the set it serves
 * @param deprecated whether its deprecation time has come
 * @param created creation date in epoch seconds; {@link Long#MIN_VALUE} when unknown
 */
public record AmiSurvivor(
    String nodeClass, String ami, Requirements requirements, boolean deprecated, long created)
    implements Conclusion {}
