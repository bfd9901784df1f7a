package dev.plumbline.conclusion;

/**
 * Where the rollout of an image stands.
 *
 * @param nodeClass the node class
 * @param ami the image id
 * @param stage soaking (no node is replaced yet), canary (those of canary pools alone), rolling,
 *     held (it failed too often) or complete
 * @param message why, in words
 */
public record RolloutStage(String nodeClass, String ami, String stage, String message)
    implements Conclusion {}
