package dev.plumbline.conclusion;

/**
 * That no resolved image of a node class is built for an architecture.
 *
 * @param nodeClass the node class
 * @param architecture {@code kubernetes.io/arch}
 */
public record ArchitectureGap(String nodeClass, String architecture) implements Conclusion {}
