package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ExpectedCount;
import java.time.Instant;

/**
 * A permission to go on in spite of one rule for a time ({@code waivers.yaml}, {@code waivers} in
 * {@code snapshot.yaml}).
 *
 * @param id what it is called: a ticket, CHG-1234
 * @param rule the id of the rule whose objection is lifted: AMI-010
 * @param subject a pattern (* and ?) of what it is lifted for: Ami/ami-0123, NodePool/gpu-*
 * @param owner who answers for it
 * @param reason why
 * @param until when it ends
 */
@ExpectedCount(10)
public record Waiver(
    String id, String rule, String subject, String owner, String reason, Instant until)
    implements Fact {

  @Override
  public String key() {
    return "Waiver/" + id;
  }

  /** When it ends, for rules: in their language {@code until} is a word of its own. */
  public Instant expiry() {
    return until;
  }

  /** Whether it is for {@code name}, the key of a fact. */
  public boolean covers(String name) {
    return Glob.matches(subject, name);
  }
}
