package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.main.Launch;
import io.quarkus.test.junit.main.LaunchResult;
import io.quarkus.test.junit.main.QuarkusMainTest;
import org.junit.jupiter.api.Test;

/** The whole program, as Quarkus starts it. */
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
        .contains("plumbline: unknown verb 'evaluat'. Maybe evaluate.");
    assertThat(result.getOutput()).isEmpty();
  }
}
