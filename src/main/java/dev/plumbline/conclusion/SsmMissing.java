package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * That SSM has no parameter of the name an {@code EC2NodeClass} looks up: for an alias, a variant
 * that the release does not have.
 *
 * @param nodeClass the node class
 * @param term the alias or the parameter as written in the term
 * @param parameter the name of the parameter
 */
public record SsmMissing(@Key String nodeClass, @Key String term, @Key String parameter)
    implements Conclusion {}
