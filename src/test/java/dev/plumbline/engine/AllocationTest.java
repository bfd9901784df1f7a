package dev.plumbline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How much memory the rules allocate over the example {@code tour} ({@link AllocationRun}), in a
 * JVM whose compiler removes no allocation, so that the numbers do not depend on the machine. A
 * change of more than 5 % is either meant, and the number here changes with it, or a mistake.
 */
class AllocationTest {

  private static final double TOLERANCE = 0.05;

  private static final Map<String, Long> EXPECTED =
      Map.of(
          "rules", 14_040_000L,
          "rules edited", 17_280_000L,
          "settled", 2_531_000L,
          "image changed", 191_300L,
          "time advanced", 18_100L);

  @TempDir Path folder;

  @Test
  void asManyBytesAsBefore() throws Exception {
    List<String> options = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m");

    String output = ForkedJvm.run(folder, options, AllocationRun.class);

    Map<String, Long> bytes = new TreeMap<>();
    output
        .lines()
        .filter(line -> line.startsWith(AllocationRun.LINE))
        .map(line -> line.substring(AllocationRun.LINE.length()).split("="))
        .forEach(each -> bytes.put(each[0], Long.valueOf(each[1])));
    assertThat(bytes.keySet()).containsExactlyInAnyOrderElementsOf(EXPECTED.keySet());
    assertThat(bytes)
        .allSatisfy(
            (what, allocated) -> {
              double expected = EXPECTED.get(what);
              assertThat(allocated / expected)
                  .as("%s: %,d bytes, expected %,.0f", what, allocated, expected)
                  .isBetween(1 - TOLERANCE, 1 + TOLERANCE);
            });
  }
}
