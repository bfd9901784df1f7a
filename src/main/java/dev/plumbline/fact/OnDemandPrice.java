package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ExpectedCount;

/**
 * What an instance type costs on demand, Linux, shared tenancy ({@code prices.json}).
 *
 * @param instanceType the type
 * @param microUsdPerHour millionths of a US dollar an hour
 */
@ExpectedCount(1_000)
public record OnDemandPrice(String instanceType, long microUsdPerHour) implements Fact {

  @Override
  public String key() {
    return "OnDemandPrice/" + instanceType;
  }

  /** What one of {@code vcpus} costs, rounded down to a millionth. */
  public long perVcpu(int vcpus) {
    return microUsdPerHour / vcpus;
  }
}
