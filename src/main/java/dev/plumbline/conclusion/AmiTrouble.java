package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * Why an image that nodes run should not be run any longer.
 *
 * @param rule the id of the rule that says so
 * @param nodeClass the node class
 * @param ami the image id
 * @param message the reason, in words
 */
public record AmiTrouble(@Key String rule, @Key String nodeClass, @Key String ami, String message)
    implements Conclusion {}
