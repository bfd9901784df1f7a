package dev.plumbline.k8s;

import static dev.plumbline.k8s.Manifests.ROOT;
import static dev.plumbline.k8s.Manifests.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.plumbline.action.ActionKind;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.scenario.ScenarioRunner;
import dev.plumbline.scenario.ScenarioRunner.ScenarioReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** k8s/ fits together and asks for no more than it must. */
class ManifestsTest {

  private static final Path BASE = ROOT.resolve("base/kustomization.yaml");
  private static final Path ENFORCE = ROOT.resolve("examples/enforce-all/kustomization.yaml");

  private static final Set<String> WRITING =
      Set.of("create", "update", "patch", "delete", "deletecollection", "*");

  static List<Path> kustomizations() {
    return Manifests.files("kustomization.yaml");
  }

  static List<Path> yaml() {
    return Manifests.files(".yaml");
  }

  @ParameterizedTest
  @MethodSource("yaml")
  void everyFileIsYaml(Path file) {
    assertThat(Manifests.read(file)).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("kustomizations")
  void whatAKustomizationNamesIsThere(Path kustomization) {
    JsonNode root = Manifests.read(kustomization).getFirst();
    var named = new ArrayList<String>();
    root.path("resources").forEach(each -> named.add(each.asText()));
    root.path("components").forEach(each -> named.add(each.asText()));
    root.findValues("files").forEach(list -> list.forEach(each -> named.add(each.asText())));

    assertThat(named.isEmpty())
        .isEqualTo(
            !root.has("resources")
                && !root.has("components")
                && root.findValues("files").isEmpty());
    assertThat(named).allSatisfy(name -> assertThat(kustomization.resolveSibling(name)).exists());
  }

  @Test
  void everyFileOfAFolderIsNamed() throws IOException {
    for (Path kustomization : kustomizations()) {
      String text = Files.readString(kustomization);
      try (var siblings = Files.list(kustomization.getParent())) {
        assertThat(siblings.filter(file -> file.toString().endsWith(".yaml")))
            .allSatisfy(
                file ->
                    assertThat(
                            file.equals(kustomization)
                                || text.contains("- " + file.getFileName())
                                || text.contains("- path: " + file.getFileName()))
                        .as(file.toString())
                        .isTrue());
      }
    }
  }

  @Test
  void rulesComponentIsAnOverlayThatPassesItsScenarios() {
    RuleFiles files = RuleFiles.in(ROOT.resolve("components/rules"));
    JsonNode generated =
        Manifests.read(ROOT.resolve("components/rules/kustomization.yaml"))
            .getFirst()
            .at("/configMapGenerator/0");
    var named = new TreeSet<String>();
    generated.get("files").forEach(file -> named.add(file.asText()));

    assertThat(files.overlay().keySet()).isEqualTo(named);
    assertThat(generated.at("/options/labels").has("plumbline.dev/rules")).isTrue();
    assertThat(generated.at("/options/disableNameSuffixHash").asBoolean()).isTrue();
    assertThat(Evaluation.with(files).rules().rulesOff()).hasSize(1);
    ScenarioReport report = ScenarioRunner.run(files);
    assertThat(report.passed()).isTrue();
    assertThat(report.results()).isNotEmpty();
    assertThat(report.unneeded()).isEmpty();
  }

  @Test
  void baseWritesNothingOfKarpenter() {
    assertThat(verbs(Manifests.objects(BASE)).entrySet())
        .isNotEmpty()
        .filteredOn(grant -> grant.getKey().startsWith("karpenter"))
        .allSatisfy(grant -> assertThat(grant.getValue()).doesNotContainAnyElementsOf(WRITING));
  }

  @Test
  void permissionsAreThoseOfTheDocumentation() throws IOException {
    var documented = new TreeMap<String, Set<String>>();
    for (String line : Files.readAllLines(Path.of("docs/operations.md"))) {
      String[] cells = line.split("\\|", -1);
      if (cells.length >= 5 && cells[1].contains("`") && cells[1].contains("/")) {
        documented.put(
            cells[1].strip().replace("`", ""),
            Arrays.stream((cells[2] + "," + cells[3]).replace("`", "").split(",", -1))
                .map(String::strip)
                .filter(verb -> !verb.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new)));
      }
    }

    assertThat(documented).isEqualTo(verbs(Manifests.objects(ENFORCE)));
  }

