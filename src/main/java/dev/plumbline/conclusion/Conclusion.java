package dev.plumbline.conclusion;

/**
 * One thing that follows from the facts. Equal conclusions are one conclusion, however many rules
 * support it.
 */
public sealed interface Conclusion
    permits AmiApproval,
        AmiConstraint,
        AmiContender,
        AmiEligible,
        AmiObjection,
        AmiRequirements,
        AmiResolved,
        AmiServes,
        AmiSuperseded,
        AmiSurvivor,
        ArchitectureGap,
        GateClosed,
        GateOpen,
        HardwareGap,
        InstanceTypeAmi,
        InstanceTypeCost,
        InstanceTypeOutOfCapacity,
        InstanceTypeUnmapped,
        InstanceTypeUnpriced,
        InstanceTypeUsable,
        InstanceTypeZones,
        MinValuesFound,
        NodeClassCondition,
        NodeClassObjection,
        NodeClassPlatform,
        NodePoolCandidate,
        NodePoolCheapest,
        NodePoolExcluded,
        NodePoolFactor,
        NodePoolObjection,
        NodePoolOrder,
        NodePoolWeight,
        OfferingClosed,
        OfferingUnavailable,
        OfferingUnpriced,
        OfferingsLeft,
        SourceFault,
        SourceNotReady,
        SpotDearer,
        SsmLookup,
        SsmMissing,
        WaiverInForce {

  /** The name that rules and the wire form use. */
  default String type() {
    return getClass().getSimpleName();
  }
}
