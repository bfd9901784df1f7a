package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * The volume for pods that an {@code EC2NodeClass} maps.
 *
 * @param nodeClass the node class
 * @param gib its size in GiB
 */
public record MappedVolume(@Key String nodeClass, int gib) implements Conclusion, Internal {}
