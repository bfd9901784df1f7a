package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * A node that was launched with the image of a rollout and does not work.
 *
 * @param nodeClass the node class
 * @param ami the image id
 * @param nodeClaim the node claim
 * @param initialized whether it worked once
 * @param message what is wrong, in words
 */
public record RolloutFailure(
    @Key String nodeClass,
    @Key String ami,
    @Key String nodeClaim,
    boolean initialized,
    String message)
    implements Conclusion {}
