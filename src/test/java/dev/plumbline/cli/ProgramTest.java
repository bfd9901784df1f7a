package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.main.Launch;
import io.quarkus.test.junit.main.LaunchResult;
import io.quarkus.test.junit.main.QuarkusMainLauncher;
import io.quarkus.test.junit.main.QuarkusMainTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The whole program, as Quarkus starts it. */
@Tag("long")
@QuarkusMainTest
class ProgramTest {

  @Test
  @Launch("--version")
  void answersOnStdoutAlone(LaunchResult result) {
    assertThat(result.getOutput()).startsWith("plumbline 0.");
    assertThat(result.getErrorOutput()).isEmpty();
  }

  @Test
  @Launch(value = "evaluat", exitCode = 2)
  void exitsWithTheCodeOfTheVerb(LaunchResult result) {
    assertThat(result.getErrorOutput())
        .contains("plumbline: unknown verb 'evaluat'. Did you mean evaluate?");
    assertThat(result.getOutput()).isEmpty();
  }

  @Test
  void theStoryIsDecidedAsItIsTold(QuarkusMainLauncher launcher) throws IOException {
    LaunchResult result = launcher.launch("demo", "--fast");
    String told = result.getOutput();

    assertThat(result.exitCode()).as(told + result.getErrorOutput()).isZero();
    assertThat(told)
        .containsSubsequence(
            "+ RolloutStage  ROLL-041  golden ami-0a13 complete",
            "+ AmiObjection  AMI-001  golden ami-0a14: its state is pending",
            "- AmiObjection  AMI-001  golden ami-0a14",
            "- AmiObjection  AMI-005",
            "+ AmiHeldBack  TRAIN-041  golden ami-0a14: it soaks until 2026-11-22T09:00:00Z",
            "- AmiHeldBack  TRAIN-041  golden ami-0a14",
            "RolloutStage  ROLL-040  golden ami-0a14 canary",
            "+ RolloutFailure  ROLL-004  golden ami-0a14 canary-b2",
            "golden ami-0a14 held: 1 of 2 nodes on it failed",
            "+ WaiverInForce",
            "- RolloutHold  ROLL-020",
            "is rejected; the previous rules stay active",
            "Did you mean match?",
            "is held; the previous rules stay active",
            "REV-010 1 of 2 eligible AMIs would no longer be eligible",
            "+ AmiObjection  TEAM-001  golden ami-0a14",
            "~ AmiResolved  RES-000  golden ami-0a13",
            "is active",
            "AmiEligible ami=ami-0a14 nodeClass=golden does not hold",
            "It would hold, as settling a copy has shown",
            "~ RolloutStage  ROLL-041  golden ami-0a13 complete",
            "it ran ami-0a14 (golden-x86_64-v14)",
            "$ sh $D/bundle/verify.sh",
            "valid: ");
    assertThat(told).containsAnyOf("VALID: ", "not checked here: ");
    delete(
        Path.of(
            told.lines()
                .filter(line -> line.startsWith("D="))
                .findFirst()
                .orElseThrow()
                .substring(2)));
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }
}
