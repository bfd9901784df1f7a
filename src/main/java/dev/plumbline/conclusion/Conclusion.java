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
        AmiRefusal,
        AmiRequirements,
        AmiResolved,
        AmiServes,
        AmiSuperseded,
        AmiSurvivor,
        ArchitectureGap,
        GateClosed,
        GateOpen,
        GateSubject,
        HardwareGap,
        InstanceTypeAmi,
        InstanceTypeCost,
        InstanceTypeOutOfCapacity,
        InstanceTypePrices,
        InstanceTypeUnmapped,
        InstanceTypeUnpriced,
        InstanceTypeUsable,
        InstanceTypeZones,
        MinValuesFound,
        NodeClassCondition,
        NodeClassObjection,
        NodeClassPlatform,
        NodeClassRefusal,
        NodePoolCandidate,
        NodePoolCheapest,
        NodePoolExcluded,
        NodePoolFactor,
        NodePoolObjection,
        NodePoolOrder,
        NodePoolPreference,
        NodePoolWeight,
        ObjectionWaived,
        OfferingClosed,
        OfferingUnavailable,
        OfferingUnpriced,
        OfferingsLeft,
        PreferenceLeftOut,
        PreferenceMatch,
        PreferenceScope,
        PreferenceTerms,
        PreferenceTier,
        PreferenceUnknown,
        SourceFault,
        SourceNotReady,
        SpotDearer,
        SsmLookup,
        SsmMissing,
        TierDiscount,
        TierNodeOverlay,
        TierNodePool,
        TierPrices,
        WaiverExpired,
        WaiverInForce {

  /** The name that rules and the wire form use. */
  default String type() {
    return getClass().getSimpleName();
  }
}
