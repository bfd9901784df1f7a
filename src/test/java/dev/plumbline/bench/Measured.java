package dev.plumbline.bench;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.language.BuildInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/** What was measured: the table that docs/performance.md shows, and the same as JSON. */
final class Measured {

  private static final String LOAD = load();

  private final ArrayNode rows = JsonNodeFactory.instance.arrayNode();

  private final StringBuilder table =
      new StringBuilder("| measured | median | p95 |\n|---|---|---|\n");

  /** A row of times in milliseconds. */
  void times(String what, double... millis) {
    row(what, told(percentile(millis, 50)), millis.length > 1 ? told(percentile(millis, 95)) : "–");
    ((ObjectNode) rows.get(rows.size() - 1))
        .put("rounds", millis.length)
        .put("medianMillis", rounded(percentile(millis, 50)))
        .put("p95Millis", rounded(percentile(millis, 95)))
        .put("longestMillis", rounded(percentile(millis, 100)));
  }

  void row(String what, String median, String p95) {
    rows.addObject().put("measured", what).put("median", median).put("p95", p95);
    table.append("| ").append(what).append(" | ").append(median).append(" | ").append(p95);
    table.append(" |\n");
  }

  @Override
  public String toString() {
    return table.toString();
  }

  /**
   * Prints the table, and writes {@code target/bench-NAME.json}: the rows, times in milliseconds as
   * numbers too, with the commit, the JDK and the load of the machine before.
   */
  void print(String name) throws IOException {
    System.out.println(this);
    BuildInfo build = BuildInfo.current();
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("bench", name)
        .put("commit", build.commit())
        .put("committed", build.time())
        .put("drools", build.drools())
        .put("java", Runtime.version().toString())
        .put("processors", Runtime.getRuntime().availableProcessors())
        .put("maxHeapMiB", Runtime.getRuntime().maxMemory() >> 20)
        .put("load", LOAD)
        .set("rows", rows);
    Path file = Path.of("target", "bench-" + name + ".json");
    new JsonMapper().writerWithDefaultPrettyPrinter().writeValue(file.toFile(), json);
    System.out.println("written to " + file);
  }

  /** The load averages of /proc/loadavg; {@code not known} where there is none. */
  static String load() {
    try {
      Path file = Path.of("/proc/loadavg");
      return Files.exists(file) ? Files.readString(file).strip() : "not known";
    } catch (IOException e) {
      return "not known";
    }
  }

  private static double rounded(double millis) {
    return Math.round(millis * 1000) / 1000.0;
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
