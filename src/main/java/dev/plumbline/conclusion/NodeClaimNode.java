package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * Which node a {@code NodeClaim} became.
 *
 * @param nodeClaim the claim
 * @param node the node
 */
public record NodeClaimNode(@Key String nodeClaim, String node) implements Conclusion {}
