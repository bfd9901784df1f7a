package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Values;

/**
 * The different values that the usable instance types of a NodePool have of a label with {@code
 * minValues}.
 *
 * @param nodePool the pool
 * @param label the label: karpenter.k8s.aws/instance-family
 * @param values the values
 */
public record MinValuesFound(@Key String nodePool, @Key String label, Values values)
    implements Conclusion {}
