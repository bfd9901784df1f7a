package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import java.time.Instant;

/**
 * That another replica serves other rules than this one, for longer than it takes to follow.
 *
 * @param rule the id of the rule that says so
 * @param replica the other one: the name of its pod
 * @param digest what it serves: SHA-256 over the files of the rules
 * @param since since when both have served what they serve
 * @param message who serves what, and what to look at, in words
 */
public record ReplicaDisagreement(
    @Key String rule, String replica, String digest, Instant since, String message)
    implements Conclusion {}
