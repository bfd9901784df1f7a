package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import java.time.Instant;

/** Which image a type launches with, where it has capacity, and at which price. */
public sealed interface InstanceTypeConclusions extends Conclusion {

  /**
   * The one image that an instance type of a node class launches with.
   *
   * @param nodeClass the node class
   * @param instanceType the instance type
   * @param ami the image id
   */
  record InstanceTypeAmi(@Key String nodeClass, @Key String instanceType, String ami)
      implements InstanceTypeConclusions {}

  /**
   * What one vCPU of an instance type costs on demand.
   *
   * @param instanceType the instance type
   * @param microUsdPerVcpuHour millionths of a US dollar for one vCPU an hour
   */
  record InstanceTypeCost(@Key String instanceType, long microUsdPerVcpuHour)
      implements InstanceTypeConclusions, Internal {}

  /**
   * That a pool should do without an instance type for a time.
   *
   * @param rule the id of the rule
   * @param nodePool the pool
   * @param instanceType the instance type
   * @param until when it may be used again
   * @param message why, in words
   */
  record InstanceTypeLeftOut(
      @Key String rule,
      @Key String nodePool,
      @Key String instanceType,
      Instant until,
      String message)
      implements InstanceTypeConclusions {

    /**
     * When it may be used again, for rules: in their language {@code until} is a word of its own.
     */
    public Instant expiry() {
      return until;
    }
  }

  /**
   * That a NodePool cannot launch a usable instance type for now, because EC2 has no capacity.
   *
   * @param nodePool the pool
   * @param instanceType the instance type
   * @param until when the first of its offerings may be tried again
   * @param message the message of EC2, and the zones
   */
  record InstanceTypeOutOfCapacity(
      @Key String nodePool, @Key String instanceType, Instant until, String message)
      implements InstanceTypeConclusions {}

  /**
   * Between which prices an instance type is to be had, on demand and in every spot zone.
   *
   * @param instanceType the type
   * @param lowest millionths of a US dollar an hour
   * @param highest millionths of a US dollar an hour
   */
  record InstanceTypePrices(@Key String instanceType, long lowest, long highest)
      implements InstanceTypeConclusions, Internal {}

  /**
   * Why no resolved image of a node class serves an instance type.
   *
   * @param nodeClass the node class
   * @param instanceType the instance type
   * @param rule the id of the rule
   * @param message the reason, in words
   */
  record InstanceTypeUnmapped(
      @Key String nodeClass, @Key String instanceType, String rule, String message)
      implements InstanceTypeConclusions {}

  /**
   * That a NodePool cannot launch a usable instance type, because its price is unknown: Karpenter
   * drops offerings without one.
   *
   * @param nodePool the pool
   * @param instanceType the instance type
   */
  record InstanceTypeUnpriced(@Key String nodePool, @Key String instanceType)
      implements InstanceTypeConclusions {}

  /**
   * That a NodePool can launch an instance type, and with which image.
   *
   * @param nodePool the pool
   * @param instanceType the instance type
   * @param ami the image id
   */
  record InstanceTypeUsable(@Key String nodePool, @Key String instanceType, String ami)
      implements InstanceTypeConclusions {}

  /**
   * The zones in which an instance type is offered.
   *
   * @param instanceType the instance type
   * @param known whether the offerings are there; while they are not, only pools that are bound to
   *     no zone are judged
   * @param zones us-east-1a, …; none when they are not known
   */
  record InstanceTypeZones(@Key String instanceType, boolean known, Values zones)
      implements InstanceTypeConclusions {}

  /**
   * That an offering cannot be launched now, for want of capacity or of a price.
   *
   * @param capacityType spot or on-demand
   * @param instanceType the instance type
   * @param zone the zone
   */
  record OfferingClosed(@Key String capacityType, @Key String instanceType, @Key String zone)
      implements InstanceTypeConclusions, Internal {}

  /**
   * That EC2 has no capacity for an offering, so that Karpenter leaves it alone for a while.
   *
   * @param capacityType spot or on-demand
   * @param instanceType the instance type
   * @param zone the zone
   * @param reason the code EC2 gave
   * @param until when it may be tried again
   */
  record OfferingUnavailable(
      @Key String capacityType,
      @Key String instanceType,
      @Key String zone,
      @Key String reason,
      Instant until)
      implements InstanceTypeConclusions {}

  /**
   * That launches of a pool fail, so that what failed is best left alone for a while: twice as long
   * each time that it fails again. Karpenter itself tries again after three minutes.
   *
   * @param nodePool the pool
   * @param capacityType spot, on-demand or reserved; {@code *} if unknown
   * @param instanceType the instance type; {@code *} if unknown
   * @param zone the zone; {@code *} if unknown
   * @param code the code EC2 gave, or the reason that Karpenter gives
   * @param capacity whether EC2 has no capacity, so that Karpenter tries something else
   * @param until when it is best tried again
   */
  record LaunchBackoff(
      @Key String nodePool,
      @Key String capacityType,
      @Key String instanceType,
      @Key String zone,
      String code,
      boolean capacity,
      Instant until)
      implements InstanceTypeConclusions {

    /** What failed, in words: {@code m5.large in us-east-1a on-demand}; empty if unknown. */
    public String named() {
      String type = instanceType.equals("*") ? "" : instanceType;
      String place = zone.equals("*") ? "" : " in " + zone;
      String sold = capacityType.equals("*") ? "" : " " + capacityType;
      return (type + place + sold).strip();
    }

    /** The code with what failed: {@code UnfulfillableCapacity (spot)}. */
    public String summary() {
      return named().isEmpty() ? code : code + " (" + named() + ")";
    }
  }

  /**
   * That the price of an offering is unknown: Karpenter launches nothing without one.
   *
   * @param capacityType spot or on-demand
   * @param instanceType the instance type
   * @param zone the zone
   */
  record OfferingUnpriced(@Key String capacityType, @Key String instanceType, @Key String zone)
      implements InstanceTypeConclusions {}

  /**
   * Where an instance type of which some offerings are closed can still be launched.
   *
   * @param instanceType the instance type
   * @param onDemand the zones that are left on demand
   * @param spot the zones that are left on the spot market
   */
  record OfferingsLeft(@Key String instanceType, Values onDemand, Values spot)
      implements InstanceTypeConclusions {

    private static final String CAPACITY_TYPE = "karpenter.sh/capacity-type";

    /**
     * Whether one of them is allowed by what a NodePool requires.
     *
     * @param requirements what it requires
     * @param nodeClassZones the zones of its node class with their ids; none when they are not
     *     known
     */
    public boolean serve(Requirements requirements, Tags nodeClassZones) {
      return requirements.allow(CAPACITY_TYPE, "on-demand")
              && requirements.admitZone(onDemand, nodeClassZones)
          || requirements.allow(CAPACITY_TYPE, "spot")
              && requirements.admitZone(spot, nodeClassZones);
    }
  }

  /**
   * That an instance type is dearer on the spot market of a zone than the same type there on
   * demand, so that Karpenter never takes the spot offering where it may use both.
   *
   * @param instanceType the instance type
   * @param zone the zone
   * @param spotMicroUsdPerHour spot price, millionths of a US dollar an hour
   * @param onDemandMicroUsdPerHour on-demand price, millionths of a US dollar an hour
   */
  record SpotDearer(
      @Key String instanceType,
      @Key String zone,
      long spotMicroUsdPerHour,
      long onDemandMicroUsdPerHour)
      implements InstanceTypeConclusions {}
}
