package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * A revision of the rules was measured, and nothing holds it: it may serve.
 *
 * @param rule the id of the rule that says so
 * @param digest the revision: SHA-256 over its files
 */
public record RevisionAllowed(@Key String rule, String digest) implements Conclusion {}
