package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Requirements;

/**
 * An eligible image with one of its sets of requirements and what it is ranked by.
 *
 * @param nodeClass the node class
 * @param ami the image id
 * @param requirements the set it contends for
 * @param deprecated whether its deprecation time has come
 * @param created creation date in epoch seconds; {@link Long#MIN_VALUE} when unknown
 * @param name the image name
 */
public record AmiContender(
    @Key String nodeClass,
    @Key String ami,
    Requirements requirements,
    boolean deprecated,
    long created,
    String name)
    implements Conclusion, Internal {}
