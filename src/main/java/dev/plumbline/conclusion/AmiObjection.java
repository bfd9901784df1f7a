package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * Why an {@code EC2NodeClass} must not use an image that it selects. One is enough.
 *
 * @param rule the id of the rule that says so
 * @param nodeClass the node class
 * @param ami the image id
 * @param message the reason, in words
 */
public record AmiObjection(@Key String rule, @Key String nodeClass, @Key String ami, String message)
    implements Conclusion, Objection {}
