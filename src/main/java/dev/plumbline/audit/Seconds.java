package dev.plumbline.audit;

import java.time.Instant;

/** Times as people type them, who read them off listings that tell whole seconds. */
public final class Seconds {

  private static final int LAST = 999_999_999;

  private Seconds() {}

  /**
   * The last moment that is meant by "at a time": all of the second, where it tells no fraction.
   */
  public static Instant endOf(Instant time) {
    return time.getNano() == 0 ? time.plusNanos(LAST) : time;
  }
}
