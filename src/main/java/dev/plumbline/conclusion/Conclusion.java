package dev.plumbline.conclusion;

/**
 * A conclusion from the facts. Equal conclusions are one conclusion, regardless of the number of
 * rules that support it.
 */
public sealed interface Conclusion
    permits ActionConclusions,
        BundleConclusions,
        CanaryConclusions,
        CapacityConclusions,
        DisruptionConclusions,
        FindingConclusions,
        FleetConclusions,
        GateConclusions,
        ImageConclusions,
        InstanceTypeConclusions,
        LaunchConclusions,
        NarrowingConclusions,
        NodeClassConclusions,
        OverlayConclusions,
        PodConclusions,
        PoolConclusions,
        PreferenceConclusions,
        ReleaseConclusions,
        RevisionConclusions,
        RolloutConclusions,
        VerdictConclusions {

  /** The type name in rules and in JSON. */
  default String type() {
    return getClass().getSimpleName();
  }
}
