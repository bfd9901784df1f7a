package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * That an {@code EC2NodeClass} must not use an image that it selects: an {@link AmiObjection} that
 * nobody has waived.
 *
 * @param nodeClass the node class
 * @param ami the image id
 */
public record AmiRefusal(@Key String nodeClass, @Key String ami) implements Conclusion {}
