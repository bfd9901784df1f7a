package dev.plumbline.conclusion;

/**
 * That a candidate goes beyond a limit and waits for an approval.
 *
 * @param rule the id of the rule that says so
 * @param digest of the candidate
 * @param message what goes beyond which limit
 */
public record RevisionHold(String rule, String digest, String message) implements Conclusion {}
