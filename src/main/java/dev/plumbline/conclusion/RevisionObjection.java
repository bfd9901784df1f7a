package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * A limit that a revision of the rules goes beyond. It holds the revision until somebody approves.
 *
 * @param rule the id of the rule that says so
 * @param digest the revision: SHA-256 over its files
 * @param measure what is limited, as its impact has it: eligibleAmisLost, actionsDue of PinAmis
 * @param message the numbers, examples and the limit, in words
 */
public record RevisionObjection(@Key String rule, String digest, String measure, String message)
    implements Conclusion {}
