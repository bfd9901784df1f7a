package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * Why the AMI selector terms of an {@code EC2NodeClass} cannot be followed.
 *
 * @param rule the id of the rule that says so
 * @param nodeClass the node class
 * @param reason the reason of the condition: UnsupportedAlias, InvalidSelectorTerms
 * @param message the reason, in words
 */
public record NodeClassObjection(
    @Key String rule, @Key String nodeClass, String reason, String message)
    implements Conclusion, Objection {}
