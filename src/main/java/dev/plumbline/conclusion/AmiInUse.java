package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * An image that should not be run any longer, with the nodes that run it.
 *
 * @param nodeClass the node class
 * @param ami the image id
 * @param message every reason, in words
 * @param count how many nodes run it
 * @param nodes the first ten of them by name, and how many more
 */
public record AmiInUse(
    @Key String nodeClass, @Key String ami, String message, int count, String nodes)
    implements Conclusion {}
