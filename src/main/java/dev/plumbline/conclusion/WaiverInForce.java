package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Glob;
import java.time.Instant;

/**
 * That what a rule objects to is permitted for a time.
 *
 * @param waiver what the waiver is called
 * @param rule the id of the rule whose objection is lifted
 * @param subject a pattern of what it is lifted for: Ami/ami-0123, NodePool/gpu-*
 * @param owner who answers for it
 * @param reason why
 * @param until when it ends
 */
public record WaiverInForce(
    @Key String waiver,
    @Key String rule,
    @Key String subject,
    String owner,
    String reason,
    Instant until)
    implements Conclusion {

  /** When it ends, for rules: in their language {@code until} is a word of its own. */
  public Instant expiry() {
    return until;
  }

  /** Whether it is for {@code name}, the key of a fact. */
  public boolean covers(String name) {
    return Glob.matches(subject, name);
  }

  /** Whether it is for an image, of every node class ({@code Ami/…}) or of this one. */
  public boolean coversAmi(String nodeClass, String ami) {
    return covers("Ami/" + ami) || covers("EC2NodeClass/" + nodeClass + "/Ami/" + ami);
  }
}
