package dev.plumbline.k8s;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Alerts say what to do, and fire when they should. What they read is held by MonitoringTest. */
class AlertsTest {

  private static final Path RUNBOOK = Path.of("docs/operations.md");
  private static final Path CASES = Path.of("src/test/resources/alerts.test.yaml");

  private static final YAMLMapper YAML = new YAMLMapper();

  private static List<JsonNode> alerts() {
    var alerts = new ArrayList<JsonNode>();
    spec().path("groups").forEach(group -> group.path("rules").forEach(alerts::add));
    return alerts;
  }

  private static JsonNode spec() {
    return Manifests.read(Chart.ROOT.resolve("alerts/prometheus-rule.yaml"))
        .getFirst()
        .path("spec");
  }

  @Test
  void everyAlertSaysWhatItMeansAndWhereToReadOn() throws IOException {
    Set<String> anchors = anchors();

    assertThat(alerts())
        .hasSizeGreaterThan(10)
        .allSatisfy(
            alert -> {
              String name = alert.path("alert").asText();
              assertThat(name).matches("Plumbline[A-Za-z]+");
              assertThat(alert.at("/labels/severity").asText()).isIn("info", "warning", "critical");
              assertThat(alert.at("/annotations/summary").asText()).isNotEmpty();
              assertThat(alert.at("/annotations/description").asText()).isNotEmpty();
              String anchor = name.toLowerCase(Locale.ROOT);
              assertThat(alert.at("/annotations/runbook").asText())
                  .isEqualTo(RUNBOOK + "#" + anchor);
              assertThat(anchors).contains(anchor);
            });
  }

  @Test
  void everySectionIsOfAnAlert() throws IOException {
    var names = new TreeSet<String>();
    alerts().forEach(alert -> names.add(alert.path("alert").asText().toLowerCase(Locale.ROOT)));

    assertThat(anchors().stream().filter(anchor -> anchor.startsWith("plumbline")))
        .containsExactlyInAnyOrderElementsOf(names);
  }

  private static Set<String> anchors() throws IOException {
    Matcher headings =
        Pattern.compile("^#{2,4} (.+)$", Pattern.MULTILINE).matcher(Files.readString(RUNBOOK));
    var anchors = new TreeSet<String>();
    while (headings.find()) {
      anchors.add(
          headings
              .group(1)
              .toLowerCase(Locale.ROOT)
              .replaceAll("[^a-z0-9 -]", "")
              .replace(' ', '-'));
    }
    return anchors;
  }

  @Test
  void everyAlertHasACaseInWhichItFires() throws IOException {
    var fires = new TreeSet<String>();
    for (JsonNode expected : YAML.readTree(CASES.toFile()).findValues("alert_rule_test")) {
      for (JsonNode each : expected) {
        if (!each.path("exp_alerts").isEmpty()) {
          fires.add(each.path("alertname").asText());
        }
      }
    }

    assertThat(fires)
        .containsExactlyInAnyOrderElementsOf(
            alerts().stream().map(alert -> alert.path("alert").asText()).toList());
  }

  @Test
  void theyFireWhenTheyShould(@TempDir Path folder) throws Exception {
    assumeTrue(
        Stream.of(System.getenv("PATH").split(":"))
            .anyMatch(each -> Files.isExecutable(Path.of(each, "promtool"))),
        "promtool is not on the PATH (Debian's package prometheus)");
    Files.writeString(folder.resolve("whole.yaml"), YAML.writeValueAsString(spec()));
    // What they say is held above, and its templates by `check`.
    JsonNode bare = spec();
    bare.findParents("annotations").forEach(rule -> ((ObjectNode) rule).remove("annotations"));
    Files.writeString(folder.resolve("rules.yaml"), YAML.writeValueAsString(bare));
    Files.copy(CASES, folder.resolve("alerts.test.yaml"));

    promtool(folder, "check", "rules", "whole.yaml");
    promtool(folder, "test", "rules", "alerts.test.yaml");
  }

  private static void promtool(Path folder, String... arguments) throws Exception {
    Path output = folder.resolve("told");
    var command = new ArrayList<>(List.of("promtool"));
    command.addAll(List.of(arguments));
    Process promtool =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();

    assertThat(promtool.waitFor(2, TimeUnit.MINUTES)).isTrue();
    assertThat(promtool.exitValue()).as(Files.readString(output)).isZero();
  }
}
