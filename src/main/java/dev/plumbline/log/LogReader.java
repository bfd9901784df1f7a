package dev.plumbline.log;

import dev.plumbline.log.DecisionLog.LogHead;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A log that can be read, by any thread. */
public interface LogReader {

  LogHead head();

  /**
   * Reads entries in order until {@code wanted} returns false.
   *
   * @throws InvalidLogException when one cannot be read; the message names it
   */
  void read(long from, long to, Predicate<Entry> wanted);

  /**
   * Reads some entries in order until {@code wanted} returns false.
   *
   * @throws InvalidLogException when one cannot be read; the message names it
   */
  default void readEach(long[] places, Predicate<Entry> wanted) {
    boolean[] more = {true};
    for (int i = 0; i < places.length && more[0]; i++) {
      read(
          places[i],
          places[i] + 1,
          entry -> {
            more[0] = wanted.test(entry);
            return false;
          });
    }
  }

  /**
   * The content stored under a digest.
   *
   * @return null when the log does not have it
   * @throws InvalidLogException when it does not match its digest
   */
  byte @Nullable [] object(String digest);
}
