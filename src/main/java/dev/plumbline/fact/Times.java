package dev.plumbline.fact;

import java.time.Instant;
import java.util.Collection;
import java.util.Collections;

/** Points in time, several of them. */
public final class Times {

  private Times() {}

  /** The first of {@code times}, of which there must be one. */
  public static Instant earliest(Collection<Instant> times) {
    return Collections.min(times);
  }
}
