package dev.plumbline.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.engine.RuleLint;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.language.LintFinding.Level;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Files that authors might write, as folders: what is bad has its findings beside it, over the
 * shipped rules; what is good has none. Written anew by {@code -Dgolden.update=true}.
 */
class LintCasesTest {

  private static final Path CASES = Path.of("src/test/resources/lint");

  @TestFactory
  Stream<DynamicTest> bad() {
    return cases("bad").map(folder -> DynamicTest.dynamicTest(name(folder), () -> isFound(folder)));
  }

  @TestFactory
  Stream<DynamicTest> good() {
    return cases("good")
        .map(
            folder ->
                DynamicTest.dynamicTest(
                    name(folder), () -> assertThat(RuleLint.of(files(folder))).isEmpty()));
  }

  @Test
  void thereAreManyOfBoth() {
    assertThat(cases("bad").toList()).hasSizeGreaterThan(130);
    assertThat(cases("good").toList()).hasSizeGreaterThanOrEqualTo(15);
  }

  private static void isFound(Path folder) throws IOException {
    List<LintFinding> findings = RuleLint.of(files(folder));
    String told =
        findings.stream()
            .map(each -> each.level().word() + " " + each.check().word() + "\n  " + each + "\n")
            .collect(Collectors.joining());
    Path golden = folder.resolve("expected.txt");
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(golden, told);
    }
    assertThat(counted(told)).isNotEmpty().isEqualTo(counted(Files.readString(golden)));
  }

  /** How many more names there are changes with every new one. */
  private static String counted(String told) {
    return told.replaceAll("and \\d+ more", "and N more");
  }

  @Test
  void errorRefusesTheRulesAndWarningDoesNot() {
    assertThatThrownBy(() -> RuleSet.compile(files(CASES.resolve("bad/escape-runtime"))))
        .isInstanceOf(InvalidRulesException.class);
    assertThat(RuleSet.compile(files(CASES.resolve("bad/condition-unused"))).warnings())
        .extracting(LintFinding::level)
        .containsExactly(Level.WARNING);
  }

  /** The shipped files over which those of the case are laid. */
  static RuleFiles files(Path folder) {
    RuleFiles files = RuleFiles.shipped();
    for (var file : RuleFolder.read(folder).entrySet()) {
      files = files.with(file.getKey(), file.getValue());
    }
    return files;
  }

  static Stream<Path> cases(String kind) {
    try (Stream<Path> folders = Files.list(CASES.resolve(kind))) {
      return folders.filter(Files::isDirectory).sorted().toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String name(Path folder) {
    return Objects.requireNonNull(folder.getFileName()).toString();
  }
}
