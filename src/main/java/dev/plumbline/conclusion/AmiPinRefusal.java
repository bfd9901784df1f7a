package dev.plumbline.conclusion;

/**
 * That the images of a node class must not be pinned: an {@link AmiPinObjection} that nobody has
 * waived.
 *
 * @param nodeClass the node class
 */
public record AmiPinRefusal(String nodeClass) implements Conclusion {}
