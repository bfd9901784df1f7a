package dev.plumbline.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.ActionKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each kind of action is enabled alone, on an installation that somebody has configured: by a
 * component of k8s/components/enforce, and by the value {@code actions.mode.KIND} of the chart.
 */
class EnforceTest {

  private static final String PARAMETERS = "ami.minimumAge: 9d\nrollout.soak: 6h\n";
  private static final String IMAGE = "registry.example.com/plumbline:7";

  @TempDir Path folder;

  static List<String> kinds() {
    return Stream.of(ActionKind.values())
        .filter(kind -> !kind.isOwnMemory())
        .map(ActionKind::wire)
        .toList();
  }

  @Test
  void everyKindHasAComponent() throws IOException {
    try (Stream<Path> components = Files.list(Manifests.ROOT.resolve("components/enforce"))) {
      assertThat(components.map(each -> each.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(kinds());
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void componentAddsItsKindAndNothingElse(String kind) throws IOException {
    Kustomize.assumeThere();

    addsItsKindAndNothingElse(kustomize(List.of()), kustomize(List.of(kind)), kind);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void valueOfTheChartAddsItsKindAndNothingElse(String kind) throws IOException {
    Chart.assumeHelm();

    addsItsKindAndNothingElse(helm(List.of()), helm(List.of(kind)), kind);
  }

  @Test
  void componentsAndValuesCanBeCombined() throws IOException {
    Kustomize.assumeThere();
    Chart.assumeHelm();
    var enabled = new ArrayList<String>();
    Map<String, JsonNode> before = kustomize(enabled);
    for (String kind : kinds()) {
      enabled.add(kind);
      Map<String, JsonNode> now = kustomize(enabled);

      addsItsKindAndNothingElse(before, now, kind);
      assertThat(modes(now)).isEqualTo(modes(helm(enabled)));
      assertThat(modes(now)).hasSize(enabled.size()).containsOnlyKeys(enabled);
      before = now;
    }
  }

  @Test
  void eachDayOfTheGuideAddsOneKind() throws IOException {
    Kustomize.assumeThere();
    List<String> days =
        Pattern.compile("```yaml\\n# my-cluster/kustomization.yaml.*?\\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(Path.of("docs/operate.md")))
            .results()
            .map(block -> block.group(1).replace("../k8s", "../../../k8s"))
            .toList();

    var enabled = new ArrayList<String>();
    for (String day : days) {
      Map<String, JsonNode> objects = build(day);
      assertThat(modes(objects)).hasSize(enabled.size() + 1);
      assertThat(modes(objects).keySet()).containsAll(enabled);
      enabled.clear();
      enabled.addAll(modes(objects).keySet());
      assertThat(objects.get("Deployment/plumbline").at("/spec/template/spec/containers/0/image"))
          .hasToString("\"" + IMAGE + "\"");
    }
    assertThat(enabled).containsExactlyInAnyOrder("Report", "HoldDisruption", "PinAmis");
  }

  @Test
  void kindIsTakenBackByItsLabel() throws IOException {
    Kustomize.assumeThere();
    kustomize(kinds())
        .forEach(
            (name, object) -> {
              if (name.contains("/plumbline-enforce-")) {
                String kind = object.at("/metadata/labels").path("plumbline.dev/enforce").asText();
                assertThat(kinds()).contains(kind);
                assertThat(name).endsWith("-" + kind.toLowerCase(Locale.ROOT));
              }
            });
  }

  private static void addsItsKindAndNothingElse(
      Map<String, JsonNode> before, Map<String, JsonNode> now, String kind) {
    String role = "plumbline-enforce-" + kind.toLowerCase(Locale.ROOT);
    var rest = new HashMap<>(now);
    rest.remove("ClusterRole/" + role);
    rest.remove("ClusterRoleBinding/" + role);
    ObjectNode parameters = now.get("ConfigMap/plumbline-parameters").deepCopy();
    ((ObjectNode) parameters.path("data")).remove("actions.mode." + kind);
    rest.put("ConfigMap/plumbline-parameters", parameters);

    assertThat(rest).isEqualTo(before);
    assertThat(now.get("ConfigMap/plumbline-parameters").path("data").path("actions.mode." + kind))
        .hasToString("\"enforce\"");
    assertThat(parameters.at("/data/parameters.yaml/ami.minimumAge")).hasToString("\"9d\"");
    assertThat(now.get("Deployment/plumbline").at("/spec/template/spec/containers/0/image"))
        .hasToString("\"" + IMAGE + "\"");
    boolean writes = !kind.equals("Report") && !kind.equals("TagAmi");
    assertThat(now.containsKey("ClusterRole/" + role)).isEqualTo(writes);
    assertThat(now.containsKey("ClusterRoleBinding/" + role)).isEqualTo(writes);
  }

  private static Map<String, String> modes(Map<String, JsonNode> objects) {
    var modes = new TreeMap<String, String>();
    objects
        .get("ConfigMap/plumbline-parameters")
        .path("data")
        .properties()
        .forEach(
            entry -> {
              if (entry.getKey().startsWith("actions.mode.")) {
                modes.put(
                    entry.getKey().substring("actions.mode.".length()), entry.getValue().asText());
              }
            });
    return modes;
  }

  /** As docs/install.md has it, beside k8s/: the base of somebody, with these components. */
  private static Map<String, JsonNode> kustomize(List<String> kinds) throws IOException {
    var components = new StringBuilder();
    kinds.forEach(
        kind ->
            components.append("  - ../../../k8s/components/enforce/").append(kind).append('\n'));
    return build(kinds.isEmpty() ? "" : "components:\n" + components);
  }

  private static Map<String, JsonNode> build(String components) throws IOException {
    Path mine = Files.createDirectories(Path.of("target/enforce/my-cluster"));
    Files.writeString(mine.resolve("parameters.yaml"), PARAMETERS);
    Files.writeString(
        mine.resolve("kustomization.yaml"),
        """
        apiVersion: kustomize.config.k8s.io/v1beta1
        kind: Kustomization
        resources: [../../../k8s/base]
        images:
          - { name: plumbline, newName: registry.example.com/plumbline, newTag: "7" }
        configMapGenerator:
          - name: plumbline-parameters
            namespace: plumbline
            behavior: merge
            files: [parameters.yaml]
        """
            + components);
    return Canonical.of(Kustomize.build(mine));
  }

  private Map<String, JsonNode> helm(List<String> kinds) throws IOException {
    var modes = new ArrayList<String>();
    kinds.forEach(kind -> modes.add(kind + ": enforce"));
    return Canonical.of(
        Chart.render(
            Files.writeString(
                folder.resolve("my-values.yaml"),
                """
                image: { repository: registry.example.com/plumbline, tag: "7" }
                parameters: { ami.minimumAge: 9d, rollout.soak: 6h }
                actions: { mode: { %s } }
                """
                    .formatted(String.join(", ", modes)))));
  }
}
