package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * That a NodePool prefers instance types in an order.
 *
 * @param nodePool the pool
 * @param form how Karpenter is told: nodepool (a NodePool a tier, by weight) or nodeoverlay (one
 *     pool, by price)
 * @param tiers how many items it names besides those it excludes: the tiers, empty ones counted
 * @param weight the weight of the pool; 0 when none is set
 */
public record NodePoolPreference(@Key String nodePool, String form, int tiers, int weight)
    implements Conclusion {}
