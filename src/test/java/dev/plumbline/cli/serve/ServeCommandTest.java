package dev.plumbline.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.source.FactUpdate;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said when {@code serve} starts. */
class ServeCommandTest {

  private static String modes(boolean publishes, Parameter... parameters) {
    return ServeCommand.modes(new FactUpdate("parameters", List.of(parameters), null), publishes);
  }

  private static Parameter mode(String kind, String mode) {
    return new Parameter("actions.mode", kind, mode);
  }

  @Test
  void whatIsRememberedIsKeptUnlessItIsNamed() {
    assertThat(modes(false, mode("*", "observe")))
        .startsWith("PinAmis observe, ")
        .endsWith("KeepImageVerdicts enforce, Report observe");
    assertThat(modes(false, mode("*", "enforce"), mode("KeepImageVerdicts", "observe")))
        .startsWith("PinAmis enforce, ")
        .endsWith("KeepImageVerdicts observe, Report enforce");
  }

  @Test
  void publishingIsSaidWhereSomethingIsPublished() {
    assertThat(modes(true))
        .endsWith("KeepImageVerdicts enforce, PublishVerdicts enforce, Report observe");
    assertThat(modes(true, mode("PublishVerdicts", "observe"))).contains("PublishVerdicts observe");
  }
}
