package dev.plumbline.conclusion;

/**
 * That a NodePool can launch no instance type at all, although everything that decides so is known.
 *
 * @param rule the id of the rule that says so
 * @param nodePool the pool
 */
public record NodePoolBarren(String rule, String nodePool) implements Conclusion {}
