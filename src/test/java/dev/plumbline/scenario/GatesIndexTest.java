package dev.plumbline.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.plumbline.language.RuleFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/** docs/gates.md is generated from gates.yaml; {@code -Dgolden.update=true} writes it anew. */
class GatesIndexTest {

  private static final Path INDEX = Path.of("docs/gates.md");
  private static final RuleFiles FILES = RuleFiles.shipped();

  private static JsonNode gates() throws IOException {
    return new YAMLMapper().readTree(FILES.text("gates.yaml"));
  }

  @Test
  void indexIsUpToDate() throws IOException {
    String index = index(gates());

    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(INDEX, index);
    }
    assertThat(index)
        .as(
            "docs/gates.md is stale. Try: ./mvnw test -Dtest=GatesIndexTest"
                + " -Dgolden.update=true")
        .isEqualTo(Files.readString(INDEX));
  }

  /** Objects that no rule finds would never wait. */
  @Test
  void everyKindOfSubjectIsFoundByARule() throws IOException {
    String rules = String.valueOf(FILES.text("readiness-gates.drl"));

    assertThat(gates().get("subjects").fieldNames())
        .toIterable()
        .allSatisfy(name -> assertThat(rules).contains("new GateSubject( \"" + name + "\""));
  }

  private static String index(JsonNode gates) {
    var text = new StringBuilder("# What waits for what\n\n");
    text.append(
        "Generated from [gates.yaml](../src/main/resources/rules/gates.yaml), which a rule folder"
            + " ");
    text.append(
        "of your own may replace.\n"
            + "An activity, or a kind of action, waits for an object while one of ");
    text.append(
        "these is not ready: a source, or another\n"
            + "activity. How old the answer of a source may be is ");
    text.append(
        "`gates.staleAfter`; why it is not ready, a\n"
            + "`GateClosed` says, with since when and whether ");
    text.append("it passes by itself.\n\n| activity | of | waits for |\n|---|---|---|\n");
    for (var gate : gates.get("gates").properties()) {
      if (gate.getValue().isEmpty()) {
        text.append("| ").append(gate.getKey()).append(" | | nothing |\n");
      }
      for (var subjects : gate.getValue().properties()) {
        var waitsFor = new ArrayList<String>();
        subjects.getValue().forEach(each -> waitsFor.add(each.asText()));
        text.append("| ").append(gate.getKey());
        text.append(" | ").append(gates.get("subjects").get(subjects.getKey()).asText());
        text.append(" | ").append(String.join(", ", waitsFor)).append(" |\n");
      }
    }
    text.append(
        "\n"
            + "ami-resolution also waits for `kubernetesVersion` (alias), `accountId` (images of"
            + " one's own) and ");
    text.append(
        "each SSM\n"
            + "parameter that could not be read. What waits for a part of the cluster waits for the"
            + " ");
    text.append("cluster:");
    var parts = new ArrayList<String>();
    for (var source : gates.get("sources").properties()) {
      if (source.getValue().path("partOf").asText().equals("cluster")) {
        parts.add(source.getKey());
      }
    }
    return text.append("\n").append(String.join(", ", parts)).append(".\n").toString();
  }
}
