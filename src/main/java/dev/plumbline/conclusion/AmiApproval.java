package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * Why an {@code EC2NodeClass} selects an image: one of its selector terms names it.
 *
 * @param rule the id of the rule that says so
 * @param nodeClass the node class
 * @param ami the image id
 * @param message which term, in words
 */
public record AmiApproval(@Key String rule, @Key String nodeClass, @Key String ami, String message)
    implements Conclusion {}
