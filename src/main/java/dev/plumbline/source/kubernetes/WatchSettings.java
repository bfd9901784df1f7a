package dev.plumbline.source.kubernetes;

import dev.plumbline.client.Backoff;
import java.time.Duration;

/**
 * How a cluster is listed and watched.
 *
 * @param watch how long the API server keeps a watch before it is renewed
 * @param silence after so long without an event or bookmark a watch counts as dead; longer than
 *     {@code watch}
 */
public record WatchSettings(
    int pageSize, Duration request, Duration watch, Duration silence, Backoff retry) {

  public static final WatchSettings DEFAULT =
      new WatchSettings(
          500,
          Duration.ofSeconds(30),
          Duration.ofMinutes(2),
          Duration.ofSeconds(135),
          new Backoff(Duration.ofMillis(500), Duration.ofSeconds(30)));

  public WatchSettings {
    if (pageSize < 1) {
      throw new IllegalArgumentException("the page size is " + pageSize + ". Try: write 500.");
    }
    if (silence.compareTo(watch) <= 0) {
      throw new IllegalArgumentException(
          "the silence limit "
              + silence
              + " is not longer than a watch, "
              + watch
              + ". Try: make it 15 seconds longer.");
    }
    if (retry.longest().compareTo(retry.first()) < 0) {
      throw new IllegalArgumentException(
          "the longest pause "
              + retry.longest()
              + " is shorter than the first, "
              + retry.first()
              + ". Try: exchange them.");
    }
  }
}
