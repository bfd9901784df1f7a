package dev.plumbline.source.kubernetes;

import java.time.Duration;

/**
 * How a cluster is asked.
 *
 * @param pageSize how many objects a page of a list holds
 * @param request how long a page of a list, or the beginning of a watch, may take
 * @param watch how long the API server keeps a watch before it is asked again
 * @param silence after so long without an event or bookmark a watch counts as dead; longer than
 *     {@code watch}
 * @param pause the first and the longest pause after a failure
 */
public record KubernetesTimes(
    int pageSize, Duration request, Duration watch, Duration silence, Pause pause) {

  /**
   * The pauses after failures: each about twice as long as the one before.
   *
   * @param first the first
   * @param longest the longest
   */
  public record Pause(Duration first, Duration longest) {}

  /** What is asked for when nothing else is set. */
  public static final KubernetesTimes DEFAULT =
      new KubernetesTimes(
          500,
          Duration.ofSeconds(30),
          Duration.ofMinutes(2),
          Duration.ofSeconds(135),
          new Pause(Duration.ofMillis(500), Duration.ofSeconds(30)));

  /** Refuses times that cannot work together. */
  public KubernetesTimes {
    if (pageSize < 1) {
      throw new IllegalArgumentException("the page size is " + pageSize + ". Maybe write 500.");
    }
    if (silence.compareTo(watch) <= 0) {
      throw new IllegalArgumentException(
          "the silence limit "
              + silence
              + " is not longer than a watch, "
              + watch
              + ". Maybe make it 15 seconds longer.");
    }
    if (pause.longest().compareTo(pause.first()) < 0) {
      throw new IllegalArgumentException(
          "the longest pause "
              + pause.longest()
              + " is shorter than the first, "
              + pause.first()
              + ". Maybe they are exchanged.");
    }
  }
}
