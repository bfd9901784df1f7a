package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Requirements;

/**
 * A NodeOverlay (karpenter.sh/v1alpha1) that makes the types of a tier cheaper to one pool than all
 * of the next tier.
 *
 * @param nodePool the pool
 * @param tier the tier, from 1
 * @param name what the NodeOverlay is called
 * @param requirements which offerings it is for
 * @param priceAdjustment {@code spec.priceAdjustment}: -99%
 * @param weight {@code spec.weight}, 1 to 10000: which of several overlays of one offering counts
 */
public record TierNodeOverlay(
    @Key String nodePool,
    @Key int tier,
    String name,
    Requirements requirements,
    String priceAdjustment,
    int weight)
    implements Conclusion {}
