package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ExpectedCount;
import dev.plumbline.fact.Annotations.ReadFrom;

/**
 * What an instance type costs on the spot market now ({@code DescribeSpotPriceHistory}, the latest
 * of {@code SpotPriceHistory[]} for Linux/UNIX).
 *
 * @param instanceType the type
 * @param zone {@code AvailabilityZone}
 * @param microUsdPerHour millionths of a US dollar an hour
 */
@ExpectedCount(10_000)
@ReadFrom(
    of = "SpotPriceHistory",
    value = {"ProductDescription", "Timestamp"})
public record SpotPrice(
    @ReadFrom("InstanceType") String instanceType,
    @ReadFrom("AvailabilityZone") String zone,
    @ReadFrom("SpotPrice") long microUsdPerHour)
    implements Fact {

  @Override
  public String key() {
    return "SpotPrice/" + instanceType + "/" + zone;
  }
}
