package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;

/**
 * Where an instance type of which some offerings are closed can still be launched.
 *
 * @param instanceType the instance type
 * @param onDemand the zones that are left on demand
 * @param spot the zones that are left on the spot market
 */
public record OfferingsLeft(@Key String instanceType, Values onDemand, Values spot)
    implements Conclusion {

  private static final String CAPACITY_TYPE = "karpenter.sh/capacity-type";

  /**
   * Whether one of them is allowed by what a NodePool requires.
   *
   * @param requirements what it requires
   * @param nodeClassZones the zones of its node class with their ids; none when they are not known
   */
  public boolean serve(Requirements requirements, Tags nodeClassZones) {
    return requirements.allow(CAPACITY_TYPE, "on-demand")
            && requirements.admitZone(onDemand, nodeClassZones)
        || requirements.allow(CAPACITY_TYPE, "spot")
            && requirements.admitZone(spot, nodeClassZones);
  }
}
