package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * Something about an object that people should be told.
 *
 * @param rule the id of the rule behind it
 * @param subject the object: NodePool/default
 * @param result fail, warn or error, as in OpenReports
 * @param severity critical, high, medium, low or info
 * @param reason a word in CamelCase, as in Events: ArchitectureMismatch
 * @param message the finding and the fix, in words
 */
public record Complaint(
    @Key String rule,
    @Key String subject,
    String result,
    String severity,
    String reason,
    String message)
    implements Conclusion {}
