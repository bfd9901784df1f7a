package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Requirements;

/**
 * All that a resolved image asks of an instance type: its requirements and every constraint,
 * without what the nodes of its node class have anyway.
 *
 * @param nodeClass the node class
 * @param ami the image id
 * @param rank what the images of the node class are listed by, greatest first
 * @param architecture {@code kubernetes.io/arch} of the image
 * @param specificity how many labels its own requirements bind
 * @param requirements requirements and constraints together
 */
public record AmiServes(
    @Key String nodeClass,
    @Key String ami,
    long rank,
    String architecture,
    int specificity,
    Requirements requirements)
    implements Conclusion {}
