package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ExpectedCount;
import dev.plumbline.fact.Annotations.OneOf;
import java.time.Duration;
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
@ExpectedCount(100)
public record UnavailableOffering(
    @OneOf({"on-demand", "reserved", "spot"}) String capacityType,
    String instanceType,
    String zone,
    String reason,
    Instant since)
    implements Fact {

  @Override
  public String key() {
    return "UnavailableOffering/" + capacityType + "/" + instanceType + "/" + zone;
  }

  /** Whether more than one offering may be concerned. */
  public boolean broad() {
    return instanceType.equals("*") || zone.equals("*");
  }

  /** Whether the offering of {@code type} in {@code of} is concerned. */
  public boolean covers(String type, String of) {
    return (instanceType.equals("*") || instanceType.equals(type))
        && (zone.equals("*") || zone.equals(of));
  }

  /** When it may be tried again, if it is left alone for {@code span}. */
  public Instant until(Duration span) {
    return since.plus(span);
  }
}
