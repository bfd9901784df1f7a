package dev.plumbline.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.log.MemoryLog;
import dev.plumbline.record.RecordedStory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Findings over time, by control, and in the forms of other tools. */
class ExportTest {

  private static final ObjectMapper JSON = new JsonMapper();
  private static final String UUID_5 =
      "[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";
  private static final MemoryLog LOG = new MemoryLog("plumbline.dev/log/test");
  private static LogArchive archive;

  @BeforeAll
  static void record() {
    RecordedStory.record(LOG);
    archive = RecordedStory.archive(LOG);
  }

  private static ExportedFindings exported() {
    return ExportedFindings.of(archive, null, null, "0.1.0");
  }

  @Test
  void findingsHaveABeginningAndAnEnd() {
    List<ControlFinding> findings = ControlFindings.between(archive, null, null);

    assertThat(findings).isNotEmpty();
    assertThat(findings).anyMatch(each -> each.subject().equals("EC2NodeClass/golden"));
    assertThat(findings)
        .allSatisfy(
            each -> {
              assertThat(each.controls()).isNotEmpty();
              Instant closed = each.span().closed();
              assertThat(closed == null || closed.isAfter(each.span().opened())).isTrue();
            });
  }

  @Test
  void controlsTellRulesObjectsAndEvidence() {
    List<ControlStatus> controls =
        new ControlReport(archive).at(RecordedStory.FIRST.plusSeconds(60), Set.of("AMI-000"));

    assertThat(controls).extracting(ControlStatus::control).contains("CM-2", "SI-2").isSorted();
    ControlStatus configuration =
        controls.stream().filter(c -> c.control().equals("CM-2")).findFirst().orElseThrow();
    assertThat(configuration.rules()).contains("AMI-000");
    assertThat(configuration.objects()).isPositive();
    assertThat(configuration.state()).isEqualTo(ControlState.NOT_SATISFIED);
    assertThat(configuration.observed()).contains("AMI-000").isSubsetOf(configuration.rules());
    assertThat(configuration.evidence().first()).isEqualTo(2);
    assertThat(configuration.uncovered()).isNotEmpty().doesNotContain("AMI-000");
  }

  @Test
  void oscalHasWhatItsSchemaRequires() throws Exception {
    ObjectNode document = Oscal.of(exported());
    Files.writeString(Path.of("target/oscal.json"), document.toPrettyString());
    JsonNode results = document.path("assessment-results");

    assertThat(results.path("uuid").asText()).matches(UUID_5);
    for (String field : List.of("title", "last-modified", "version", "oscal-version")) {
      assertThat(results.path("metadata").path(field).asText()).as(field).isNotBlank();
    }
    String plan = results.path("import-ap").path("href").asText().substring(1);
    assertThat(results.path("back-matter").path("resources").findValuesAsText("uuid"))
        .contains(plan);
    JsonNode result = results.path("results").path(0);
    for (String field : List.of("uuid", "title", "description", "start", "end")) {
      assertThat(result.path(field).asText()).as(field).isNotBlank();
    }
    assertThat(
            result
                .path("reviewed-controls")
                .path("control-selections")
                .path(0)
                .path("include-controls")
                .findValuesAsText("control-id"))
        .contains("cm-2", "si-2");
    assertThat(result.path("reviewed-controls").path("remarks").asText())
        .startsWith("Not assessed, since there is no observation of them: ");
    var items =
        new HashSet<>(
            result.path("local-definitions").path("inventory-items").findValuesAsText("uuid"));
    var observations = new HashSet<String>();
    for (JsonNode each : result.path("observations")) {
      observations.add(each.path("uuid").asText());
      assertThat(each.path("description").asText()).isNotBlank();
      assertThat(each.path("methods").path(0).asText()).isEqualTo("TEST");
      assertThat(each.path("collected").asText()).isNotBlank();
      assertThat(items).containsAll(each.path("subjects").findValuesAsText("subject-uuid"));
    }
    for (JsonNode each : result.path("findings")) {
      assertThat(each.path("target").path("type").asText()).isEqualTo("objective-id");
      assertThat(each.path("target").path("target-id").asText()).matches("[a-z]{2}-[0-9.]+_obj");
      assertThat(each.path("target").path("status").path("state").asText())
          .isIn("satisfied", "not-satisfied");
      assertThat(each.path("related-observations")).as(each.path("title").asText()).isNotEmpty();
      assertThat(observations)
          .containsAll(each.path("related-observations").findValuesAsText("observation-uuid"));
    }
    assertThat(Oscal.of(exported())).isEqualTo(document);
    assertThat(Oscal.id("CM-7(5)")).isEqualTo("cm-7.5");
  }

