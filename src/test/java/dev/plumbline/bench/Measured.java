package dev.plumbline.bench;

import java.util.Arrays;
import java.util.Locale;

/** What was measured, as the table that docs/performance.md shows. */
final class Measured {

  private final StringBuilder table =
      new StringBuilder("| measured | median | p95 |\n|---|---|---|\n");

  /** A row of times in milliseconds. */
  void times(String what, double... millis) {
    row(what, told(percentile(millis, 50)), millis.length > 1 ? told(percentile(millis, 95)) : "–");
  }

  void row(String what, String median, String p95) {
    table.append("| ").append(what).append(" | ").append(median).append(" | ").append(p95);
    table.append(" |\n");
  }

  @Override
  public String toString() {
    return table.toString();
  }

  /** How long each of {@code rounds} took, after some that are not measured. */
  static double[] rounds(int warmUp, int rounds, Runnable work) {
    for (int i = 0; i < warmUp; i++) {
      work.run();
    }
    double[] millis = new double[rounds];
    for (int i = 0; i < rounds; i++) {
      millis[i] = millis(work);
    }
    return millis;
  }

  static double millis(Runnable work) {
    long start = System.nanoTime();
    work.run();
    return (System.nanoTime() - start) / 1e6;
  }

  static double percentile(double[] values, int percent) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[(int) Math.min(sorted.length - 1L, Math.round(sorted.length * percent / 100.0))];
  }

  /** Heap in use once everything unused is gone. */
  static long heap() {
    for (int i = 0; i < 4; i++) {
      System.gc();
    }
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  private static String told(double millis) {
    return String.format(Locale.ROOT, millis < 1 ? "%.2f ms" : "%.1f ms", millis);
  }
}
