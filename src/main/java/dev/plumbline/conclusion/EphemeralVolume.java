package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * The volume that pods on the nodes of a node class use, where no instance store takes its place.
 *
 * @param nodeClass the node class
 * @param gib its size in GiB
 */
public record EphemeralVolume(@Key String nodeClass, int gib) implements Conclusion, Internal {}
