package dev.plumbline.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.fact.Pools.NodePool;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChangeableObjectsTest {

  private static final String OBJECTS =
      """
      apiVersion: karpenter.sh/v1
      kind: NodePoolList
      items:
        - metadata:
            name: web
            managedFields: [{ manager: kubectl }]
            annotations:
              plumbline.dev/narrow-node-pool: '{"written":[{"key":"kubernetes.io/arch","operator":"In","values":["amd64"]}]}'
              plumbline.dev/maintain-preference-tiers: 'unreadable'
          spec:
            template:
              spec:
                nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
                requirements:
                  - { key: kubernetes.io/os, operator: In, values: [linux] }
                  - { key: kubernetes.io/arch, operator: In, values: [amd64] }
      ---
      apiVersion: karpenter.sh/v1alpha1
      kind: NodeOverlay
      metadata: { name: web-c7i }
      spec: { requirements: [] }
      ---
      apiVersion: v1
      kind: Node
      metadata: { name: ip-10-0-0-1 }
      """;

  @TempDir private Path folder;

  @BeforeEach
  void write() throws java.io.IOException {
    Files.createDirectories(folder.resolve("cluster"));
    Files.writeString(folder.resolve("cluster/objects.yaml"), OBJECTS);
  }

  private Snapshot read() {
    return SnapshotFolder.read(folder, PolicyData.read(java.util.Map.of()), null);
  }

  @Test
  void keepsWholeObjectsThatActionsChange() {
    var objects = read().objects();

    assertThat(objects.keySet())
        .extracting(ObjectRef::key)
        .containsExactlyInAnyOrder("NodePool/web", "NodeOverlay/web-c7i");
    JsonNode pool = objects.get(new ObjectRef("karpenter.sh/v1", "NodePool", null, "web"));
    assertThat(pool.get("kind").asText()).isEqualTo("NodePool");
    assertThat(pool.get("metadata").has("managedFields")).isFalse();
    assertThat(pool.at("/spec/template/spec/requirements")).hasSize(2);
  }

  @Test
  void requirementsOfOursAreNoneOfThePool() {
    NodePool pool =
        read().facts().stream()
            .filter(NodePool.class::isInstance)
            .map(NodePool.class::cast)
            .findFirst()
            .orElseThrow();

    assertThat(pool.requirements()).hasToString("kubernetes.io/os In [linux]");
  }
}
