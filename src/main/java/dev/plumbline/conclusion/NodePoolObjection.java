package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * What is wrong with a NodePool, with the way to mend it.
 *
 * @param rule the id of the rule that says so
 * @param nodePool the pool
 * @param message the finding and the fix, in words
 */
public record NodePoolObjection(@Key String rule, @Key String nodePool, String message)
    implements Conclusion, Objection {}
