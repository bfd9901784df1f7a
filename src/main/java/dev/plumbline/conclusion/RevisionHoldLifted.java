package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * A limit that a revision of the rules goes beyond and that does not hold it, since somebody
 * approved.
 *
 * @param rule the id of the rule whose limit it is
 * @param digest the revision: SHA-256 over its files
 * @param by who approved
 * @param message what would change beyond which limit, in words
 */
public record RevisionHoldLifted(@Key String rule, String digest, String by, String message)
    implements Conclusion {}
