package dev.plumbline.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.engine.RuleSession.SettleLimits;
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever becomes of the process of trials, the one that started it has a verdict. */
class ProcessTrialsTest {

  private static final String RULE =
      """
      /*
       * Which images does the team object to?
       *
       * Reads      Ami, AmiSelectorTerm
       * Concludes  AmiObjection
       * Default    none
       */
      package team

      import dev.plumbline.fact.Ami
      import dev.plumbline.fact.AmiSelectorTerm
      import dev.plumbline.conclusion.AmiObjection

      rule "image is one that the team has withdrawn"
          @Id("TEAM-001") @Control("CM-2") @Severity("high")
      when
          Ami( $ami : id, name == "withdrawn" )
          AmiSelectorTerm( $nodeClass : nodeClass )
      then
          insertLogical( new AmiObjection( "TEAM-001", $nodeClass, $ami, "it is withdrawn" ) );
      end
      """;

  private static final Map<String, String> GOOD = Map.of("team.drl", RULE);

  private static final TrialRig.Settings SHORT =
      new TrialRig.Settings(true, 320, Duration.ofMillis(700), Duration.ofSeconds(60));

  @Test
  void aGoodOnePassesAndABadOneIsRefusedWithItsPlaceByTheSameProcess() throws Exception {
    try (ProcessTrials trials = TrialRig.trials(TrialRig.SETTINGS)) {
      TrialVerdict good = tried(trials, GOOD);
      ProcessHandle process = Objects.requireNonNull(trials.handle());
      TrialVerdict bad = tried(trials, Map.of("team.drl", RULE.replace("name ==", "nam ==")));

      assertThat(good.reasons()).isEmpty();
      assertThat(good.tested().needed()).isNotEmpty();
      assertThat(bad.stage()).isEqualTo("compiled");
      assertThat(bad.reasons())
          .anySatisfy(why -> assertThat(why).contains("team.drl:17:21: Ami has no field nam."));
      assertThat(trials.handle()).isEqualTo(process);
      assertThat(trials.fault()).isNull();
    }
  }

  @Test
  void aRuleThatDoesNotEndIsNamed() throws Exception {
    String drl = Files.readString(attack("settling/no-key-three-patterns.drl"));
    try (ProcessTrials trials = TrialRig.trials(TrialRig.SETTINGS)) {
      TrialVerdict verdict =
          trials.tried(
              TrialRig.request(
                  Map.of("team.drl", drl), new SettleLimits(20_000, Duration.ofSeconds(1))));

      assertThat(Objects.requireNonNull(verdict).stage())
          .as("%s", verdict.reasons())
          .isEqualTo("previewed");
      assertThat(verdict.reasons().toString()).contains("team.drl:");
      assertThat(tried(trials, GOOD).reasons()).isEmpty();
    }
  }

  @Test
  void oneThatIsKilledIsAVerdictAndTheNextHasAnother() throws Exception {
    try (ProcessTrials trials = TrialRig.trials(TrialRig.SETTINGS)) {
      assertThat(tried(trials, GOOD).reasons()).isEmpty();
      ProcessHandle first = Objects.requireNonNull(trials.handle());
      String endless = Files.readString(attack("settling/no-key-three-patterns.drl"));
      TrialRequest request = TrialRig.request(Map.of("team.drl", endless), SettleLimits.DEFAULT);
      CompletableFuture<TrialVerdict> verdict =
          CompletableFuture.supplyAsync(() -> quietly(trials, request));
      Thread.sleep(500);
      assertThat(first.destroyForcibly()).isTrue();

      assertThat(verdict.get(20, TimeUnit.SECONDS).reasons())
          .singleElement()
          .asString()
          .startsWith("the process that tried it ended (exit code 137)");
      assertThat(tried(trials, GOOD).reasons()).isEmpty();
      assertThat(trials.handle()).isNotEqualTo(first);
    }
  }

  @Test
  void oneThatHasTooLittleMemoryIsAVerdictWithTheLimit() throws Exception {
    var little = new TrialRig.Settings(false, 24, Duration.ofSeconds(60), Duration.ofSeconds(60));
    try (ProcessTrials trials = TrialRig.trials(little)) {
      assertThat(tried(trials, GOOD).reasons())
          .singleElement()
          .asString()
          .contains("it needs more than 24 MiB of memory")
          .contains("plumbline.trial.memory");
    }
  }

  @Test
  void oneThatUsesTooMuchOfTheProcessorIsAVerdict() throws Exception {
    var little = new TrialRig.Settings(false, 320, Duration.ofSeconds(60), Duration.ofMillis(10));
    String endless = Files.readString(attack("settling/no-key-three-patterns.drl"));
    try (ProcessTrials trials = TrialRig.trials(little)) {
      assertThat(tried(trials, Map.of("team.drl", endless)).reasons())
          .singleElement()
          .asString()
          .contains("it takes more than 10 ms of CPU time");
    }
  }

  @Test
  void oneThatNeverAnswersIsAVerdictAndGone() throws Exception {
    try (ProcessTrials trials = TrialRig.standIn(SHORT, "sleep", "600")) {
      trials.warm();
      ProcessHandle silent = Objects.requireNonNull(trials.handle());

      assertThat(tried(trials, GOOD).reasons())
          .singleElement()
          .asString()
          .contains("it takes more than 700 ms");
      assertThat(silent.onExit()).succeedsWithin(Duration.ofSeconds(5));
    }
  }

