package dev.plumbline.source.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.plumbline.source.KarpenterObjects;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is kept of an object tells what the whole object does. */
class KeptFieldsTest {

  @Test
  void objectsOfTheExamplesTellTheSame() throws IOException {
    int read = 0;
    for (JsonNode object : examples()) {
      for (KubernetesKind kind : KubernetesKind.values()) {
        if (kind.kind().equals(object.path("kind").asText())) {
          assertThat(KarpenterObjects.facts(kind.document(object)))
              .as(kind.owner(object))
              .isEqualTo(KarpenterObjects.facts(object));
          read++;
        }
      }
    }
    assertThat(read).as("objects").isGreaterThan(20);
  }

  @Test
  void everythingThatIsReadOfAPodAndAClaimIsKept() throws IOException {
    JsonNode pod =
        new YAMLMapper()
            .readTree(
                """
                apiVersion: v1
                kind: Pod
                metadata: { namespace: a, name: b, creationTimestamp: 2026-01-31T12:00:00Z }
                spec:
                  overhead: { cpu: 1m }
                  resources: { requests: { memory: 9Gi } }
                  initContainers:
                    - { name: s, restartPolicy: Always, resources: { requests: { cpu: 2 } } }
                    - { name: i, resources: { requests: { cpu: 5 } } }
                  containers: [{ name: a, resources: { requests: { cpu: 1 }, limits: { cpu: 4 } } }]
                status: { phase: Pending }
                """);
    JsonNode claim =
        new YAMLMapper()
            .readTree(
                """
                apiVersion: karpenter.sh/v1
                kind: NodeClaim
                metadata: { name: b, labels: { a: b }, annotations: { c: d }, deletionTimestamp: x }
                spec: { nodeClassRef: { group: karpenter.k8s.aws, name: a }, requirements: [] }
                status:
                  conditions:
                    - { type: Launched, status: "True" }
                    - { type: Registered, status: "True", lastTransitionTime: 2026-01-31T12:00:00Z }
                    - { type: InstanceTerminating, status: "True", reason: R, message: M }
                    - { type: Consolidatable, status: "True" }
                """);
    assertThat(KarpenterObjects.facts(KubernetesKind.PODS.document(pod)))
        .isEqualTo(KarpenterObjects.facts(pod));
    assertThat(KarpenterObjects.facts(KubernetesKind.NODE_CLAIMS.document(claim)))
        .isEqualTo(KarpenterObjects.facts(claim));
    assertThat(KubernetesKind.NODE_CLAIMS.document(claim).toString())
        .doesNotContain("Consolidatable", "requirements");
  }

  private static List<JsonNode> examples() throws IOException {
    var objects = new ArrayList<JsonNode>();
    try (Stream<Path> files = Files.walk(Path.of("examples"))) {
      for (Path file : files.filter(f -> f.toString().matches(".*/cluster/.*\\.yaml")).toList()) {
        var mapper = new YAMLMapper();
        try (MappingIterator<JsonNode> documents =
            mapper.readerFor(JsonNode.class).readValues(file.toFile())) {
          documents.forEachRemaining(
              document -> {
                objects.add(document);
                document.path("items").forEach(objects::add);
              });
        }
      }
    }
    return objects;
  }
}
