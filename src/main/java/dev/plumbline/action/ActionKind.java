package dev.plumbline.action;

import java.util.Arrays;

/** The kinds of action. */
public enum ActionKind {
  /** {@code spec.amiSelectorTerms} of an EC2NodeClass. */
  PIN_AMIS("PinAmis"),
  /** Tags of an image. */
  TAG_AMI("TagAmi"),
  /** {@code spec.weight} of a NodePool. */
  SET_NODE_POOL_WEIGHT("SetNodePoolWeight"),
  /** NodePools and NodeOverlays that implement a preference. */
  MAINTAIN_PREFERENCE_TIERS("MaintainPreferenceTiers"),
  /** Entries of {@code spec.template.spec.requirements} of a NodePool. */
  NARROW_NODE_POOL("NarrowNodePool"),
  /** An entry of {@code spec.disruption.budgets} of a NodePool. */
  HOLD_DISRUPTION("HoldDisruption"),
  /** Events and reports. */
  REPORT("Report");

  private final String wire;

  ActionKind(String wire) {
    this.wire = wire;
  }

  /** The name in gates, parameters and annotations. */
  public String wire() {
    return wire;
  }

  /**
   * The kind of this name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static ActionKind of(String wire) {
    return Arrays.stream(values())
        .filter(kind -> kind.wire.equals(wire))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(wire + " is no kind of action"));
  }
}
