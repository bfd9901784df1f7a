package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * A reason not to promote an image yet; one is enough.
 *
 * @param rule the id of the rule that says so
 * @param ami the image id
 * @param message what it waits for, in words
 */
public record PromotionHold(@Key String rule, @Key String ami, String message)
    implements Conclusion, Objection {}
