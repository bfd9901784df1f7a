package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * Between which prices the types of a tier are to be had.
 *
 * @param nodePool the pool
 * @param tier the tier, from 1
 * @param lowest millionths of a US dollar an hour
 * @param highest millionths of a US dollar an hour
 */
public record TierPrices(@Key String nodePool, @Key int tier, long lowest, long highest)
    implements Conclusion, Internal {}
