package dev.plumbline.fact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.fact.NodeOverlays.NodeOverlay;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The vectors of {@code AdjustedPrice} in Karpenter's own words: a price, or a change of it. */
class NodeOverlayPriceTest {

  @ParameterizedTest
  @CsvSource({
    "0.5, 500000",
    "0, 0",
    "+0.01, 106000",
    "-0.01, 86000",
    "-1, 0",
    "+50%, 144000",
    "-25.5%, 71520",
    "-100%, 0",
    "-150%, 0",
    "0.0000014, 1",
    "much, 96000",
    "'', 96000",
  })
  void pricesAsKarpenterDoes(String price, long expected) {
    var overlay = new NodeOverlay("some", Tags.NONE, Tags.NONE, false, null, price, null, null);
    assertThat(overlay.priced(96_000)).isEqualTo(expected);
  }
}
