package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * What makes the capacity of the nodes of an {@code EC2NodeClass} other than its author may think.
 *
 * @param rule the id of the rule that says so
 * @param nodeClass the node class
 * @param message the finding and the fix, in words
 */
public record CapacityObjection(@Key String rule, @Key String nodeClass, String message)
    implements Conclusion, Objection {}
