package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Requirements;

/**
 * What a pool would ask for besides its own requirements.
 *
 * @param nodePool the pool
 * @param requirements everything that is wanted of it
 */
public record NarrowedPool(@Key String nodePool, Requirements requirements)
    implements Conclusion, Internal {}
