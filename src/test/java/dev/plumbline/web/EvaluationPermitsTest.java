package dev.plumbline.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is read at once fits into the heap. */
class EvaluationPermitsTest {

  private static final long MIB = 1 << 20;

  @Test
  void aSmallHeapTakesSmallBodies() {
    assertThat(EvaluationPermits.bodyBytes(32 * MIB, 256 * MIB)).isEqualTo(8 * MIB);
    assertThat(EvaluationPermits.bodyBytes(32 * MIB, 1024 * MIB)).isEqualTo(32 * MIB);
    assertThat(EvaluationPermits.bodyBytes(4 * MIB, 1024 * MIB)).isEqualTo(4 * MIB);
    assertThat(EvaluationPermits.snapshotBytes(64 * MIB, 256 * MIB)).isEqualTo(16 * MIB);
    assertThat(EvaluationPermits.snapshotBytes(64 * MIB, 4096 * MIB)).isEqualTo(64 * MIB);
    assertThat(EvaluationPermits.snapshotValues(4_000_000, 256 * MIB)).isEqualTo(524_288);
    assertThat(EvaluationPermits.snapshotValues(4_000_000, 4096 * MIB)).isEqualTo(4_000_000);
  }
}
