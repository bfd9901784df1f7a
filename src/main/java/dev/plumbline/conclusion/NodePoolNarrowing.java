package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Values;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A requirement that a pool should have besides its own, so that it asks for nothing that its
 * images or nodes cannot serve.
 *
 * @param rule the id of the rule that says so
 * @param nodePool the pool
 * @param key {@code key} of the requirement: kubernetes.io/arch
 * @param operator {@code operator}: In, NotIn
 * @param values {@code values}
 * @param until when it ends; null when it ends with its cause
 * @param message why, in words
 */
public record NodePoolNarrowing(
    @Key String rule,
    @Key String nodePool,
    @Key String key,
    @Key String operator,
    Values values,
    @Nullable Instant until,
    String message)
    implements Conclusion {}
