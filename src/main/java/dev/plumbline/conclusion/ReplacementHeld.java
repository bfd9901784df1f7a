package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * That a node claim, though it drifted to a new image, must not be replaced yet.
 *
 * @param nodeClaim the node claim
 * @param rule the id of the rule that says so
 * @param message what it waits for, in words
 */
public record ReplacementHeld(@Key String nodeClaim, @Key String rule, String message)
    implements Conclusion, Objection {}
