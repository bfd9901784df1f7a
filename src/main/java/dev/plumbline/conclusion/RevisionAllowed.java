package dev.plumbline.conclusion;

/**
 * That a candidate may become active.
 *
 * @param rule the id of the rule that says so
 * @param digest of the candidate
 */
public record RevisionAllowed(String rule, String digest) implements Conclusion {}
