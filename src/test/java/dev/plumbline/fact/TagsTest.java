package dev.plumbline.fact;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
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

  @ParameterizedTest
  @CsvSource({
    "2026-10-01,                2026-10-01T00:00:00Z",
    "2026-10-01T12:00:00Z,      2026-10-01T12:00:00Z",
    "2026-10-01T12:00:00+02:00, 2026-10-01T10:00:00Z",
    "2026-10-01T12:00:00.250Z,  2026-10-01T12:00:00.250Z",
    "2026-10-01T12:00:00,",
    "2026-02-30,",
    "2026-10-1,",
    "yesterday,",
    "'2026-10-01 ',",
    "1790812800,",
    "12026-10-01,",
    "'',",
  })
  void timeIsReadOrNot(String value, @Nullable Instant time) {
    assertThat(Tags.of(Map.of("scan-date", value)).time("scan-date")).isEqualTo(time);
    assertThat(Tags.NONE.time("scan-date")).isNull();
  }

  @ParameterizedTest
  @CsvSource({"7, 7", "-0.5, -0.5", "1e3,", "0x7,", "'7 ',", "seven,", "7.,", "'',"})
  void numberIsReadOrNot(String value, @Nullable BigDecimal number) {
    assertThat(Tags.of(Map.of("score", value)).number("score")).isEqualTo(number);
  }
}