  @Test
  void nothingIsAskedForAll() {
    assertThat(verbs(Manifests.objects(ENFORCE)))
        .allSatisfy(
            (resource, verbs) -> {
              assertThat(resource).doesNotContain("*");
              assertThat(verbs).doesNotContain("*", "deletecollection", "escalate", "bind");
            });
  }

  @Test
  void podIsRestricted() {
    JsonNode pod =
        object(Manifests.objects(BASE), "Deployment", "plumbline").at("/spec/template/spec");
    JsonNode container = pod.at("/containers/0");

    assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
    assertThat(pod.at("/securityContext/seccompProfile/type").asText()).isEqualTo("RuntimeDefault");
    assertThat(container.at("/securityContext/readOnlyRootFilesystem").asBoolean()).isTrue();
    assertThat(container.at("/securityContext/allowPrivilegeEscalation").asBoolean(true)).isFalse();
    assertThat(container.at("/securityContext/capabilities/drop/0").asText()).isEqualTo("ALL");
    assertThat(container.at("/resources/limits/memory").asText()).isNotEmpty();
    assertThat(container.at("/resources/requests/cpu").asText()).isNotEmpty();
  }

  @Test
  void policiesOfIamAllowNoMoreThanReadingAndTagging() throws IOException {
    for (Path file : Manifests.files("iam-policy.json")) {
      boolean enforce = file.toString().contains("enforce/TagAmi");
      for (JsonNode statement : new JsonMapper().readTree(file.toFile()).get("Statement")) {
        assertThat(statement.path("Effect").asText()).isEqualTo("Allow");
        var actions = new TreeSet<String>();
        JsonNode action = statement.get("Action");
        if (action.isTextual()) {
          actions.add(action.asText());
        }
        action.forEach(each -> actions.add(each.asText()));
        assertThat(actions)
            .isNotEmpty()
            .allSatisfy(
                name ->
                    assertThat(name)
                        .matches(
                            enforce
                                ? "ec2:(Create|Delete)Tags"
                                : "(ec2:Describe|pricing:GetProducts|ssm:GetParameters|sts:Get"
                                    + "|sqs:(Receive|Delete)M)[A-Za-z]*"));
        assertThat(statement.has("Condition")).isEqualTo(enforce);
      }
    }
  }

  @Test
  void parametersAreKnownAndKindsOfActionExist() {
    String known =
        String.join(
            "\n",
            RuleFiles.in(ROOT.resolve("components/rules")).all().entrySet().stream()
                .filter(file -> file.getKey().endsWith(RuleFiles.DECLARATIONS))
                .map(java.util.Map.Entry::getValue)
                .toList());
    Set<String> kinds =
        Arrays.stream(ActionKind.values()).map(ActionKind::wire).collect(Collectors.toSet());
    kinds.add("*");
    for (Path file : Manifests.files("/parameters.yaml")) {
      JsonNode parameters = Manifests.read(file).getFirst();
      parameters
          .fieldNames()
          .forEachRemaining(
              name ->
                  assertThat(name.startsWith("actions.") || known.contains("\n  " + name + ":"))
                      .as("%s: %s", file, name)
                      .isTrue());
      parameters
          .path("actions.mode")
          .fieldNames()
          .forEachRemaining(kind -> assertThat(kinds).as(file.toString()).contains(kind));
    }
  }

  /**
   * The verbs of roles that are bound, by group and resource; what a Role grants is in its own
   * namespace.
   */
  private static TreeMap<String, Set<String>> verbs(List<JsonNode> objects) {
    var bound = new TreeSet<String>();
    objects.forEach(object -> bound.add(object.at("/roleRef/name").asText()));
    var verbs = new TreeMap<String, Set<String>>();
    for (JsonNode object : objects) {
      if (!bound.contains(object.at("/metadata/name").asText())) {
        continue;
      }
      for (JsonNode rule : object.path("rules")) {
        for (JsonNode group : rule.path("apiGroups")) {
          for (JsonNode resource : rule.path("resources")) {
            String name =
                (group.asText().isEmpty() ? "core" : group.asText()) + "/" + resource.asText();
            rule.path("verbs")
                .forEach(
                    verb ->
                        verbs.computeIfAbsent(name, none -> new TreeSet<>()).add(verb.asText()));
          }
        }
      }
    }
    return verbs;
  }
}
