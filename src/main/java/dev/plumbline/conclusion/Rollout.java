package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * That some nodes of a node class still run another image than this one, which their types map to.
 *
 * @param nodeClass the node class
 * @param ami the image id
 */
public record Rollout(@Key String nodeClass, @Key String ami) implements Conclusion {}
