package dev.plumbline.audit;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A log that can be read, by any thread. */
public interface LogReader {

  /** Where it stands. */
  LogHead head();

  /**
   * Reads entries in order until {@code wanted} answers false.
   *
   * @param from the place of the first
   * @param to the place before which to end
   * @throws InvalidLogException when one cannot be read; the message names it
   */
  void read(long from, long to, Predicate<Entry> wanted);

  /**
   * What was stored under a digest.
   *
   * @param digest {@code sha256:…}
   * @return null when the log does not hold it
   * @throws InvalidLogException when it is not what its digest says
   */
  byte @Nullable [] object(String digest);
}
