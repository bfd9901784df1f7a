package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * That no resolved image of a node class is built for an architecture.
 *
 * @param nodeClass the node class
 * @param architecture {@code kubernetes.io/arch}
 */
public record ArchitectureGap(@Key String nodeClass, @Key String architecture)
    implements Conclusion {}
