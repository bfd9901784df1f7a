package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * A reason for which a revision of the rules does not serve yet. One is enough.
 *
 * @param rule the id of the rule behind it
 * @param digest the revision: SHA-256 over its files
 * @param message what would change beyond which limit, and how to let it through, in words
 */
public record RevisionHold(@Key String rule, String digest, String message) implements Conclusion {}
