package dev.plumbline.conclusion;

/**
 * A reason not to pin the images of a node class; one is enough.
 *
 * @param rule the id of the rule that says so
 * @param nodeClass the node class
 * @param message what would be lost, and what to do
 */
public record AmiPinObjection(String rule, String nodeClass, String message)
    implements Conclusion {}
