package dev.plumbline.fact;

/**
 * That an instance type can be had in a zone ({@code DescribeInstanceTypeOfferings} by availability
 * zone, {@code InstanceTypeOfferings[]}).
 *
 * @param instanceType {@code InstanceType}
 * @param zone {@code Location}: us-east-1a
 */
public record InstanceTypeOffering(String instanceType, String zone) implements Fact {

  @Override
  public String key() {
    return "InstanceTypeOffering/" + instanceType + "/" + zone;
  }
}
