package dev.plumbline.revision;

import java.time.Instant;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The revisions that this replica has begun to settle with and has not yet settled with. What is
 * there at a start is what earlier processes ended with.
 *
 * @param at when it was written
 */
public record Attempts(SortedMap<String, Attempt> byDigest, Instant at) {

  /** So often the process may end while a revision that was tried is made active. */
  private static final int MAX_ACTIVATIONS = 2;

  public static final Attempts NONE = new Attempts(Collections.emptySortedMap(), Instant.EPOCH);

  /**
   * How often.
   *
   * @param opened with it, without a trial before
   * @param activated after it was tried
   */
  public record Attempt(int opened, int activated) {

    static final Attempt NONE = new Attempt(0, 0);
  }

  Attempt of(String digest) {
    return byDigest.getOrDefault(digest, Attempt.NONE);
  }

  /** Whether the process has ended with it, so that it must be tried before it is used again. */
  boolean suspect(String digest) {
    return byDigest.containsKey(digest);
  }

  /** Whether the process has ended with it though it was tried, again and again. */
  boolean exhausted(String digest) {
    return of(digest).activated() >= MAX_ACTIVATIONS;
  }

  Attempts with(String digest, Attempt attempt, Instant now) {
    var all = new TreeMap<>(byDigest);
    all.put(digest, attempt);
    return new Attempts(all, now);
  }

  Attempts without(String digest, Instant now) {
    var all = new TreeMap<>(byDigest);
    all.remove(digest);
    return new Attempts(all, now);
  }
}
