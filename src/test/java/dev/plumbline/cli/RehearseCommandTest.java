package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.plumbline.cli.evaluate.RehearseCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class RehearseCommandTest {

  private static final String CALENDAR =
      """
      releases:
        al2023:
          - { version: v20260401, published: 2026-04-01 }
          - { version: v20260408, published: 2026-04-08, problem: bad, message: "kubelets stall" }
          - { version: v20260415, published: 2026-04-15 }
      """;

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void snapshot() throws IOException {
    Path example = Path.of("examples/pending-golden-image");
    for (String name : List.of("instance-types.json", "instance-type-offerings.json")) {
      Files.copy(example.resolve(name), folder.resolve(name));
    }
    Files.writeString(
        folder.resolve("snapshot.yaml"),
        "region: eu-central-1\naccountId: \"123456789012\"\nkubernetesVersion: \"1.33\"\n");
    Files.writeString(folder.resolve("images.json"), "{\"Images\": []}");
    Files.writeString(folder.resolve("ssm-parameters.json"), "{\"Parameters\": []}");
    Files.writeString(folder.resolve("calendar.txt"), CALENDAR);
    Files.writeString(
        Files.createDirectory(folder.resolve("cluster")).resolve("karpenter.yaml"),
        """
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata: { name: default }
        spec:
          amiFamily: AL2023
          amiSelectorTerms: [{ alias: al2023@latest }]
        ---
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata: { name: default }
        spec:
          disruption: { budgets: [{ nodes: "100%" }] }
          template:
            spec:
              nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
              requirements: [{ key: kubernetes.io/arch, operator: In, values: [amd64] }]
        """);
  }

  @Test
  void karpenterAloneExposesEveryNodeToABadRelease() throws IOException {
    int code = rehearse("--observe", "--to", "2026-04-14", "-o", "json");

    assertThat(code).isEqualTo(1);
    JsonNode result = JsonMapper.builder().build().readTree(out.toString());
    JsonNode exposure = result.at("/nodeClasses/0/exposures/0");
    assertThat(exposure.path("release").asText()).isEqualTo("al2023@v20260408");
    assertThat(exposure.path("nodes").asInt()).isEqualTo(6);
    assertThat(exposure.path("bound").asInt()).isEqualTo(2);
    assertThat(result.path("writes")).isEmpty();
    assertThat(result.path("broken")).hasSize(1);
  }

  @Test
  void quietDaysBreakNothing() {
    int code = rehearse("--to", "2026-04-07");

    assertThat(code).isZero();
    assertThat(out.toString())
        .startsWith("2026-04-02 to 2026-04-07: 0 releases, 4 nodes, 14 launches")
        .contains("EC2NodeClass/default  al2023@latest", "0.0 days on average", "PinAmis")
        .contains("No limit was exceeded.");
  }

  @Test
  void canaryOfItsOwnKeepsABadReleaseFromTheOthers() throws IOException {
    int code = rehearse("--to", "2026-04-25", "-o", "json");

    JsonNode result = JsonMapper.builder().build().readTree(out.toString());
    JsonNode exposures = result.at("/nodeClasses/0/exposures");
    assertThat(exposures).hasSize(1);
    assertThat(exposures.at("/0/release").asText()).isEqualTo("al2023@v20260408");
    assertThat(exposures.at("/0/nodes").asInt()).isBetween(1, 2);
    assertThat(result.at("/writes/MaintainCanary").asInt()).isEqualTo(8);
    assertThat(result.path("broken")).isEmpty();
    assertThat(code).isZero();
  }

  @Test
  void endMustComeAfterTheBeginning() {
    assertThat(rehearse("--to", "2026-04-01")).isEqualTo(2);
    assertThat(err.toString()).contains("is not before --to", "Try: an earlier day.");
  }

  @Test
  void poolNeedsANode() {
    assertThat(run(folder.toString(), "--nodes", "0", "--from", "2026-04-02")).isEqualTo(2);
    assertThat(err.toString()).contains("--nodes: 0 is less than 1. Try: 10.");
  }

  private int rehearse(String... more) {
    var args =
        new ArrayList<>(
            List.of(
                folder.toString(),
                "--releases",
                folder.resolve("calendar.txt").toString(),
                "--nodes",
                "4",
                "--from",
                "2026-04-02"));
    args.addAll(List.of(more));
    return run(args.toArray(String[]::new));
  }

  private int run(String... args) {
    return new CommandLine(new RehearseCommand())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
        .execute(args);
  }
}
