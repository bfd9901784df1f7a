package dev.plumbline.conclusion;

/**
 * Why the AMI selector terms of an {@code EC2NodeClass} cannot be followed.
 *
 * @param rule the id of the rule that says so
 * @param nodeClass the node class
 * @param reason the reason of the condition: UnsupportedAlias, InvalidSelectorTerms
 * @param message the reason, in words
 */
public record NodeClassObjection(String rule, String nodeClass, String reason, String message)
    implements Conclusion {}
