package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How much room for new objects verbs have; {@code NativeSmokeIT} starts the program again. */
class YoungGenerationTest {

  private static final List<String> REPLAY = List.of("audit", "replay");

  @ParameterizedTest
  @ValueSource(
      strings = {"audit replay", "audit replay --from 3", "backtest --rules mine logs", "backtest"})
  void verbsThatDecideALogAgainHaveMore(String args) {
    assertThat(YoungGeneration.decidesALog(args.split(" "))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "serve",
        "evaluate audit replay",
        "audit",
        "audit verify",
        "audit replay --help",
        "backtest -h",
        "replay"
      })
  void othersHaveWhatIsBuiltIn(String args) {
    assertThat(YoungGeneration.decidesALog(args.split(" "))).isFalse();
  }

  @Test
  void noArgumentsAreNoVerb() {
    assertThat(YoungGeneration.decidesALog()).isFalse();
  }

  /** The heap that it may have, in MiB, is half of what the machine or the container has. */
  @ParameterizedTest
  @CsvSource({
    "12000, -Xmn600m",
    "1800, -Xmn600m",
    "1024, -Xmn341m",
    "603, -Xmn201m",
    "602,",
    "64,"
  })
  void aThirdOfTheHeapIsForNewObjects(long heap, String option) {
    assertThat(YoungGeneration.option(REPLAY, heap << 20)).isEqualTo(option);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-Xmn64m", "-Xmn200m", "-XX:MaxNewSize=300m"})
  void whatWasSetStays(String option) {
    assertThat(YoungGeneration.option(List.of("audit", "replay", option), 12L << 30)).isNull();
  }

  @Test
  void aLimitOfTheHeapIsAnother() {
    List<String> args = List.of("audit", "-Xmx2g", "replay");
    assertThat(YoungGeneration.option(args, 2L << 30)).isEqualTo("-Xmn600m");
  }

  @Test
  void argumentsThatAreNotKnownAreNotPassedOn() {
    assertThat(YoungGeneration.option(List.of(), 12L << 30)).isNull();
  }

  @Test
  void itIsMoreThanWhatIsBuiltIn() throws Exception {
    assertThat(Files.readString(Path.of("src/main/resources/application.properties")))
        .contains("-R:MaxNewSize=" + YoungGeneration.BUILT_IN + "m");
  }
}
