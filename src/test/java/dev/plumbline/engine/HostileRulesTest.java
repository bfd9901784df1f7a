package dev.plumbline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import dev.plumbline.engine.HostileRules.Attack;
import dev.plumbline.engine.RuleSession.SettleLimits;
import dev.plumbline.engine.RuleSession.SettleOverrun;
import dev.plumbline.engine.RuleSession.Settled;
import dev.plumbline.fact.Cluster.Account;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.language.InvalidRulesException;
import dev.plumbline.language.LintFinding;
import dev.plumbline.language.LintFinding.Level;
import dev.plumbline.language.RuleFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Rules that somebody sends in to stop the program: none ends it, none keeps it, and each is
 * refused with file and line or stopped with the name of the rule.
 */
class HostileRulesTest {

  private static final Path ATTACKS = Path.of("src/test/resources/attacks/rules");

  private static final Pattern PLACE = Pattern.compile("[a-z0-9.]+:[1-9][0-9]*(:[0-9]+)?: .*");

  private static final Duration TIMEOUT = Duration.ofSeconds(15);

  private static final Duration AT_ONCE = Duration.ofSeconds(3);

  private static final SettleLimits LIMITS = new SettleLimits(200_000, Duration.ofMillis(700));

  private static final int PARAMETERS = 300;

  @TestFactory
  Stream<DynamicTest> texts() {
    return HostileRules.all().stream()
        .map(each -> DynamicTest.dynamicTest(each.name(), () -> isBounded(each)));
  }

  private static void isBounded(Attack attack) {
    inTime(
        () -> {
          long start = System.nanoTime();
          List<String> errors = errors(attack.files());
          Duration took = Duration.ofNanos(System.nanoTime() - start);
          assertThat(took).isLessThan(AT_ONCE);
          assertThat(errors).allSatisfy(each -> assertThat(PLACE.matches(each)).as(each).isTrue());
          if (attack.verdict().equals("refused")) {
            assertThat(errors).isNotEmpty();
          }
        });
  }

  /** Runs it on a thread of its own, which is left behind when it does not end. */
  private static void inTime(Runnable attack) {
    var task = new FutureTask<@Nullable Void>(attack, null);
    Thread.ofPlatform().daemon().start(task);
    assertThat(task).succeedsWithin(TIMEOUT);
  }

  /** What linting and compiling says, one line each; none when the rules are accepted. */
  private static List<String> errors(Map<String, String> overlay) {
    try {
      RuleFiles.over(overlay, "");
      RuleSet.compile(RuleFiles.of(overlay));
      return List.of();
    } catch (InvalidRulesException e) {
      return String.valueOf(e.getMessage()).lines().toList();
    }
  }

  @TestFactory
  Stream<DynamicTest> files() {
    return Stream.of("regex", "settling").flatMap(HostileRulesTest::files);
  }

  private static Stream<DynamicTest> files(String kind) {
    try (Stream<Path> files = Files.list(ATTACKS.resolve(kind))) {
      return files
          .filter(each -> each.toString().endsWith(".drl"))
          .sorted()
          .map(
              each ->
                  DynamicTest.dynamicTest(kind + " " + each.getFileName(), () -> isStopped(each)))
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void isStopped(Path file) throws IOException {
    String expected =
        Files.readString(Path.of(file.toString().replace(".drl", ".expected"))).strip();
    var files = RuleFiles.of(Map.of("team.drl", Files.readString(file)));
    inTime(
        () -> {
          String[] words = expected.split(" ");
          switch (words[0]) {
            case "refused" ->
                assertThat(RuleLint.of(files))
                    .filteredOn(each -> each.level() == Level.ERROR)
                    .extracting(LintFinding::line)
                    .contains(Integer.parseInt(words[1]));
            case "accepted", "settles" ->
                assertThat(settled(files, SettleLimits.DEFAULT)).isInstanceOf(Settlement.class);
            default -> {
              Settled settled =
                  settled(files, words[1].equals("TEXT") ? SettleLimits.DEFAULT : LIMITS);
              assertThat(settled).isInstanceOf(SettleOverrun.class);
              var overrun = (SettleOverrun) settled;
              assertThat(overrun.rule().id()).isEqualTo(words[2]);
              assertThat(overrun.message()).contains(words[2]).contains("team.drl:");
              if (!words[1].equals("ANY")) {
                assertThat(overrun.exceeded()).hasToString(words[1]);
              }
              assertThat(overrun.took()).isLessThan(TIMEOUT);
            }
          }
        });
  }

  private static Settled settled(RuleFiles files, SettleLimits limits) {
    try (RuleSession session = RuleSet.compile(files).newSession()) {
      session.put(new Account("123456789012"));
      for (int i = 0; i < PARAMETERS; i++) {
        session.put(new Parameter("p" + i, "", "same"));
      }
      session.put(new Parameter("long", "", "a".repeat(30_000) + "!"));
      return session.settle(limits);
    }
  }

  @Test
  void thereAreMany() {
    assertThat(texts().count() + files().count()).isGreaterThan(150);
  }
}
