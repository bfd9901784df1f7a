package dev.plumbline.conclusion;

/**
 * The volume for pods that an {@code EC2NodeClass} maps.
 *
 * @param nodeClass the node class
 * @param gib its size in GiB
 */
public record MappedVolume(String nodeClass, int gib) implements Conclusion {}
