package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * Points that a rule gives a NodePool; their sum is the weight it should have.
 *
 * @param rule the id of the rule that gives them
 * @param nodePool the pool
 * @param points how many; below zero to take some
 * @param message what they are given for
 */
public record NodePoolFactor(@Key String rule, @Key String nodePool, int points, String message)
    implements Conclusion {}
