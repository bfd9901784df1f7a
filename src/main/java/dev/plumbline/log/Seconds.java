package dev.plumbline.log;

import java.time.Instant;

/** Times as people type them, copied from listings with whole seconds. */
public final class Seconds {

  private static final int LAST = 999_999_999;

  private Seconds() {}

  /** The last moment meant by a time: the end of its second, if it has no fraction. */
  public static Instant endOf(Instant time) {
    return time.getNano() == 0 ? time.plusNanos(LAST) : time;
  }
}
