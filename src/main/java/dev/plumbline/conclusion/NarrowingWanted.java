package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Operator;
import dev.plumbline.fact.Requirement;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Values;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A requirement that would keep a pool from asking for what its images or nodes cannot serve.
 *
 * @param rule the id of the rule that says so
 * @param nodePool the pool
 * @param key {@code key} of the requirement: kubernetes.io/arch
 * @param operator {@code operator}: In, NotIn
 * @param values {@code values}
 * @param until when it ends; null when it ends with its cause
 * @param message why, in words
 */
public record NarrowingWanted(
    @Key String rule,
    @Key String nodePool,
    @Key String key,
    @Key String operator,
    Values values,
    @Nullable Instant until,
    String message)
    implements Conclusion {

  /** The requirement. */
  public Requirements requirements() {
    Operator by = operator.equals("In") ? Operator.IN : Operator.NOT_IN;
    return Requirements.of(new Requirement(key, by, values.list(), null));
  }

  /** When it ends, for rules: in their language {@code until} is a word of its own. */
  public @Nullable Instant expiry() {
    return until;
  }
}
