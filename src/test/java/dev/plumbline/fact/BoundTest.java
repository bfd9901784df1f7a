package dev.plumbline.fact;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** As Karpenter's {@code requirement.go} has it, {@code Intersection} and 64-bit operands. */
class BoundTest {

  private static final String KEY = "n";

  @Test
  void excludedValueOutsideOfTheBoundsIsDropped() {
    // Given
    Requirements both =
        Requirements.of(
            new Requirement(KEY, Operator.GT, "1"), new Requirement(KEY, Operator.NOT_IN, "1"));

    // Then a label that is absent is no longer allowed, as Exists does not allow it
    assertThat(both.toString()).isEqualTo("n Gte [2]");
    assertThat(both.allow(Tags.NONE)).isFalse();
    assertThat(both.equals(Requirements.of(new Requirement(KEY, Operator.GT, "1")))).isTrue();
  }

  @Test
  void excludedValueWithinTheBoundsStays() {
    Requirements both =
        Requirements.of(
            new Requirement(KEY, Operator.GT, "1"),
            new Requirement(KEY, Operator.NOT_IN, "1", "3", "x"));

    assertThat(both.toString()).isEqualTo("n Gte [2], n NotIn [3]");
    assertThat(both.allow(KEY, "3")).isFalse();
    assertThat(both.allow(KEY, "4")).isTrue();
    assertThat(both.allow(Tags.NONE)).isTrue();
  }

  @Test
  void operandsHave64Bits() {
    Requirements above = Requirements.of(new Requirement(KEY, Operator.GT, "4294967296"));

    assertThat(above.allow(KEY, "4294967297")).isTrue();
    assertThat(above.allow(KEY, "4294967296")).isFalse();
  }

  @Test
  void nothingIsMoreThanTheGreatestOperand() {
    var most = new Requirement(KEY, Operator.GT, Long.toString(Long.MAX_VALUE));

    assertThat(Requirements.of(most).toString()).isEqualTo("n DoesNotExist");
    assertThat(Requirements.of(most).allow(KEY, "5")).isFalse();
  }
}
