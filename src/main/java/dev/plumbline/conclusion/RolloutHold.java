package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * A reason for which a rollout must not go on everywhere yet. One is enough.
 *
 * @param rule the id of the rule that says so
 * @param nodeClass the node class
 * @param ami the image id
 * @param rank what is told first where there are several, from 1
 * @param stage soaking, held or canary
 * @param message what it waits for, in words
 */
public record RolloutHold(
    @Key String rule,
    @Key String nodeClass,
    @Key String ami,
    int rank,
    String stage,
    String message)
    implements Conclusion, Objection {}
