package dev.plumbline.conclusion;

/**
 * That some nodes of a node class still run another image than this one, which their types map to.
 *
 * @param nodeClass the node class
 * @param ami the image id
 */
public record Rollout(String nodeClass, String ami) implements Conclusion {}
