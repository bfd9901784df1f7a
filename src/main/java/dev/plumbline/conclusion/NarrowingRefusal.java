package dev.plumbline.conclusion;

/**
 * That a pool must not be narrowed: a {@link NarrowingObjection} that nobody has waived.
 *
 * @param nodePool the pool
 */
public record NarrowingRefusal(String nodePool) implements Conclusion {}
