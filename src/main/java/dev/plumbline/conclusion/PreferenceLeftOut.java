package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Values;

/**
 * The instance types that a NodePool admits and that are in none of its tiers.
 *
 * @param nodePool the pool
 * @param families the families of which every type that the pool admits is left out
 * @param instanceTypes the types left out of other families
 * @param requirements what the pool must ask for besides, so that they are left out; nothing when
 *     none is
 */
public record PreferenceLeftOut(
    @Key String nodePool, Values families, Values instanceTypes, Requirements requirements)
    implements Conclusion {}
