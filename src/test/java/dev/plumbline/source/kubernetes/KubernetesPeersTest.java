package dev.plumbline.source.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.client.Backoff;
import dev.plumbline.fact.Cluster.ObjectFault;
import dev.plumbline.fact.Nodes.Node;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.peers.Peers;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A cluster is followed at a real API server, which is killed and comes back. */
@Tag("long")
class KubernetesPeersTest {

  private static final WatchSettings TIMES =
      new WatchSettings(
          50,
          Duration.ofSeconds(10),
          Duration.ofSeconds(20),
          Duration.ofSeconds(30),
          new Backoff(Duration.ofMillis(100), Duration.ofSeconds(1)));

  private static Peers peers;
  private static KubernetesClient client;

  @BeforeAll
  static void start() {
    Peers.assumeThere();
    peers = Peers.start();
    client = peers.client();
  }

  @AfterAll
  static void stop() {
    if (client != null) {
      client.close();
      peers.close();
    }
  }

  @Test
  void nodesThatJoinAreToldAndAnApiServerThatWasKilledComesBack() {
    // Given
    for (int i = 0; i < 200; i++) {
      node("node-" + i);
    }
    var told = new RecordingSink();
    try (var source = source(client)) {
      source.start(told);
      told.awaitSynced();
      assertThat(told.count(Node.class)).isEqualTo(200);
      // When
      for (int i = 200; i < 400; i++) {
        node("node-" + i);
      }
      // Then
      told.await("400 nodes", now -> now.count(Node.class) == 400);
      // When
      peers.killApiServer();
      // Then
      told.awaitState("cluster", "failed", null);
      told.awaitState("nodes", "failed", null);
      // When
      peers.restartApiServer();
      client.nodes().withName("node-0").delete();
      node("node-400");
      // Then
      told.awaitSynced();
      told.await("node-400", now -> now.now("Node/node-400") != null);
      told.await("node-0 gone", now -> now.now("Node/node-0") == null);
      assertThat(told.times("Node/node-1")).as("told once").isEqualTo(1);
    }
  }

  @Test
  void malformedObjectIsAFaultOfItsOwn() {
    // Given
    create(
        """
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata: { name: good }
        spec: { template: { spec: { requirements: [], nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default } } } }
        """);
    create(
        """
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata: { name: bad, annotations: { plumbline.dev/prefer: "c7i,," } }
        spec: { template: { spec: { requirements: [], nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default } } } }
        """);
    var told = new RecordingSink();
    try (var source = source(client)) {
      // When
      source.start(told);
      // Then
      told.await("good", now -> now.now("NodePool/good") != null);
      told.await("fault", now -> now.count(ObjectFault.class) == 1);
      assertThat(told.count(NodePool.class)).isEqualTo(1);
      // When
      client
          .genericKubernetesResources("karpenter.sh/v1", "NodePool")
          .withName("bad")
          .edit(
              pool -> {
                pool.getMetadata().getAnnotations().put("plumbline.dev/prefer", "c7i");
                return pool;
              });
      // Then
      told.await("mended", now -> now.count(NodePool.class) == 2);
      assertThat(told.count(ObjectFault.class)).isZero();
      assertThat(told.count(NodeClaim.class)).isZero();
    }
  }

  @Test
  void userWithoutRightsIsForbiddenEachKindByItself() {
    // Given
    var told = new RecordingSink();
    try (var nobody = new KubernetesClientBuilder().withConfig(peers.userConfig()).build();
        var source = source(nobody)) {
      // When
      source.start(told);
      // Then
      told.awaitState("nodes", "failed", "Forbidden");
      told.awaitState("node-pools", "failed", "Forbidden");
      told.awaitState("cluster", "synced", null);
    }
  }

  private static KubernetesSource source(KubernetesClient client) {
    var launches = new PastLaunches(Duration.ofHours(2), 100);
    return new KubernetesSource(client, TIMES, launches, new LaunchFailures(), Clock.systemUTC());
  }

  private static void node(String name) {
    client
        .resource(new NodeBuilder().withNewMetadata().withName(name).endMetadata().build())
        .create();
  }

  private static void create(String yaml) {
    client.resource(yaml).create();
  }
}
