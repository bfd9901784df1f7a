package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * That an object is left out of account because it cannot be read; all others are in.
 *
 * @param rule the rule that says so
 * @param source images, node-pools, …
 * @param object the object: NodePool/default, Ami/ami-0123
 * @param message what is wrong with it, with its path and advice
 */
public record ObjectUnreadable(
    @Key String rule, @Key String source, @Key String object, String message)
    implements Conclusion {}
