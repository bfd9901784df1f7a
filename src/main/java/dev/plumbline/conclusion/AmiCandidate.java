package dev.plumbline.conclusion;

/**
 * An image of our own that has the tags of {@code promotion.from} and not all of {@code
 * promotion.to}.
 *
 * @param ami the image id
 */
public record AmiCandidate(String ami) implements Conclusion {}
