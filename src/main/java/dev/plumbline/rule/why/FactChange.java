package dev.plumbline.rule.why;

import dev.plumbline.fact.Fact;
import org.jspecify.annotations.Nullable;

/**
 * A change of one fact.
 *
 * @param before the fact as it is; null when it is not there yet
 * @param after the fact as it would be; null when it would be gone
 * @param kind what kind of change it is: the first are the easier ones
 * @param words what to do, in the imperative
 */
public record FactChange(@Nullable Fact before, @Nullable Fact after, Kind kind, String words) {

  /** Kinds of change, the ones that ask least of people first. */
  public enum Kind {
    /** A value of the policy. */
    PARAMETER,
    /** A permission for a time. */
    WAIVER,
    /** A field of an object that people write. */
    OBJECT,
    /** Something else that is found out about the world. */
    WORLD,
    /** Something that is not there. */
    ADDED,
    /** Something that is there. */
    REMOVED
  }

  /** The key of the fact. */
  public String key() {
    Fact fact = before == null ? after : before;
    if (fact == null) {
      throw new IllegalStateException("a change of nothing");
    }
    return fact.key();
  }
}
