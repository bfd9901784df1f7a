package dev.plumbline.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.fact.Fact;
import dev.plumbline.record.WireForms.FactForm;
import dev.plumbline.worlds.RandomWorld;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the log holds of a fact is the whole of it. */
class WireRoundTripTest {

  @Test
  void wireFormToRecordToWireFormIsTheIdentity() {
    Set<Class<?>> seen = new HashSet<>();
    for (long seed = 0; seed < 300; seed++) {
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
