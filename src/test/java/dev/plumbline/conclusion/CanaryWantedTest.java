package dev.plumbline.conclusion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.conclusion.CanaryConclusions.CanaryWanted;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CanaryWantedTest {

  @ParameterizedTest
  @CsvSource({
    "2, 0, 2",
    "1, 1000, 1",
    "9, 199, 2",
    "9, 299, 2",
    "9, 300, 3",
    "9, 1000, 9",
    "2, 1000, 2"
  })
  void hasTwoNodesOrOnePercentButNotMoreThanItMay(int most, int nodes, int limit) {
    assertThat(CanaryWanted.limit(most, nodes)).isEqualTo(limit);
  }

  @Test
  void nameIsThatOfTheNodeClass() {
    assertThat(named("web.blue").name()).isEqualTo("plumbline-canary-web.blue");
    assertThat(named("web").classObject()).isEqualTo("EC2NodeClass/plumbline-canary-web");
    assertThat(named("web").poolObject()).isEqualTo("NodePool/plumbline-canary-web");
  }

  @Test
  void longNameIsShortenedSoThatItIsALabel() {
    String one = named("a".repeat(46) + "-one").name();
    String two = named("a".repeat(46) + "-two").name();
    assertThat(named("a".repeat(46)).name()).hasSize(63);
    assertThat(one).isNotEqualTo(two).hasSizeLessThanOrEqualTo(63).matches("[a-z0-9.-]*[a-z0-9]");
    assertThat(named("a".repeat(36) + "-.-".repeat(9)).name()).matches("[^.]*[a-z0-9]-[0-9a-f]+");
  }

  private static CanaryWanted named(String nodeClass) {
    return new CanaryWanted("t", nodeClass, "pool", "ami-1", 2);
  }
}
