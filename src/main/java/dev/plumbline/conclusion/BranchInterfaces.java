package dev.plumbline.conclusion;

import dev.plumbline.fact.Tags;

/**
 * The table of branch network interfaces that the operator supplies, since EC2 does not tell them.
 *
 * @param byType how many, by instance type; none when no table is supplied
 */
public record BranchInterfaces(Tags byType) implements Conclusion, Internal {}
