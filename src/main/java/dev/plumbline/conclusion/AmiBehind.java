package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

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
    @Key String nodeClaim, @Key String nodePool, @Key String nodeClass, String runs, String ami)
    implements Conclusion {}
