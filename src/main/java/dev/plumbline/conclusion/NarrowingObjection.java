package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * A reason not to narrow a pool now; one is enough.
 *
 * @param rule the id of the rule that says so
 * @param nodePool the pool
 * @param message what would happen, and what to do
 */
public record NarrowingObjection(@Key String rule, @Key String nodePool, String message)
    implements Conclusion, Objection {}
