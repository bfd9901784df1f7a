package dev.plumbline.conclusion;

/**
 * One thing that follows from the facts. Equal conclusions are one conclusion, however many rules
 * support it.
 */
public sealed interface Conclusion
    permits ActionConclusions,
        CapacityConclusions,
        DisruptionConclusions,
        FindingConclusions,
        GateConclusions,
        ImageConclusions,
        InstanceTypeConclusions,
        LaunchConclusions,
        NarrowingConclusions,
        NodeClassConclusions,
        PodConclusions,
        PoolConclusions,
        PreferenceConclusions,
        RevisionConclusions,
        RolloutConclusions {

  /** The name that rules and the wire form use. */
  default String type() {
    return getClass().getSimpleName();
  }
}
