package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * That nodes of a node class run an image.
 *
 * @param nodeClass the node class
 * @param ami the image id
 */
public record AmiUsed(@Key String nodeClass, @Key String ami) implements Conclusion, Internal {}
