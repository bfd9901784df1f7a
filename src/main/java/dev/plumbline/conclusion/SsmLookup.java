package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Requirements;

/**
 * An SSM parameter that an {@code EC2NodeClass} needs, and what the image found there serves.
 *
 * @param nodeClass the node class
 * @param term the alias or the parameter as written in the term
 * @param parameter the name of the parameter
 * @param requirements the set of requirements, architecture included; empty when the parameter
 *     tells none
 */
public record SsmLookup(
    @Key String nodeClass, @Key String term, @Key String parameter, Requirements requirements)
    implements Conclusion {}
