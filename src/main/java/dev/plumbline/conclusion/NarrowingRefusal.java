package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * That a pool must not be narrowed: a {@link NarrowingObjection} that nobody has waived.
 *
 * @param nodePool the pool
 */
public record NarrowingRefusal(@Key String nodePool) implements Conclusion, Internal {}
