package dev.plumbline.fact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.fact.Policy.Parameter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VersionTest {

  /** From the least to the greatest. */
  private static final List<String> ASCENDING =
      List.of(
          "0",
          "4.14.355",
          "5.10.0-1160.el7",
          "5.10.230",
          "6.1~rc1",
          "6.1-alpha",
          "6.1-alpha.2",
          "6.1-beta.11",
          "6.1.0-rc3",
          "v6.1.0-RC.4",
          "6.1",
          "6.1-eks-abc1234",
          "6.1.0-7",
          "6.1.0-36.fc40",
          "6.1.109-118.189.amzn2023.x86_64",
          "6.1.109-119.1.amzn2023.x86_64",
          "6.9",
          "6.10",
          "10.0",
          "20261101",
          "99999999999999999999.1");

  @Test
  void numbersAreComparedAsNumbersAndPreReleasesComeFirst() {
    var shuffled = new ArrayList<>(ASCENDING);
    Collections.shuffle(shuffled, new Random(7));

    assertThat(shuffled.stream().map(Version::of).sorted().map(Version::toString))
        .containsExactlyElementsOf(ASCENDING);
  }

  @Test
  void whatDoesNotCountMakesNoDifference() {
    assertThat(Version.of("v6.1"))
        .isEqualTo(Version.of("6.1.0.0+build.7"))
        .hasSameHashCodeAs(Version.of("6.1.0.0+build.7"))
        .isNotEqualTo(Version.of("6.1.0.1"))
        .isNotEqualTo(Version.of("6.1-1"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " 6.1",
        "6.1 ",
        "latest",
        "yesterday",
        "v",
        "6.x",
        "6..1",
        ".6",
        "6.",
        "6.1-",
        "1,2",
        "-1",
        "six"
      })
  void whatIsNoVersionIsNotReadAsOne(String text) {
    assertThat(Tags.of(java.util.Map.of("kernel", text)).version("kernel")).isNull();
    assertThat(new Parameter("p", "", text).version()).isNull();
    assertThatThrownBy(() -> Version.of(text)).hasMessageContaining("Try: 6.1");
  }
}
