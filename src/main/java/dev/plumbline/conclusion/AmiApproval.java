package dev.plumbline.conclusion;

/**
 * Why an {@code EC2NodeClass} selects an image: one of its selector terms names it.
 *
 * @param rule the id of the rule that says so
 * @param nodeClass the node class
 * @param ami the image id
 * @param message which term, in words
 */
public record AmiApproval(String rule, String nodeClass, String ami, String message)
    implements Conclusion {}
