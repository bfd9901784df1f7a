package dev.plumbline.action;

import java.util.Arrays;
import java.util.Optional;

public enum ActionKind {
  /** {@code spec.amiSelectorTerms} of an EC2NodeClass. */
  PIN_AMIS("PinAmis"),
  TAG_AMI("TagAmi"),
  SET_NODE_POOL_WEIGHT("SetNodePoolWeight"),
  /** NodePools and NodeOverlays that implement a preference. */
  MAINTAIN_PREFERENCE_TIERS("MaintainPreferenceTiers"),
  /** Entries of {@code spec.template.spec.requirements} of a NodePool. */
  NARROW_NODE_POOL("NarrowNodePool"),
  /** An entry of {@code spec.disruption.budgets} of a NodePool. */
  HOLD_DISRUPTION("HoldDisruption"),
  /** A node class and a pool that try a candidate. */
  MAINTAIN_CANARY("MaintainCanary"),
  /** ImageVerdicts: what is remembered of the nodes of images. */
  KEEP_IMAGE_VERDICTS("KeepImageVerdicts"),
  /** A report to other clusters, of what is remembered of the nodes of images. */
  PUBLISH_VERDICTS("PublishVerdicts"),
  REPORT("Report");

  private final String wire;

  ActionKind(String wire) {
    this.wire = wire;
  }

  public String wire() {
    return wire;
  }

  /**
   * Whether it writes nothing but what Plumbline remembers itself: then it is carried out unless
   * {@code actions.mode} names it (ACT-012, ACT-016).
   */
  public boolean isOwnMemory() {
    return this == KEEP_IMAGE_VERDICTS || this == PUBLISH_VERDICTS;
  }

  /** The kind of this name; empty where there is none. */
  public static Optional<ActionKind> find(String wire) {
    return Arrays.stream(values()).filter(kind -> kind.wire.equals(wire)).findFirst();
  }

  /** The kind of this name, of which it is known that there is one. */
  public static ActionKind of(String wire) {
    return find(wire)
        .orElseThrow(() -> new IllegalArgumentException(wire + " is no kind of action"));
  }
}
