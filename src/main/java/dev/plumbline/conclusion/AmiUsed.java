package dev.plumbline.conclusion;

/**
 * That nodes of a node class run an image.
 *
 * @param nodeClass the node class
 * @param ami the image id
 */
public record AmiUsed(String nodeClass, String ami) implements Conclusion {}
