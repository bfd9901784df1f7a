package dev.plumbline.fact;

/**
 * What an instance type costs on the spot market now ({@code DescribeSpotPriceHistory}, the latest
 * of {@code SpotPriceHistory[]} for Linux/UNIX).
 *
 * @param instanceType the type
 * @param zone {@code AvailabilityZone}
 * @param microUsdPerHour millionths of a US dollar an hour
 */
public record SpotPrice(String instanceType, String zone, long microUsdPerHour) implements Fact {

  @Override
  public String key() {
    return "SpotPrice/" + instanceType + "/" + zone;
  }
}
