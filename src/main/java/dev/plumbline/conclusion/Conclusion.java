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
        BranchInterfaces,
        CapacityMismatch,
        CapacityObjection,
        CapacityOverestimate,
        EphemeralVolume,
        GateClosed,
        GateOpen,
        GateSubject,
        HardwareGap,
        InstanceTypeAmi,
        InstanceTypeCapacity,
        InstanceTypeLeftOut,
        InstanceTypeUnmapped,
        InstanceTypeUsable,
        InstanceTypeZones,
        LaunchLoop,
        LaunchShortfall,
        LearnedCapacity,
        MappedVolume,
        NodeClaimNode,
        NodeClassCondition,
        NodeClassObjection,
        NodeClassPlatform,
        NodeClassRefusal,
        NodeClassSizing,
        NodeMemory,
        NodePoolObjection,
        ObjectionWaived,
        PodLimit,
        PodShortfall,
        SmallestMemory,
        SourceFault,
        SourceNotReady,
        SsmLookup,
        SsmMissing,
        WaiverExpired,
        WaiverInForce {

  /** The name that rules and the wire form use. */
  default String type() {
    return getClass().getSimpleName();
  }
}
