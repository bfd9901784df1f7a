package dev.plumbline.conclusion;

/**
 * That nothing known keeps a NodePool from launching a node for the pods of one shape.
 *
 * @param shape what the pods ask for
 * @param nodePool the pool
 * @param instanceType the smallest of its types that holds such a pod
 * @param position when Karpenter tries the pool: 1 for the first
 */
public record PodAdmitted(String shape, String nodePool, String instanceType, int position)
    implements Conclusion {}
