package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * Where the rollout of an image stands.
 *
 * @param nodeClass the node class
 * @param ami the image id
 * @param stage soaking (no node is replaced yet), canary (those of canary pools alone), rolling,
 *     held (it failed too often) or complete
 * @param message why, in words
 */
public record RolloutStage(@Key String nodeClass, @Key String ami, String stage, String message)
    implements Conclusion {}
