package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * That the AMI selector terms of an {@code EC2NodeClass} are not followed: a {@link
 * NodeClassObjection} that nobody has waived.
 *
 * @param rule the id of the rule that objects
 * @param nodeClass the node class
 * @param reason the reason of the condition: UnsupportedAlias, InvalidSelectorTerms
 * @param message the reason, in words
 */
public record NodeClassRefusal(
    @Key String rule, @Key String nodeClass, String reason, String message) implements Conclusion {}
