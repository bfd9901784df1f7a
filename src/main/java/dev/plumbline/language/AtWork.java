package dev.plumbline.language;

import org.jspecify.annotations.Nullable;

/**
 * What of a rule set this process is working on: the file, scenario or rule, in words for people.
 * For a process that works on one rule set, so that its end can be explained.
 */
public final class AtWork {

  private static volatile @Nullable String now;

  private AtWork() {}

  public static void on(@Nullable String what) {
    now = what;
  }

  /** Null before the first. */
  public static @Nullable String now() {
    return now;
  }
}
