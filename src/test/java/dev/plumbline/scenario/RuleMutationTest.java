package dev.plumbline.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.engine.RuleSet;
import dev.plumbline.language.RuleFiles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Takes every rule away in turn: some scenario of its file must then fail. */
class RuleMutationTest {

  private static final RuleFiles FILES = RuleFiles.shipped();
  private static final Pattern RULE =
      Pattern.compile("^rule \"([^\"]+)\".*?^end$", Pattern.MULTILINE | Pattern.DOTALL);

  private static final Pattern ROW =
      Pattern.compile("^  ([A-Z]+-[0-9]{3}):\\n(?:    .*\\n)+", Pattern.MULTILINE);

  @TestFactory
  Stream<DynamicTest> everyRuleIsMissed() {
    return FILES.names(".drl").stream()
        .map(file -> DynamicTest.dynamicTest(file, () -> requireMissed(file)));
  }

  private static void requireMissed(String file) {
    String text = String.valueOf(FILES.text(file));
    List<Scenario> scenarios = ScenarioRunner.read(FILES, file.replace(".drl", ".scenarios.yaml"));
    assertThat(fails(file, text, scenarios)).as("%s as it is", file).isFalse();
    var survivors = new ArrayList<String>();
    int rules = 0;
    for (Matcher rule = RULE.matcher(text); rule.find(); rules++) {
      String without = text.substring(0, rule.start()) + text.substring(rule.end());
      if (!fails(file, without, scenarios)) {
        survivors.add(rule.group(1));
      }
    }
    String measures = String.valueOf(FILES.text(measures(file)));
    for (Matcher row = ROW.matcher(measures); row.find(); rules++) {
      String without = measures.substring(0, row.start()) + measures.substring(row.end());
      if (!fails(RuleSet.compile(files(file, text).with(measures(file), without)), scenarios)) {
        survivors.add(row.group(1));
      }
    }
    assertThat(rules).as("rules of %s", file).isEqualTo(compile(file, text).rules().size());
    assertThat(survivors).as("rules of %s that no scenario misses", file).isEmpty();
  }

  private static boolean fails(String file, String text, List<Scenario> scenarios) {
    return fails(compile(file, text), scenarios);
  }

  private static boolean fails(RuleSet rules, List<Scenario> scenarios) {
    for (Scenario scenario : scenarios) {
      if (!ScenarioRunner.run(rules, scenario, new HashMap<>()).passed()) {
        return true;
      }
    }
    return false;
  }

  /** A file of one rule is, without it, no file. */
  private static RuleSet compile(String file, String text) {
    return RuleSet.compile(RULE.matcher(text).find() ? files(file, text) : RuleFiles.of(Map.of()));
  }

  private static RuleFiles files(String file, String text) {
    return FILES.only(file).with(file, text);
  }

  private static String measures(String file) {
    return file.replace(".drl", RuleFiles.MEASURES);
  }
}
