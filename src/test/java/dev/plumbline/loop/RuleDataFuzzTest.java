package dev.plumbline.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.fuzz.Fuzzer;
import dev.plumbline.language.InvalidInputException;
import dev.plumbline.language.RuleFiles;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a data file of rules holds, it is read, or refused by its name. */
class RuleDataFuzzTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "parameters.yaml",
        "policy.parameters.yaml",
        "waivers.yaml",
        "switched-off.yaml",
        "gates.yaml",
        "error-classes.yaml",
        "ami-families.yaml",
        "image-releases.yaml"
      })
  void isReadOrRefused(String name) {
    byte[] seed = RuleFiles.shipped().all().get(name).getBytes(StandardCharsets.UTF_8);
    var fuzzer =
        new Fuzzer(
            List.of(seed),
            Set.of(InvalidInputException.class),
            message -> message.contains(name) && !Fuzzer.isOfTheInside(message));
    Fuzzer.Outcome outcome =
        fuzzer.run(
            150,
            input ->
                Evaluation.with(
                    RuleFiles.of(Map.of(name, new String(input, StandardCharsets.UTF_8)))));
    assertThat(outcome.read() + outcome.refused()).isPositive();
  }
}
