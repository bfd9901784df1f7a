package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Operator;
import dev.plumbline.fact.Requirement;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Values;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a pool should require besides, so that it admits only what its images serve. */
public sealed interface NarrowingConclusions extends Conclusion {

  /**
   * What a pool would ask for besides its own requirements.
   *
   * @param nodePool the pool
   * @param requirements all requirements of it
   */
  record NarrowedPool(@Key String nodePool, Requirements requirements)
      implements NarrowingConclusions, Internal {}

  /**
   * A reason not to narrow a pool now; one is enough.
   *
   * @param rule the id of the rule
   * @param nodePool the pool
   * @param message what would happen, and what to do
   */
  record NarrowingObjection(@Key String rule, @Key String nodePool, String message)
      implements NarrowingConclusions, Objection {}

  /**
   * That a pool must not be narrowed: a {@link NarrowingObjection} that is not waived.
   *
   * @param nodePool the pool
   */
  record NarrowingRefusal(@Key String nodePool) implements NarrowingConclusions, Internal {}

  /**
   * A requirement that would keep a pool from asking for what its images or nodes cannot serve.
   *
   * @param rule the id of the rule
   * @param nodePool the pool
   * @param key {@code key} of the requirement: kubernetes.io/arch
   * @param operator {@code operator}: In, NotIn
   * @param values {@code values}
   * @param until when it ends; null when it ends with its cause
   * @param message why, in words
   */
  record NarrowingWanted(
      @Key String rule,
      @Key String nodePool,
      @Key String key,
      @Key String operator,
      Values values,
      @Nullable Instant until,
      String message)
      implements NarrowingConclusions {

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

  /**
   * A requirement that a pool should have besides its own, so that it asks for nothing that its
   * images or nodes cannot serve.
   *
   * @param rule the id of the rule
   * @param nodePool the pool
   * @param key {@code key} of the requirement: kubernetes.io/arch
   * @param operator {@code operator}: In, NotIn
   * @param values {@code values}
   * @param until when it ends; null when it ends with its cause
   * @param message why, in words
   */
  record NodePoolNarrowing(
      @Key String rule,
      @Key String nodePool,
      @Key String key,
      @Key String operator,
      Values values,
      @Nullable Instant until,
      String message)
      implements NarrowingConclusions {}
}
