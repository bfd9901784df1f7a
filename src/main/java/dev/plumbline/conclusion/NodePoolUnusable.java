package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * That a NodePool can launch no instance type at all, although everything that decides so is known.
 *
 * @param rule the id of the rule that says so
 * @param nodePool the pool
 */
public record NodePoolUnusable(@Key String rule, @Key String nodePool) implements Conclusion {}
