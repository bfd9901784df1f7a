package dev.plumbline.conclusion;

/**
 * One thing that follows from the facts. Equal conclusions are one conclusion, however many rules
 * support it.
 */
public sealed interface Conclusion
    permits AmiApproval,
        AmiBehind,
        AmiConstraint,
        AmiContender,
        AmiEligible,
        AmiInUse,
        AmiObjection,
        AmiRequirements,
        AmiResolved,
        AmiServes,
        AmiSuperseded,
        AmiSurvivor,
        AmiTrouble,
        AmiUsed,
        ArchitectureGap,
        BudgetLimit,
        CanaryPool,
        DisruptionAllowance,
        DriftFinding,
        GateClosed,
        GateOpen,
        HardwareGap,
        InstanceTypeAmi,
        InstanceTypeUnmapped,
        InstanceTypeUsable,
        InstanceTypeZones,
        NodeClaimDrifted,
        NodeClassCondition,
        NodeClassObjection,
        NodeClassPlatform,
        NodePoolObjection,
        NodeUnavailable,
        PoolNodes,
        ReplacementHeld,
        Rollout,
        RolloutFailure,
        RolloutHealth,
        RolloutHold,
        RolloutStage,
        SourceFault,
        SourceNotReady,
        SsmLookup,
        SsmMissing,
        WaiverInForce {

  /** The name that rules and the wire form use. */
  default String type() {
    return getClass().getSimpleName();
  }
}
