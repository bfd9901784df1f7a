package dev.plumbline.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.plumbline.action.plan.MergePatch;
import dev.plumbline.cli.PlumblineCommand;
import dev.plumbline.cli.command.Program;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What {@code plan} proposes, as kustomize applies it: the same objects as what it would write. */
class ProposedPatchesTest {

  @TempDir private Path folder;

  @BeforeEach
  void kubectl() {
    Kustomize.assumeThere();
  }

  @ParameterizedTest
  @ValueSource(strings = {"pin-amis", "soaking-rollout", "flex-first", "amd64-image-open-pool"})
  void patchesMakeWhatWouldBeWritten(String example) throws IOException {
    Map<String, JsonNode> written = written(example);
    assertThat(written).as("changed by the plan").isNotEqualTo(objects(base(example)));

    String patches = plan(example, "-o", "patch");
    int resources = patches.indexOf("\n---\n");
    Files.writeString(folder.resolve("objects.yaml"), base(example));
    Files.writeString(
        folder.resolve("tiers.yaml"), resources < 0 ? "" : patches.substring(resources + 1));
    Files.writeString(
        folder.resolve("kustomization.yaml"),
        "resources: [objects.yaml"
            + (resources < 0 ? "" : ", tiers.yaml")
            + "]\n"
            + (resources < 0 ? patches : patches.substring(0, resources + 1)));

    assertThat(objects(Kustomize.build(folder))).isEqualTo(written);
  }

  @ParameterizedTest
  @ValueSource(strings = {"pin-amis", "soaking-rollout", "flex-first", "amd64-image-open-pool"})
  void componentMakesWhatWouldBeWritten(String example) throws IOException {
    plan(example, "-o", "kustomize", "--to", folder.resolve("plumbline").toString());
    Files.writeString(folder.resolve("objects.yaml"), base(example));
    Files.writeString(
        folder.resolve("kustomization.yaml"),
        "resources: [objects.yaml]\ncomponents: [plumbline]\n");

    assertThat(objects(Kustomize.build(folder))).isEqualTo(written(example));
  }

  /** The objects with the changes of {@code plan -o yaml}. */
  private static Map<String, JsonNode> written(String example) throws IOException {
    Map<String, JsonNode> objects = objects(base(example));
    for (JsonNode change : Chart.objects(plan(example, "-o", "yaml"))) {
      JsonNode after = MergePatch.apply(objects.get(key(change)), change);
      objects.put(key(change), comparable(after));
    }
    return objects;
  }

  private static String base(String example) throws IOException {
    return Files.readString(Path.of("examples", example, "cluster/karpenter.yaml"));
  }

  private static Map<String, JsonNode> objects(String text) {
    return objects(Chart.objects(text));
  }

  private static Map<String, JsonNode> objects(List<JsonNode> list) {
    var objects = new TreeMap<String, JsonNode>();
    list.forEach(object -> objects.put(key(object), comparable(object)));
    return objects;
  }

  private static String key(JsonNode object) {
    return object.path("kind").asText() + "/" + object.at("/metadata/name").asText();
  }

  /** Budgets and requirements mean the same in any order; kustomize sorts fields. */
  private static JsonNode comparable(JsonNode object) {
    JsonNode copy = object.deepCopy();
    for (String list : List.of("/spec/disruption/budgets", "/spec/template/spec/requirements")) {
      if (copy.at(list) instanceof ArrayNode array) {
        var entries = new ArrayList<JsonNode>();
        array.forEach(entries::add);
        entries.sort(
            Comparator.comparing(
                entry -> entry.path("key").asText() + entry.path("nodes") + entry.path("reasons")));
        array.removeAll().addAll(entries);
      }
    }
    return copy;
  }

  private static String plan(String example, String... options) {
    var arguments = new ArrayList<>(List.of("plan", "examples/" + example));
    arguments.addAll(List.of(options));
    var out = new StringWriter();
    var err = new StringWriter();
    int exit =
        Program.configure(new CommandLine(new PlumblineCommand()))
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err, true))
            .execute(arguments.toArray(String[]::new));
    assertThat(exit).as(err.toString()).isZero();
    return out.toString();
  }
}
