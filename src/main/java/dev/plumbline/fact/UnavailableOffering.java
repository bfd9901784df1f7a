package dev.plumbline.fact;

import java.time.Instant;

/**
 * That EC2 had no capacity for an offering when it was last asked ({@code unavailableOfferings} in
 * {@code snapshot.yaml}).
 *
 * @param capacityType spot or on-demand
 * @param instanceType the type; {@code *} when every type is concerned
 * @param zone the zone; {@code *} when every zone is concerned
 * @param reason the code EC2 gave: InsufficientInstanceCapacity; {@code Unknown} when not told
 * @param since when it was asked last
 */
public record UnavailableOffering(
    String capacityType, String instanceType, String zone, String reason, Instant since)
    implements Fact {

  @Override
  public String key() {
    return "UnavailableOffering/" + capacityType + "/" + instanceType + "/" + zone;
  }
}
