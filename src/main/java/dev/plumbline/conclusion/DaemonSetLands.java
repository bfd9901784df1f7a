package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Resources;

/**
 * That a DaemonSet puts a pod on the nodes of a NodePool, as far as the pool tells.
 *
 * @param nodePool the pool
 * @param daemonSet the DaemonSet: kube-system/kube-proxy
 * @param requests what one of its pods asks for
 * @param requirements what it requires of a node, which leaves out types of the pool it does not
 *     land on
 */
public record DaemonSetLands(
    @Key String nodePool, String daemonSet, Resources requests, Requirements requirements)
    implements Conclusion, Internal {}
