package dev.plumbline.fact;

/**
 * One thing that is true, as a rule reads it. Two facts with one key are two states of one thing.
 */
public sealed interface Fact
    permits Account,
        ActionFailure,
        ActionWrites,
        AliasFamily,
        AliasPath,
        Ami,
        AmiFamily,
        AmiSelectorTerm,
        BlockDeviceMapping,
        ClusterVersion,
        DisruptionBudget,
        DriverImplication,
        EC2NodeClass,
        ErrorClass,
        EvaluationTime,
        Gate,
        GateDependency,
        ImageNaming,
        Instance,
        InstanceType,
        InstanceTypeExclusion,
        InstanceTypeOffering,
        KubeletConfiguration,
        MinValues,
        NetworkInterface,
        Node,
        NodeClaim,
        NodeOverlay,
        NodePool,
        ObjectFault,
        OnDemandPrice,
        Parameter,
        PastLaunch,
        Pod,
        PreferenceItem,
        ProcessorArchitecture,
        RememberedCapacity,
        RuleSwitchedOff,
        Source,
        SourceScope,
        SourceStatus,
        SpotPrice,
        SsmError,
        SsmParameter,
        StatusAmi,
        StatusCondition,
        UnavailableOffering,
        Waiver {

  /** What tells this thing from every other: its type and its own name, {@code Ami/ami-0123}. */
  String key();
}
