package dev.plumbline.conclusion;

/**
 * A reason not to promote an image yet; one is enough.
 *
 * @param rule the id of the rule that says so
 * @param ami the image id
 * @param message what it waits for, in words
 */
public record PromotionHold(String rule, String ami, String message) implements Conclusion {}
