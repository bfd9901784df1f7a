package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * That the images of a node class must not be pinned: an {@link AmiPinObjection} that nobody has
 * waived.
 *
 * @param nodeClass the node class
 */
public record AmiPinRefusal(@Key String nodeClass) implements Conclusion, Internal {}
