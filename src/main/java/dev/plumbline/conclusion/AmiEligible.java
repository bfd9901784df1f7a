package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * That an {@code EC2NodeClass} may use an image: a term selects it and nothing objects.
 *
 * @param nodeClass the node class
 * @param ami the image id
 */
public record AmiEligible(@Key String nodeClass, @Key String ami) implements Conclusion {}
