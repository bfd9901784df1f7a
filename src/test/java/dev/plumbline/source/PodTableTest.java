package dev.plumbline.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The table of pods is a map. */
class PodTableTest {

  private record Entry(int node, int kind) {}

  /** Keys with the same last bits, so that most are put aside for another, over the end too. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void holdsWhatAMapHolds(long seed) {
    var random = new SplittableRandom(seed);
    var table = new PodTable();
    Map<Long, Entry> map = new HashMap<>();
    for (int i = 0; i < 20_000; i++) {
      long key = ((long) random.nextInt(1, 400) << 32) | (1_000 + random.nextInt(50));
      if (random.nextInt(100) < 45) {
        assertThat(table.remove(key)).isEqualTo(map.remove(key) != null);
      } else {
        var entry = new Entry(random.nextInt(3), random.nextInt(3));
        boolean news = !entry.equals(map.put(key, entry));
        assertThat(table.put(key, entry.node(), entry.kind())).isEqualTo(news);
      }
      assertThat(table.size()).isEqualTo(map.size());
      if (i % 1_000 == 0) {
        List<Entry> all = new ArrayList<>();
        table.each((node, kind) -> all.add(new Entry(node, kind)));
        assertThat(all).containsExactlyInAnyOrderElementsOf(map.values());
      }
    }
  }
}
