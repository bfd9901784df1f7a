package dev.plumbline.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.plumbline.fact.Decimals;
import dev.plumbline.fact.Quantity;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents that are small and would become large, or take long. */
@Timeout(10)
class HostileDocumentsTest {

  private static final Origin FILE = Origin.snapshot("a");

  @Test
  void valuesOfJsonHaveAnEnd() {
    rejected("exceeds the 9 values", () -> json("[1,2,3,4,5,6,7,8]", 9));
    assertThat(json("[1,2,3,4,5,6,7]", 9).items()).hasSize(7);
  }

  @Test
  void valuesOfAllFilesAreCountedTogether() {
    var budget = new ReadingBudget(10);
    Documents.json(FILE, bytes("[1,2,3]"), budget);
    rejected("exceeds the 10 values", () -> Documents.yaml(FILE, bytes("[1,2,3,4,5,6]"), budget));
  }

  @Test
  void anAliasCountsAsWhatItRepeats() {
    String laughs =
        """
        a: &a [x, x, x, x]
        b: &b [*a, *a, *a, *a]
        c: [*b, *b, *b, *b]
        """;
    rejected("exceeds the 110 values", () -> yaml(laughs, 110));
    assertThat(yaml(laughs, 120).at("c").items()).hasSize(4);
  }

  @Test
  void depthHasAnEnd() {
    rejected("nests more than 100 levels", () -> json("[".repeat(101) + "]".repeat(101), 1_000));
    rejected("nests more than 100 levels", () -> yaml("[".repeat(200), 1_000));
    rejected("nests more than 100 levels", () -> yaml("- ".repeat(200) + "x", 1_000));
    assertThat(json("[".repeat(100) + "]".repeat(100), 1_000).items()).hasSize(1);
    assertThat(yaml("[".repeat(100) + "]".repeat(100), 1_000).items()).hasSize(1);
  }

  @Test
  void aChainOfAliasesIsAsDeepAsItIs() {
    var chain = new StringBuilder("a0: &a0 [x]\n");
    for (int i = 1; i < 120; i++) {
      chain.append("a%d: &a%d [*a%d]%n".formatted(i, i, i - 1));
    }
    rejected("nests more than 100 levels", () -> yaml(chain.toString(), 1_000_000));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "%YAML 99999999999999999999.1\n---\na: 1",
        "a: \"\\UFFFFFFFF\"",
        "a: \u0000",
        "? [a]\n: b",
        "!!java.net.URL [x]",
        "--- a\n...\n%",
        "a: &\n",
        "*",
        "|999999999999"
      })
  void whatTheParserDoesNotExpectIsAFault(String text) {
    try {
      Documents.yaml(FILE, bytes(text));
    } catch (InvalidSourceException e) {
      assertThat(e.getMessage()).startsWith("a").contains("Try: ").doesNotContain("java.");
    }
  }

  @Test
  void numbersAreOfThisWorld() {
    long begun = System.nanoTime();
    for (String text :
        new String[] {"1e20000000", "1e-20000000", "1e100", "1".repeat(65), "", "e5", "1e", "٣"}) {
      assertThat(Decimals.parse(text)).as(text).isNull();
    }
    assertThat(Quantity.parse("1".repeat(30_000_000))).isNull();
    assertThat(Quantity.parse("1e999")).isNull();
    assertThat(yaml("1E+20000000", 10).node().isTextual()).isTrue();
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(2));
    assertThat(Decimals.parse("0.0104")).hasToString("0.0104");
    assertThat(Decimals.parse("1e-7")).hasToString("1E-7");
  }

  @Test
  void aDoubleThatIsInfiniteIsNoNumber() {
    rejected("too large for a number", () -> json("1e999", 10).number());
  }

  private static void rejected(String why, ThrowingCallable by) {
    assertThatExceptionOfType(InvalidSourceException.class)
        .isThrownBy(by)
        .withMessageContaining(why);
  }

  private static Cursor json(String text, long values) {
    return Documents.json(FILE, bytes(text), new ReadingBudget(values));
  }

  private static Cursor yaml(String text, long values) {
    return Documents.yaml(FILE, bytes(text), new ReadingBudget(values)).getFirst();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
