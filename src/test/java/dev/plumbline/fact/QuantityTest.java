package dev.plumbline.fact;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {

  @ParameterizedTest
  @CsvSource({
    "20Gi, 20Gi",
    "363724Mi, 363724Mi",
    "16069248Ki, 16069248Ki",
    "900G, 900G",
    "950000000, 950M",
    "1930m, 1930m",
    "1.5, 1500m",
    "0.1n, 1m",
    "35, 35",
    "1000, 1000",
    "2e3, 2k",
    "0, 0",
    "1048576, 1Mi",
    "1.5Gi, 1536Mi"
  })
  void isReadAndWrittenAsKubernetesDoes(String text, String shown) {
    Quantity quantity = Quantity.parse(text);

    assertThat(quantity).hasToString(shown);
    assertThat(Quantity.parse(shown)).isEqualTo(quantity);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "many", "5 Gi", "5gi", "--5", "99999999E", "5%", "1e", "1.2.3"})
  void anythingElseIsNone(String text) {
    assertThat(Quantity.parse(text)).isNull();
  }

  @Test
  void nothingIsLeftBelowZero() {
    Resources two = Resources.NONE.with("cpu", Quantity.ofWhole(2));

    assertThat(two.minus(Resources.NONE.with("cpu", Quantity.ofWhole(3))))
        .isEqualTo(Resources.NONE.with("cpu", Quantity.ZERO));
    assertThat(two.shortOf(Resources.NONE.with("memory", Quantity.ofWhole(1)))).isEqualTo("memory");
  }
}
