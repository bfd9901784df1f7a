package dev.plumbline.action.kubernetes;

/**
 * What a report is from.
 *
 * @param ruleDigest the digest of the rules
 * @param decisionId which decision: the number of the settlement, or its id in the log
 */
public record Provenance(String ruleDigest, String decisionId) {}
