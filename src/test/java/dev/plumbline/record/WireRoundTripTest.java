package dev.plumbline.record;

import static java.util.stream.LongStream.range;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.fact.Fact;
import dev.plumbline.record.WireForms.FactForm;
import dev.plumbline.worlds.RandomWorld;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What the log holds of a fact is the whole of it. */
class WireRoundTripTest {

  @Test
  void wireFormToRecordToWireFormIsTheIdentity() {
    Set<Class<?>> seen = new HashSet<>();
    // The last of them are of clusters that read what others publish.
    for (long seed : LongStream.concat(range(0, 300), range(30_000, 30_010)).toArray()) {
      for (Fact fact : RandomWorld.random(seed)) {
        // When
        Fact read = FactForm.read(WireForms.of(fact));
        // Then
        assertThat(read).as("seed %d", seed).isEqualTo(fact);
        assertThat(WireForms.of(read)).as("seed %d", seed).isEqualTo(WireForms.of(fact));
        seen.add(fact.getClass());
      }
    }
    assertThat(seen).hasSizeGreaterThan(45);
  }
}
