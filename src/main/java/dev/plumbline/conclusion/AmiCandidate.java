package dev.plumbline.conclusion;

/**
 * An image of our own that the tags of {@code promotion.from} put up for promotion.
 *
 * @param ami the image id
 * @param promoted whether it carries every tag of {@code promotion.to} already
 */
public record AmiCandidate(String ami, boolean promoted) implements Conclusion {}
