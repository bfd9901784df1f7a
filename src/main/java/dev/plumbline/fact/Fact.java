package dev.plumbline.fact;

/**
 * One thing that is true, as a rule reads it. Two facts with one key are two states of one thing.
 */
public sealed interface Fact
    permits Account,
        AliasFamily,
        AliasPath,
        Ami,
        AmiSelectorTerm,
        BlockDeviceMapping,
        ClusterVersion,
        DriverImplication,
        EC2NodeClass,
        ErrorClass,
        EvaluationTime,
        Gate,
        ImageNaming,
        InstanceType,
        InstanceTypeExclusion,
        InstanceTypeOffering,
        Node,
        NodeClaim,
        NodePool,
        Parameter,
        ProcessorArchitecture,
        SourceStatus,
        SsmError,
        SsmParameter,
        StatusAmi,
        StatusCondition {

  /** What tells this thing from every other: its type and its own name, {@code Ami/ami-0123}. */
  String key();
}
