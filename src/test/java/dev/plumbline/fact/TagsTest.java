package dev.plumbline.fact;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** As the filters {@code tag:KEY} and {@code tag-key} of EC2 match ({@code DescribeImages}). */
class TagsTest {

  @ParameterizedTest
  @CsvSource({
    "stage, prod-eu, stage, prod-*,   true",
    "stage, test-eu, stage, prod-*,   false",
    "stage, prod-eu, stage, prod-??,  true",
    "stage, prod-eu, stage, prod-?,   false",
    "stage, prod-eu, stage, Prod-*,   false",
    "stage, prod-eu, stage, *-eu,     true",
    "stage, prod-eu, stage, *,        true",
    "stage, prod-eu, Stage, *,        false",
    "stage, prod-eu, st*,   *,        true",
    "stage, prod-eu, st*,   prod-eu,  false",
    "stage, a*b,     stage, a\\*b,     true",
    "stage, axb,     stage, a\\*b,     false",
    "Name,  web-1,   Name,  web-*,    true",
  })
  void selectorTermMatchesAsTheFilterOfEc2(
      String key, String value, String wantedKey, String wantedValue, boolean matched) {
    Tags image = Tags.of(Map.of(key, value));

    assertThat(image.matchAll(Tags.of(Map.of(wantedKey, wantedValue)))).isEqualTo(matched);
  }
}
