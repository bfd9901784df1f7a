package dev.plumbline.conclusion;

/**
 * What one vCPU of an instance type costs on demand.
 *
 * @param instanceType the instance type
 * @param microUsdPerVcpuHour millionths of a US dollar for one vCPU an hour
 */
public record InstanceTypeCost(String instanceType, long microUsdPerVcpuHour)
    implements Conclusion {}
