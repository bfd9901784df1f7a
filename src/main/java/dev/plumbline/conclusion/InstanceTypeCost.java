package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * What one vCPU of an instance type costs on demand.
 *
 * @param instanceType the instance type
 * @param microUsdPerVcpuHour millionths of a US dollar for one vCPU an hour
 */
public record InstanceTypeCost(@Key String instanceType, long microUsdPerVcpuHour)
    implements Conclusion, Internal {}
