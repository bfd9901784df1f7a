package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Requirements;

/**
 * What a resolved image asks of an instance type beyond its requirements.
 *
 * @param nodeClass the node class
 * @param ami the image id
 * @param requirements the set of requirements that it limits further
 * @param limit what is asked beyond
 * @param message why, in words
 */
public record AmiConstraint(
    @Key String nodeClass,
    @Key String ami,
    Requirements requirements,
    Requirements limit,
    String message)
    implements Conclusion {}
