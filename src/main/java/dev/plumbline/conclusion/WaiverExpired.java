package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import java.time.Instant;

/**
 * That a waiver has ended and lifts nothing any more.
 *
 * @param waiver what the waiver is called
 * @param rule the id of the rule whose objection it lifted
 * @param subject a pattern of what it was lifted for
 * @param owner who answers for it
 * @param until when it ended
 */
public record WaiverExpired(
    @Key String waiver, @Key String rule, @Key String subject, String owner, Instant until)
    implements Conclusion {}
