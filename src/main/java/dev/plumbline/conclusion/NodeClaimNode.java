package dev.plumbline.conclusion;

/**
 * Which node a {@code NodeClaim} became.
 *
 * @param nodeClaim the claim
 * @param node the node
 */
public record NodeClaimNode(String nodeClaim, String node) implements Conclusion {}
