package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import org.jspecify.annotations.Nullable;

/**
 * What limits the pods on the nodes of a node class.
 *
 * @param nodeClass the node class
 * @param basis maxPods, podsPerCore, network, amiFamily
 * @param pods how many; by core where {@code basis} is podsPerCore; null when the network
 *     interfaces of the type decide
 */
public record PodLimit(@Key String nodeClass, String basis, @Nullable Integer pods)
    implements Conclusion, Internal {}
