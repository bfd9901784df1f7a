package dev.plumbline.fact;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** As Karpenter's {@code requirements_test.go} has it, {@code AllowUndefinedWellKnownLabels}. */
class PodMatchTest {

  private static final String ARCH = "kubernetes.io/arch";

  @Test
  void wellKnownLabelNeedsNoPoolToTellIt() {
    assertThat(unknown(Requirements.NONE, one(ARCH, Operator.IN, "arm64"))).isNull();
    assertThat(unknown(Requirements.NONE, one("beta.kubernetes.io/arch", Operator.IN, "arm64")))
        .isNull();
    assertThat(unknown(Requirements.NONE, one("kubernetes.io/hostname", Operator.IN, "ip-1")))
        .isEqualTo("kubernetes.io/hostname In [ip-1]");
  }

  @Test
  void labelOfOnesOwnMustBeToldUnlessItMayBeAbsent() {
    Requirements pool = one("team", Operator.IN, "a", "b");
    assertThat(unknown(Requirements.NONE, one("team", Operator.IN, "a"))).isEqualTo("team In [a]");
    assertThat(unknown(Requirements.NONE, one("team", Operator.EXISTS))).isEqualTo("team Exists");
    assertThat(unknown(Requirements.NONE, one("team", Operator.GT, "3"))).isEqualTo("team Gte [4]");
    assertThat(unknown(Requirements.NONE, one("team", Operator.NOT_IN, "a"))).isNull();
    assertThat(unknown(Requirements.NONE, one("team", Operator.DOES_NOT_EXIST))).isNull();
    assertThat(unknown(pool, one("team", Operator.IN, "c"))).isNull();
  }

  @Test
  void valuesMustMeet() {
    Requirements pool = one("team", Operator.IN, "a", "b");
    assertThat(conflict(pool, one("team", Operator.IN, "b", "c"))).isNull();
    assertThat(conflict(pool, one("team", Operator.IN, "c"))).isEqualTo("team");
    assertThat(conflict(pool, one("team", Operator.NOT_IN, "a"))).isNull();
    assertThat(conflict(pool, one("team", Operator.NOT_IN, "a", "b"))).isEqualTo("team");
    assertThat(conflict(pool, one("team", Operator.EXISTS))).isNull();
    assertThat(conflict(pool, one("team", Operator.DOES_NOT_EXIST))).isEqualTo("team");
    assertThat(conflict(one("team", Operator.EXISTS), one("team", Operator.IN, "z"))).isNull();
    assertThat(conflict(one("n", Operator.GT, "5"), one("n", Operator.LT, "6"))).isEqualTo("n");
    assertThat(conflict(one("n", Operator.GT, "5"), one("n", Operator.IN, "6", "x"))).isNull();
  }

  @Test
  void whatMayBeAbsentOnBothSidesIsNoConflict() {
    Requirements without = one("team", Operator.DOES_NOT_EXIST);
    assertThat(conflict(without, one("team", Operator.NOT_IN, "a"))).isNull();
    assertThat(conflict(one("team", Operator.NOT_IN, "a"), without)).isNull();
    assertThat(conflict(without, one("team", Operator.EXISTS))).isEqualTo("team");
  }

  private static String unknown(Requirements pool, Requirements pod) {
    return PodMatch.unknownLabel(pool, pod);
  }

  private static String conflict(Requirements pool, Requirements pod) {
    return PodMatch.conflict(pool, pod);
  }

  private static Requirements one(String key, Operator operator, String... values) {
    return Requirements.of(new Requirement(key, operator, values));
  }
}
