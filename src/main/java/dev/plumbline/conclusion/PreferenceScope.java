package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Values;

/**
 * The instance types that a NodePool with an order of preference admits: what its own requirements
 * leave, whatever images there are.
 *
 * @param nodePool the pool
 * @param instanceTypes the types
 */
public record PreferenceScope(@Key String nodePool, Values instanceTypes) implements Conclusion {}
