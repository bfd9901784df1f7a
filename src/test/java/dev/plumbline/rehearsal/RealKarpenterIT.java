package dev.plumbline.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.rehearsal.ClusterRecord.Write;
import dev.plumbline.rehearsal.KarpenterScenario.Expect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The packaged program on a real Karpenter, in real time: docs/testing.md. What happens is in
 * {@code src/test/resources/karpenter}; what was seen is left in {@code target/karpenter}.
 */
@Tag("long")
class RealKarpenterIT {

  private static final String WANTED = System.getProperty("karpenter", "");
  private static final Duration CALM = Duration.ofMinutes(Long.getLong("karpenter.calm", 3));

  /** Of nodes that a release on trial may have: 1 % of so few, but 2 at least. */
  private static final int MOST = 2;

  /** From the evidence to the pin on what is proven. */
  private static final Duration REACTION = Duration.ofSeconds(60);

  static List<String> scenarios() {
    return KarpenterScenario.names(WANTED.isEmpty() ? "all" : WANTED);
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void onlyWhatIsProvenStays(String name) throws Exception {
    assumeTrue(!WANTED.isEmpty(), "it takes 10 to 25 minutes: -Dkarpenter=" + name);
    KarpenterScenario scenario = KarpenterScenario.read(name);
    Path folder = empty(Path.of("target", "karpenter", name).toAbsolutePath());
    try (var karpenter = new RealKarpenter(scenario, folder)) {
      ClusterRecord record = karpenter.run(CALM);
      Instant evidence = evidence(scenario, record);
      Files.writeString(
          folder.resolve("measured.txt"), measured(scenario.expect(), record, evidence));
      var softly = new SoftAssertions();
      verify(softly, scenario.expect(), record, evidence);
      softly
          .assertThat(record.written())
          .as("every write is in the decision log")
          .isEqualTo(karpenter.carriedOut());
      softly.assertThat(karpenter.replayed()).contains("0 differences");
      softly.assertAll();
      if (scenario.expect().isGivenBack()) {
        karpenter.giveBack();
      }
    }
  }

  private static void verify(
      SoftAssertions softly, Expect expect, ClusterRecord record, @Nullable Instant evidence) {
    expect
        .verdicts()
        .forEach(
            (release, state) ->
                softly.assertThat(record.state(release)).as(release).isEqualTo(state));
    record
        .states()
        .forEach(
            (release, states) ->
                softly.assertThat(states).as("states of " + release).doesNotHaveDuplicates());
    softly.assertThat(record.pins()).as("pins").isEqualTo(expect.pins());
    softly
        .assertThat(record.exposed())
        .as("nodes on releases on trial")
        .allSatisfy((release, nodes) -> assertThat(nodes).isLessThanOrEqualTo(MOST));
    softly.assertThat(record.lost()).as("nodes that were to stay").isEmpty();
    if (expect.failing() != null) {
      goesBack(softly, expect.failing(), record, evidence);
    }
    softly.assertThat(record.needless()).as("written again without evidence").isEmpty();
    softly.assertThat(record.flaps()).as("taken back within a minute").isEmpty();
  }

  private static void goesBack(
      SoftAssertions softly, String failing, ClusterRecord record, @Nullable Instant evidence) {
    Instant verdict = record.since(failing);
    Instant back = record.left(failing);
    softly.assertThat(evidence).as("evidence").isNotNull();
    softly.assertThat(verdict).as("verdict").isNotNull();
    softly.assertThat(back).as("back").isNotNull();
    if (evidence != null && verdict != null && back != null) {
      softly.assertThat(back).as("back").isBefore(evidence.plus(REACTION));
      softly
          .assertThat(record.launched(failing, verdict))
          .as("launched after the verdict")
          .isEmpty();
    }
  }

  private static String measured(Expect expect, ClusterRecord record, @Nullable Instant evidence) {
    String failing = Objects.requireNonNullElse(expect.failing(), "");
    return """
    states    %s
    pins      %s
    exposed   %s
    launched  %s
    evidence  %s
    verdict   %s
    back      %s
    writes    %d
    %s
    of verdicts %d
    needless  %s
    flaps     %s
    """
        .formatted(
            record.states(),
            record.pins(),
            record.exposed(),
            record.launched(failing, Instant.EPOCH),
            evidence,
            record.since(failing),
            record.left(failing),
            record.writes().size(),
            record.writes().stream().map(Write::toString).collect(Collectors.joining("\n")),
            record.statusWrites(),
            record.needless(),
            record.flaps());
  }

  /** When it was shown that a release fails: SSM took it back, or a node was not ready. */
  private static @Nullable Instant evidence(KarpenterScenario scenario, ClusterRecord record) {
    String failing = scenario.expect().failing();
    return failing == null
        ? null
        : scenario.steps().stream()
            .filter(step -> step.containsKey("pointer"))
            .findFirst()
            .map(step -> record.said("pointer " + step.get("pointer")))
            .orElseGet(
                () ->
                    record.failed(
                        failing,
                        duration(scenario, "evidence.notReadyFor", Duration.ofSeconds(30)),
                        duration(scenario, "rollout.readyWithin", Duration.ofMinutes(15))));
  }

  private static Duration duration(KarpenterScenario scenario, String name, Duration otherwise) {
    String text = scenario.parameters().path(name).asText();
    return text.isEmpty() ? otherwise : Duration.parse("PT" + text.toUpperCase(Locale.ROOT));
  }

  private static Path empty(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (var files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
    return Files.createDirectories(folder);
  }
}