  @Test
  void oneThatAnswersSomethingElseIsAVerdict() throws Exception {
    for (String answer :
        List.of("echo hello", "echo '[1]'", "echo '{\"x\":1}'", "yes | tr -d '\\n'")) {
      try (ProcessTrials trials = TrialRig.standIn(TrialRig.SETTINGS, "sh", "-c", answer)) {
        assertThat(tried(trials, GOOD).reasons())
            .as(answer)
            .singleElement()
            .asString()
            .startsWith("the process that tried it answered with what is no answer");
      }
    }
  }

  @Test
  void whereNoneCanBeStartedNothingIsTriedAndThatIsSaid() throws Exception {
    try (ProcessTrials trials = TrialRig.standIn(TrialRig.SETTINGS, "/nonexistent/program")) {
      assertThat(trials.tried(TrialRig.request(GOOD, SettleLimits.DEFAULT))).isNull();
      assertThat(trials.fault()).startsWith("no process for trials can be started");
    }
  }

  @Test
  void itIsGivenNothingOfTheEnvironment() throws Exception {
    Path folder = TrialLauncher.newFolder().toRealPath();
    var launcher = new TrialLauncher(List.of("sh", "-c", "pwd; /usr/bin/env"), folder);
    Process process = launcher.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Files.delete(folder);

    assertThat(said.lines().findFirst()).contains(folder.toString());
    assertThat(said.lines().skip(1).map(line -> line.replaceFirst("=.*", "")))
        .isSubsetOf("PWD", "OLDPWD", "SHLVL", "_", "LANG", "LC_ALL", "LC_CTYPE");
  }

  @Test
  void itEndsOnceNothingWasTriedForSomeTimeAndTheNextHasAnother() throws Exception {
    String passes = "while read -r line; do echo '{\"verdict\":\"tried\"}'; done";
    var now = new AtomicLong();
    try (ProcessTrials trials = TrialRig.standIn(TrialRig.SETTINGS, now::get, "sh", "-c", passes)) {
      trials.warm();
      ProcessHandle first = Objects.requireNonNull(trials.handle());

      now.addAndGet(TrialRig.IDLE.toNanos() - 1);
      trials.endIfIdle();
      assertThat(trials.handle()).isEqualTo(first);
      assertThat(tried(trials, GOOD).stage()).isEqualTo("tried");
      now.addAndGet(TrialRig.IDLE.toNanos() - 1);
      trials.endIfIdle();
      assertThat(trials.handle()).as("used since it was started").isEqualTo(first);

      now.addAndGet(1);
      trials.endIfIdle();
      assertThat(trials.handle()).isNull();
      assertThat(first.onExit()).succeedsWithin(Duration.ofSeconds(5));
      assertThat(tried(trials, GOOD).stage()).isEqualTo("tried");
      assertThat(trials.handle()).isNotNull().isNotEqualTo(first);
    }
  }

  @Test
  void anInterruptEndsIt() throws Exception {
    try (ProcessTrials trials = TrialRig.standIn(TrialRig.SETTINGS, "sleep", "600")) {
      trials.warm();
      ProcessHandle process = Objects.requireNonNull(trials.handle());
      Thread.currentThread().interrupt();

      assertThatThrownBy(() -> tried(trials, GOOD)).isInstanceOf(InterruptedException.class);
      trials.close();
      assertThat(process.onExit()).succeedsWithin(Duration.ofSeconds(5));
    }
  }

  @Tag("long")
  @Test
  void itEndsWithTheProcessThatStartedItEvenWhenThatIsKilled() throws Exception {
    Process parent =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-cp",
                System.getProperty("java.class.path"),
                Parent.class.getName())
            .directory(new File("."))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (var said =
        new BufferedReader(
            new InputStreamReader(parent.getInputStream(), StandardCharsets.UTF_8))) {
      ProcessHandle child = ProcessHandle.of(Long.parseLong(said.readLine())).orElseThrow();
      assertThat(said.readLine()).isEqualTo("tries");
      assertThat(child.isAlive()).isTrue();
      parent.destroyForcibly();

      assertThat(child.onExit()).succeedsWithin(Duration.ofSeconds(15));
    }
  }

  /** Tries what does not end. */
  static final class Parent {

    private Parent() {}

    @SuppressWarnings("SystemOut")
    public static void main(String... args) throws Exception {
      String endless = Files.readString(attack("settling/no-key-three-patterns.drl"));
      try (ProcessTrials trials = TrialRig.trials(TrialRig.SETTINGS)) {
        TrialVerdict good = tried(trials, GOOD);
        System.out.println(Objects.requireNonNull(trials.handle()).pid());
        System.out.println(good.passed() ? "tries" : good.reasons());
        System.out.flush();
        TrialVerdict unused = tried(trials, Map.of("team.drl", endless));
      }
    }
  }

  private static Path attack(String name) {
    return Path.of("src/test/resources/attacks/rules", name);
  }

  private static TrialVerdict quietly(ProcessTrials trials, TrialRequest request) {
    try {
      return Objects.requireNonNull(trials.tried(request), "no process was started");
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static TrialVerdict tried(ProcessTrials trials, Map<String, String> overlay)
      throws InterruptedException {
    return Objects.requireNonNull(
        trials.tried(TrialRig.request(overlay, SettleLimits.DEFAULT)), "no process was started");
  }
}
