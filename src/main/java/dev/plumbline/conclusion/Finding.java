package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * What people should be told of an object, as an Event and in a report.
 *
 * @param rule the id of the rule behind it
 * @param subject the object: NodePool/default
 * @param result pass, fail, warn, error or skip, as in OpenReports
 * @param severity critical, high, medium, low or info
 * @param reason a word in CamelCase, as in Events: ArchitectureMismatch
 * @param message the finding and the fix, in words
 */
public record Finding(
    @Key String rule,
    @Key String subject,
    String result,
    String severity,
    String reason,
    String message)
    implements Conclusion {}
