package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import java.time.Instant;

/**
 * That an objection does not hold anything up, because somebody answers for it for a time.
 *
 * @param rule the id of the rule that objects
 * @param subject what it objects to: EC2NodeClass/default, EC2NodeClass/default/Ami/ami-0123,
 *     NodePool/gpu
 * @param waiver what the waiver is called
 * @param owner who answers for it
 * @param reason why
 * @param until when it ends
 */
public record ObjectionWaived(
    @Key String rule,
    @Key String subject,
    @Key String waiver,
    String owner,
    String reason,
    Instant until)
    implements Conclusion {}
