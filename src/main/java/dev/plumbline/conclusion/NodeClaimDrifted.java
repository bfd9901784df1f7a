package dev.plumbline.conclusion;

/**
 * That Karpenter is to replace a node claim, and the first reason it finds.
 *
 * @param nodeClaim the node claim
 * @param reason NodePoolDrifted, RequirementsDrifted, InstanceTypeNotFound, NodeClassDrift,
 *     AMIDrift, SecurityGroupDrift, SubnetDrift, CapacityReservationDrift
 * @param message what differs, in words
 */
public record NodeClaimDrifted(String nodeClaim, String reason, String message)
    implements Conclusion {}
