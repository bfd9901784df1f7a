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
        InstanceTypeUnmapped,
        InstanceTypeUsable,
        InstanceTypeZones,
        NodeClassCondition,
        NodeClassObjection,
        NodeClassPlatform,
        NodeClassRefusal,
        NodePoolObjection,
        ObjectionWaived,
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
