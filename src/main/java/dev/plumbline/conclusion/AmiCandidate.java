package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * An image of our own that has the tags of {@code promotion.from} and not all of {@code
 * promotion.to}.
 *
 * @param ami the image id
 */
public record AmiCandidate(@Key String ami) implements Conclusion {}
