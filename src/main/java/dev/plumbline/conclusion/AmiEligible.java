package dev.plumbline.conclusion;

/**
 * That an {@code EC2NodeClass} may use an image: a term selects it and nothing objects.
 *
 * @param nodeClass the node class
 * @param ami the image id
 */
public record AmiEligible(String nodeClass, String ami) implements Conclusion {}
