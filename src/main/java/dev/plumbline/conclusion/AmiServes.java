package dev.plumbline.conclusion;

import dev.plumbline.fact.Requirements;

/**
 * All that a resolved image asks of an instance type: its requirements and every constraint.
 *
 * @param nodeClass the node class
 * @param ami the image id
 * @param position its place among the resolved
 * @param architecture {@code kubernetes.io/arch} of the image
 * @param specificity how many labels its own requirements bind
 * @param requirements requirements and constraints together
 */
public record AmiServes(
    String nodeClass,
    String ami,
    int position,
    String architecture,
    int specificity,
    Requirements requirements)
    implements Conclusion {}
