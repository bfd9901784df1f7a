package dev.plumbline.fact;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * When the conditions on the time that a session has evaluated since its clock moved change for the
 * first time. Until then nothing follows from the time alone.
 *
 * <p>Facts are shared between sessions, so an {@link Cluster.EvaluationTime} finds the conditions
 * of the session by its thread. Not thread-safe.
 */
public final class TimeConditions {

  private static final ThreadLocal<@Nullable TimeConditions> CURRENT = new ThreadLocal<>();

  private Instant next = Instant.MAX;

  /** Collects what this thread evaluates, until {@link #remove}. */
  public void install() {
    CURRENT.set(this);
  }

  /** Ends {@link #install}. */
  public static void remove() {
    CURRENT.remove();
  }

  /** Begins anew, as the clock moves: every condition on the time is then evaluated again. */
  public void forget() {
    next = Instant.MAX;
  }

  /**
   * The first instant at which a condition may change; {@link Instant#MAX} when none does, {@link
   * Instant#MIN} when a rule has read the time itself, so that any instant may change something.
   */
  public Instant next() {
    return next;
  }

  /**
   * A condition that was evaluated at {@code now} changes at {@code at} and not before, or never
   * when that has passed.
   */
  static void changes(Instant at, Instant now) {
    TimeConditions current = CURRENT.get();
    if (current != null && at.isAfter(now) && at.isBefore(current.next)) {
      current.next = at;
    }
  }

  /** The time itself was read. */
  static void read() {
    TimeConditions current = CURRENT.get();
    if (current != null) {
      current.next = Instant.MIN;
    }
  }
}
