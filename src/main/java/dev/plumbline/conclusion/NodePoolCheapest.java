package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * The cheapest vCPU that a NodePool can launch on demand.
 *
 * @param nodePool the pool
 * @param microUsdPerVcpuHour millionths of a US dollar for one vCPU an hour
 */
public record NodePoolCheapest(@Key String nodePool, long microUsdPerVcpuHour)
    implements Conclusion, Internal {}
