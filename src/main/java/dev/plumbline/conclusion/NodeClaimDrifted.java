package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * That Karpenter is to replace a node claim, and the first reason it finds.
 *
 * @param nodeClaim the node claim
 * @param reason NodePoolDrifted, RequirementsDrifted, InstanceTypeNotFound, NodeClassDrift,
 *     AMIDrift, SecurityGroupDrift, SubnetDrift, CapacityReservationDrift
 * @param message what differs, in words
 */
public record NodeClaimDrifted(@Key String nodeClaim, @Key String reason, String message)
    implements Conclusion {}
