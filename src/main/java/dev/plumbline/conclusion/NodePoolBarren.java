package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * {@link NodePoolUnusable} by its former name: shipped rules conclude it no longer. Rules in
 * recorded logs and in overlays still do, and are heard.
 *
 * @param rule the id of the rule that says so
 * @param nodePool the pool
 */
public record NodePoolBarren(@Key String rule, @Key String nodePool) implements Conclusion {}
