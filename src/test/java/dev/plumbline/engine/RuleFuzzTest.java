package dev.plumbline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.fuzz.Fuzzer;
import dev.plumbline.language.InvalidRulesException;
import dev.plumbline.language.RuleFiles;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Whatever a rule file holds, it is compiled, or refused with file and line. */
class RuleFuzzTest {

  private static final int MIN_RULES = 200;
  private static final Pattern MESSAGE = Pattern.compile("message\\( [^)]* \\)");
  private static final Pattern RULE = Pattern.compile("(?m)^rule ");
  private static final Pattern PLACE =
      Pattern.compile("team\\.drl(:[1-9][0-9]*(:[1-9][0-9]*)?)?: .+");

  @Test
  void isCompiledOrRefused() {
    var fuzzer =
        new Fuzzer(
            rules(),
            Set.of(InvalidRulesException.class),
            text -> text.lines().allMatch(line -> PLACE.matcher(line).matches()));
    Fuzzer.Outcome outcome = fuzzer.run(1_000, RuleFuzzTest::compile);
    assertThat(outcome.read()).isPositive();
    assertThat(outcome.refused()).isPositive();
  }

  private static void compile(byte[] input) {
    String text = new String(input, StandardCharsets.UTF_8);
    RuleSet.compile(RuleFiles.of(Map.of("team.drl", text)));
  }

  private static boolean compiles(byte[] input) {
    try {
      compile(input);
      return true;
    } catch (InvalidRulesException e) {
      return false;
    }
  }

  /** Each rule that ships and needs no other file, in a file of its own, with its imports. */
  private static List<byte[]> rules() {
    var all = new ArrayList<byte[]>();
    RuleFiles.shipped()
        .all()
        .forEach(
            (name, text) -> {
              if (name.endsWith(".drl")) {
                String[] parts = RULE.split(text);
                for (int i = 1; i < parts.length; i++) {
                  String rule = "rule " + MESSAGE.matcher(parts[i]).replaceAll("\"text\"");
                  String head =
                      parts[0]
                          .lines()
                          .filter(line -> !line.startsWith("import ") || names(rule, line))
                          .collect(Collectors.joining("\n"));
                  all.add((head + "\n" + rule).getBytes(StandardCharsets.UTF_8));
                }
              }
            });
    all.removeIf(each -> !compiles(each));
    assertThat(all).hasSizeGreaterThan(MIN_RULES);
    return all;
  }

  /** Whether a rule names the type that a line imports. */
  private static boolean names(String rule, String line) {
    String type = line.substring(line.lastIndexOf('.') + 1).replace(";", "");
    return Pattern.compile("\\b" + type + "\\b").matcher(rule).find();
  }
}
