package dev.plumbline.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.engine.Settlement;
import dev.plumbline.fact.Nodes.Node;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.log.MemoryLog;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.record.LogBuilder;
import dev.plumbline.record.RecordedStory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
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
  void oscalFitsTheSchemaOfNist() {
    ExportedFindings all = exported();
    for (ExportedFindings each :
        List.of(all, all.with(List.of(), all.observations()), all.with(List.of(), List.of()))) {
      assertThat(OscalSchema.problems(Oscal.of(each))).isEmpty();
    }
    ObjectNode broken = Oscal.of(all);
    ((ObjectNode) broken.at("/assessment-results/results/0")).put("start", "yesterday");
    ((ObjectNode) broken.at("/assessment-results/results/0/observations/0")).remove("collected");
    assertThat(OscalSchema.problems(broken))
        .anyMatch(problem -> problem.contains("/results/0/start: does not match"))
        .anyMatch(problem -> problem.contains("/observations/0: lacks collected"));
  }

  @Test
  void everyEventFitsTheSchemaOfOcsf() throws Exception {
    List<String> lines = Ocsf.of(exported()).lines().toList();
    assertThat(lines).hasSizeGreaterThan(5);
    for (String line : lines) {
      assertThat(OcsfSchema.problems(line)).as(line).isEmpty();
    }
    ObjectNode broken = (ObjectNode) JSON.readTree(lines.getFirst());
    broken.remove("metadata");
    broken.put("severity_id", 7).put("status", "Newish").put("time", "yesterday").put("odd", 1);
    broken.put("type_uid", 200_302);
    ((ObjectNode) broken.path("compliance")).remove("standards");
    ((ObjectNode) broken.path("compliance")).put("requirements", "CM-2");
    ((ObjectNode) broken.at("/resources/0")).remove(List.of("uid", "name"));
    assertThat(OcsfSchema.problems(broken))
        .contains(
            ": lacks metadata",
            "/status: is not New",
            "/time: is not of type timestamp_t",
            "/odd: is unknown",
            "/type_uid: is not 200301",
            "/compliance: lacks standards",
            "/compliance/requirements: is not an array",
            "/resources/0: lacks one of [\"name\",\"uid\"]")
        .anyMatch(problem -> problem.startsWith("/severity_id: is none of "))
        .hasSize(9);
  }

  @Test
  void thePopulationHasEveryNodeAndWhyItWasNotJudged() {
    NodePopulation population = exported().population();

    assertThat(population.begins()).isEqualTo(RecordedStory.FIRST.minusSeconds(60));
    assertThat(population.gaps()).isEmpty();
    assertThat(population.nodes())
        .isNotEmpty()
        .anySatisfy(
            each -> {
              assertThat(each.node()).isEqualTo(RecordedStory.NODE);
              assertThat(each.nodeClaim()).isEqualTo(RecordedStory.CLAIM);
              assertThat(each.ami()).isEqualTo("ami-0a13");
              assertThat(each.launch()).isEqualTo("launched before the record begins");
            });
    JsonNode result = Oscal.of(exported()).at("/assessment-results/results/0");
    assertThat(result.at("/local-definitions/inventory-items").findValuesAsText("description"))
        .containsAll(population.nodes().stream().map(each -> "Node/" + each.node()).toList());
  }

  @Test
  void thePopulationNamesGapsForeignNodesAndThoseThatWent() {
    var log = new MemoryLog("plumbline.dev/log/test");
    Instant begin = RecordedStory.FIRST;
    Instant again = begin.plusSeconds(7_200);
    Node managed = node("managed", Map.of("eks.amazonaws.com/nodegroup", "system"), begin);
    Node alone = node("alone", Map.of(), begin.plusSeconds(60));
    Node later =
        node("later", Map.of("eks.amazonaws.com/compute-type", "fargate"), again.minusSeconds(9));
    new LogBuilder(log)
        .start(begin)
        .rules(begin, Evaluation.with(RuleFiles.shipped()).rules(), "ann", "CHG-1")
        .take(List.of(managed, alone), Settlement.NONE)
        .state(begin)
        .start(again)
        .take(List.of(managed, later), Settlement.NONE)
        .state(again);

    NodePopulation population = NodePopulation.between(RecordedStory.archive(log), null, null);

    assertThat(population.nodes())
        .extracting(each -> each.node())
        .containsExactly("alone", "later", "managed");
    assertThat(population.nodes())
        .extracting(each -> each.gone())
        .containsExactly(again, null, null);
    assertThat(population.nodes())
        .extracting(each -> each.launch())
        .containsExactly("launched while nobody recorded", "launched while nobody recorded", "");
    assertThat(population.notJudged().keySet())
        .containsExactly(
            "not launched by Karpenter: run by Fargate",
            "not launched by Karpenter: run by no node group that is known (self-managed)",
            "not launched by Karpenter: run by the EKS managed node group system");
    assertThat(population.gaps())
        .containsExactly(new NodePopulation.RecordGap(begin, again, false, 3));
    assertThat(population.judged()).isZero();
  }

  private static Node node(String name, Map<String, String> labels, Instant created) {
    return new Node(
        name,
        null,
        null,
        null,
        null,
        Tags.of(labels),
        created,
        false,
        null,
        null,
        Resources.NONE,
        Resources.NONE);
  }

  @Test
  void whatJudgedIsNamed() throws Exception {
    List<RecordedProgram> programs = exported().programs();

    assertThat(programs).hasSize(1);
    assertThat(programs.getFirst().version()).isEqualTo("0.1.0");
    assertThat(programs.getFirst().image()).isEqualTo("not known");
    String line = Ocsf.of(exported()).lines().findFirst().orElseThrow();
    assertThat(JSON.readTree(line).at("/unmapped/program").asText())
        .isEqualTo(programs.getFirst().text());
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
