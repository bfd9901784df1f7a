package dev.plumbline.trial;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.language.InvalidInputException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Settings under which every revision would be rejected are refused at the start. */
class SharedTrialsTest {

  private static final Duration MINUTE = Duration.ofSeconds(60);

  private static void validate(int memory, Duration duration, Duration cpu) {
    try (var trials = new SharedTrials(new TrialRig.Settings(true, memory, duration, cpu))) {
      trials.validate();
    }
  }

  @Test
  void whatIsPossibleIsTaken() {
    assertThatCode(() -> validate(320, MINUTE, MINUTE)).doesNotThrowAnyException();
  }

  @Test
  void whatIsTooLittleIsNamed() {
    assertThatThrownBy(() -> validate(-1, MINUTE, MINUTE))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("plumbline.trial.memory: -1 is too little. Try: 64 or more.");
    assertThatThrownBy(() -> validate(320, Duration.ZERO, MINUTE))
        .hasMessage("plumbline.trial.duration: PT0S is too little. Try: 60s.");
    assertThatThrownBy(() -> validate(320, MINUTE, Duration.ofSeconds(-1)))
        .hasMessage("plumbline.trial.cpu: PT-1S is too little. Try: 60s.");
  }
}
