package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ExpectedCount;
import dev.plumbline.fact.Annotations.ReadFrom;

/**
 * That an instance type can be had in a zone ({@code DescribeInstanceTypeOfferings} by availability
 * zone, {@code InstanceTypeOfferings[]}).
 *
 * @param instanceType {@code InstanceType}
 * @param zone {@code Location}: us-east-1a
 */
@ExpectedCount(10_000)
@ReadFrom(of = "InstanceTypeOfferings", value = "LocationType")
public record InstanceTypeOffering(
    @ReadFrom("InstanceType") String instanceType, @ReadFrom("Location") String zone)
    implements Fact {

  @Override
  public String key() {
    return "InstanceTypeOffering/" + instanceType + "/" + zone;
  }
}
