package dev.plumbline.conclusion;

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
    String waiver, String rule, String subject, String owner, String reason, Instant until)
    implements Conclusion {

  /** Whether it is for {@code name}, the key of a fact. */
  public boolean covers(String name) {
    return Glob.matches(subject, name);
  }
}
