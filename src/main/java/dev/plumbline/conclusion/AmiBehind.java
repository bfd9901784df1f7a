package dev.plumbline.conclusion;

/**
 * That a node claim runs another image than its instance type maps to now.
 *
 * @param nodeClaim the node claim
 * @param nodePool its pool
 * @param nodeClass the node class of its pool
 * @param runs the image it runs
 * @param ami the image its instance type maps to
 */
public record AmiBehind(
    String nodeClaim, String nodePool, String nodeClass, String runs, String ami)
    implements Conclusion {}