  @Test
  void aControlWithoutAnObservationIsNotAssessed() {
    ExportedFindings all = exported();
    ExportedFindings none = all.with(List.of(), List.of());

    for (ExportedFindings each : List.of(all, all.with(List.of(), all.observations()), none)) {
      JsonNode result = Oscal.of(each).at("/assessment-results/results/0");
      var judged = new TreeSet<String>();
      var observed = new TreeSet<String>();
      each.findings().stream()
          .filter(ControlFinding::open)
          .forEach(
              finding -> {
                observed.addAll(finding.controls());
                if (!finding.result().equals("skip")) {
                  judged.addAll(finding.controls());
                }
              });
      each.observations().forEach(rule -> observed.addAll(rule.rule().controls()));
      assertThat(result.path("findings").findValuesAsText("title"))
          .containsExactlyElementsOf(judged.stream().filter(all.controls()::contains).toList());
      JsonNode selection = result.at("/reviewed-controls/control-selections/0");
      assertThat(selection.path("exclude-controls"))
          .hasSize(
              observed.isEmpty()
                  ? 0
                  : (int) all.controls().stream().filter(c -> !observed.contains(c)).count());
      // The schema requires one of the two.
      assertThat(selection.has("include-controls")).isTrue();
    }
    assertThat(Oscal.of(none).at("/assessment-results/results/0").has("findings")).isFalse();
  }

  @Test
  void aFindingHasTheControlsOfAllThatItRestsOn() {
    assertThat(ControlFindings.between(archive, null, null))
        .filteredOn(each -> each.rule().startsWith("FIND-"))
        .anySatisfy(
            each -> {
              List<String> own =
                  Objects.requireNonNull(archive.rules().rule(each.rule(), each.span().openedBy()))
                      .controls();
              assertThat(each.controls()).containsAll(own).hasSizeGreaterThan(own.size());
            });
  }

  @Test
  void ocsfSaysOfAFailedCheckThatItFailed() throws Exception {
    ControlFinding one = ControlFindings.between(archive, null, null).getFirst();
    ExportedFindings all = exported();
    for (String[] expected :
        new String[][] {
          {"pass", "1", "Pass"},
          {"warn", "3", "Fail"},
          {"fail", "3", "Fail"},
          {"error", "99", "error"},
          {"skip", "99", "skip"}
        }) {
      var finding =
          new ControlFinding(
              one.id(),
              one.rule(),
              one.controls(),
              one.subject(),
              expected[0],
              one.severity(),
              one.reason(),
              one.message(),
              one.span());
      String line =
          Ocsf.of(all.with(List.of(finding), List.of())).lines().findFirst().orElseThrow();
      JsonNode compliance = JSON.readTree(line).path("compliance");
      assertThat(compliance.path("status_id").asText()).as(expected[0]).isEqualTo(expected[1]);
      assertThat(compliance.path("status").asText()).as(expected[0]).isEqualTo(expected[2]);
    }
  }

  @Test
  void ocsfHasALineForEachOpeningAndClosing() throws Exception {
    List<ControlFinding> findings = ControlFindings.between(archive, null, null);
    List<String> lines = Ocsf.of(exported()).lines().toList();

    assertThat(lines)
        .hasSize(
            findings.size()
                + (int) findings.stream().filter(f -> !f.open()).count()
                + exported().observations().size());
    for (String line : lines) {
      JsonNode event = JSON.readTree(line);
      assertThat(event.path("class_uid").asInt()).isEqualTo(2003);
      assertThat(event.path("category_uid").asInt()).isEqualTo(2);
      assertThat(event.path("type_uid").asInt())
          .isEqualTo(200_300 + event.path("activity_id").asInt());
      assertThat(event.path("time").isIntegralNumber()).isTrue();
      assertThat(event.path("severity_id").asInt()).isBetween(1, 5);
      assertThat(event.path("metadata").path("product").path("vendor_name").asText()).isNotBlank();
      assertThat(event.path("finding_info").path("uid").asText()).matches(UUID_5);
      assertThat(event.path("finding_info").path("title").asText()).isNotBlank();
      assertThat(event.path("compliance").path("standards")).isNotEmpty();
    }
  }

  @Test
  void csvIsOneLineAFinding() {
    List<String> lines = FindingsCsv.of(exported()).lines().toList();

    assertThat(lines.getFirst()).startsWith("decision,opened,closed,");
    assertThat(lines).hasSize(1 + exported().findings().size());
    assertThat(FindingsCsv.line(List.of("=1+1", "a,b", "say \"x\"")))
        .isEqualTo("'=1+1,\"a,b\",\"say \"\"x\"\"\"\r\n");
  }
}
