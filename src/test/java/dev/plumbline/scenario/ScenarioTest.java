package dev.plumbline.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.language.RuleFiles;
import dev.plumbline.scenario.ScenarioRunner.ScenarioReport;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class ScenarioTest {

  private static final ScenarioReport REPORT = ScenarioRunner.run(RuleFiles.shipped());

  @TestFactory
  Stream<DynamicTest> scenarios() {
    return REPORT.results().stream()
        .map(
            result ->
                DynamicTest.dynamicTest(
                    result.file() + ": " + result.name(),
                    () -> {
                      assertThat(result.unexpected()).as("concluded, but not expected").isEmpty();
                      assertThat(result.missing()).as("expected, but not concluded").isEmpty();
                    }));
  }

  @TestFactory
  Stream<DynamicTest> everyRuleIsNeeded() {
    return Stream.of(
        DynamicTest.dynamicTest(
            "every rule is needed by a scenario", () -> assertThat(REPORT.unneeded()).isEmpty()));
  }
}
