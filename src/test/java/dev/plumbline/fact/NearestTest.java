package dev.plumbline.fact;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {

  private static final List<String> KNOWN =
      List.of("AmiResolved", "AmiObjection", "NodePoolObjection", "GateOpen", "m5.large");

  @Test
  void upperAndLowerCaseAreNear() {
    assertThat(Nearest.names("amiresolved", KNOWN)).containsExactly("AmiResolved");
  }

  @Test
  void aPartOfANameIsNear() {
    assertThat(Nearest.names("object", KNOWN)).containsExactly("AmiObjection", "NodePoolObjection");
  }

  @Test
  void theSameBeginningIsNear() {
    assertThat(Nearest.names("m5.enormous", KNOWN)).containsExactly("m5.large");
  }

  @Test
  void withoutANearOneAFewAreNamed() {
    assertThat(Nearest.suggestion("zzz", List.of("b", "a"))).isEqualTo("Try: one of a, b.");
    // As rules in recorded logs concluded it.
    assertThat(Nearest.hint("ab", List.of("abc"))).isEqualTo(" Maybe abc.");
    assertThat(Nearest.advice("zzz", List.of("b", "a"))).isEqualTo("Maybe one of a, b.");
    assertThat(Nearest.advice("zzz", List.of()))
        .isEqualTo("Maybe nothing of the kind is defined yet.");
  }
}
