package dev.plumbline.conclusion;

import org.jspecify.annotations.Nullable;

/**
 * How many types of a NodePool meet what the pods of one shape require, and which holds one of
 * them.
 *
 * @param shape what the pods ask for
 * @param nodePool the pool
 * @param types how many usable types meet the requirements
 * @param smallest the smallest of them that holds such a pod beside the DaemonSets; null when none
 *     does
 */
public record PodRoom(String shape, String nodePool, int types, @Nullable String smallest)
    implements Conclusion {}
