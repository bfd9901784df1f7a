package dev.plumbline.conclusion;

/**
 * The NodePool in which Karpenter would launch a node for the pods of one shape: the first that
 * nothing keeps from it.
 *
 * @param shape what the pods ask for
 * @param nodePool the pool
 * @param instanceType the smallest of its types that holds such a pod
 */
public record PodDestination(String shape, String nodePool, String instanceType)
    implements Conclusion {}
