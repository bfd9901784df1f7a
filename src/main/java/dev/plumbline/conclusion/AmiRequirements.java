package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Requirements;

/**
 * What an image asks of the node it runs on. An image with two sets of requirements serves two
 * kinds of nodes.
 *
 * @param nodeClass the node class
 * @param ami the image id
 * @param requirements the set, architecture included
 */
public record AmiRequirements(@Key String nodeClass, @Key String ami, Requirements requirements)
    implements Conclusion {}
