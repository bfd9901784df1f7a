package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * One way in which a node claim differs from what would be launched in its place.
 *
 * @param rule the id of the rule that says so
 * @param nodeClaim the node claim
 * @param reason as Karpenter names it: NodePoolDrifted, RequirementsDrifted, AMIDrift
 * @param rank the place of the reason in the order in which Karpenter looks, from 1
 * @param message what differs, in words
 */
public record DriftFinding(
    @Key String rule, @Key String nodeClaim, @Key String reason, int rank, String message)
    implements Conclusion {}
