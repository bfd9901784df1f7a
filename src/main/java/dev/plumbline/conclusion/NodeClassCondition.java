package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * A condition that belongs in {@code EC2NodeClass.status.conditions}.
 *
 * @param nodeClass the node class
 * @param condition {@code type}: AMIsReady
 * @param status True, False, Unknown
 * @param reason {@code reason}
 * @param message {@code message}; empty when True
 */
public record NodeClassCondition(
    @Key String nodeClass, @Key String condition, String status, String reason, String message)
    implements Conclusion {}
