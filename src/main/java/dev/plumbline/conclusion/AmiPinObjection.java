package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * A reason not to pin the images of a node class; one is enough.
 *
 * @param rule the id of the rule that says so
 * @param nodeClass the node class
 * @param message what would be lost, and what to do
 */
public record AmiPinObjection(@Key String rule, @Key String nodeClass, String message)
    implements Conclusion, Objection {}
