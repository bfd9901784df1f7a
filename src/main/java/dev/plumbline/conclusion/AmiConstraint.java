package dev.plumbline.conclusion;

import dev.plumbline.fact.Requirements;

/**
 * What a resolved image asks of an instance type beyond its requirements.
 *
 * @param nodeClass the node class
 * @param ami the image id
 * @param position its place among the resolved
 * @param requirements what is asked
 * @param message why, in words
 */
public record AmiConstraint(
    String nodeClass, String ami, int position, Requirements requirements, String message)
    implements Conclusion {}
