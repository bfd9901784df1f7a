package dev.plumbline.source.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.client.Backoff;
import dev.plumbline.fact.Cluster.ClusterVersion;
import dev.plumbline.fact.Cluster.DisruptionBlocked;
import dev.plumbline.fact.Cluster.ObjectFault;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.fact.Launches.PastLaunch;
import dev.plumbline.fact.Nodes.Node;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.loop.Await;
import dev.plumbline.source.FactUpdate;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A cluster is followed through all that an API server does. */
class KubernetesSourceTest {

  private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");

  private final RecordingSink sink = new RecordingSink();
  private FakeApiServer server;
  private KubernetesClient client;
  private KubernetesSource source;

  @BeforeEach
  void serve() throws IOException {
    server = new FakeApiServer();
    client = server.client();
  }

  @AfterEach
  void close() {
    source.close();
    client.close();
    server.close();
  }

  @Test
  void listsInPagesAndFollows() {
    // Given
    for (int i = 0; i < 7; i++) {
      server.put(KubernetesKind.NODE_POOLS, pool("p" + i, "10"));
    }
    start(Duration.ofSeconds(100));
    sink.awaitSynced();
    assertThat(sink.count(NodePool.class)).isEqualTo(7);
    assertThat(sink.status("node-pools"))
        .isEqualTo(new SourceStatus("node-pools", "synced", "watch", null, NOON, null, 0, 7, 0));
    assertThat(sink.now("ClusterVersion").facts())
        .isEqualTo(java.util.List.of(new ClusterVersion("1.33", 33)));
    // When
    server.put(KubernetesKind.NODE_POOLS, pool("p7", "10"));
    server.delete(KubernetesKind.NODE_POOLS, "p0");
    // Then
    sink.await("p0 gone", now -> now.now("NodePool/p0") == null);
    assertThat(sink.now("NodePool/p7").document().at("/metadata/managedFields").isMissingNode())
        .isTrue();
    assertThat(sink.count(NodePool.class)).isEqualTo(7);
    assertThat(server.requests()).anyMatch(each -> each.contains("limit=3&continue=6"));
  }

  @Test
  void heartbeatIsNotTold() {
    // Given
    server.put(KubernetesKind.NODES, node("n", "2026-01-31T12:00:00Z"));
    start(Duration.ofSeconds(100));
    sink.awaitSynced();
    // When
    server.put(KubernetesKind.NODES, node("n", "2026-01-31T12:05:00Z"));
    server.put(KubernetesKind.NODES, node("m", "2026-01-31T12:05:00Z"));
    // Then
    sink.await("m", now -> now.now("Node/m") != null);
    assertThat(sink.times("Node/n")).isEqualTo(1);
    assertThat(sink.now("Node/n").document().toString()).doesNotContain("Heartbeat", "images");
  }

  @Test
  void watchThatEndsIsResumed() {
    // Given
    start(Duration.ofSeconds(100));
    sink.awaitSynced();
    server.put(KubernetesKind.NODES, node("a", "2026-01-31T12:00:00Z"));
    sink.await("a", now -> now.now("Node/a") != null);
    // When
    server.silent(KubernetesKind.NODES, true);
    server.put(KubernetesKind.NODES, node("missed", "2026-01-31T12:00:00Z"));
    server.silent(KubernetesKind.NODES, false);
    server.hangUp(KubernetesKind.NODES);
    // Then
    sink.await("missed", now -> now.now("Node/missed") != null);
    assertThat(sink.times("SourceStatus/nodes")).as("syncing, synced").isEqualTo(2);
    assertThat(server.requests().stream().filter(each -> each.contains("/nodes?limit"))).hasSize(1);
  }

  @Test
  void aConnectionThatIsResetIsNoFailureWhereTheNextOneAnswers() {
    // Given
    start(Duration.ofSeconds(100));
    sink.awaitSynced();
    server.silent(KubernetesKind.NODES, true);
    server.put(KubernetesKind.NODES, node("missed", "2026-01-31T12:00:00Z"));
    server.silent(KubernetesKind.NODES, false);
    // When
    server.reset(KubernetesKind.NODES, 2);
    // Then
    sink.await("missed", now -> now.now("Node/missed") != null);
    // Once more if it is watched by now: the number of nodes has changed.
    assertThat(sink.statuses("nodes"))
        .extracting(SourceStatus::state)
        .startsWith("syncing", "synced")
        .doesNotContain("failed");
    // A request whose connection was reset may be sent again before anybody sees it: not counted.
    assertThat(lists()).as("listed again").isEqualTo(2);
  }

  @Test
  void connectionsThatAreResetAgainAndAgainAreAFailure() {
    // Given
    start(Duration.ofSeconds(100), Duration.ofSeconds(90));
    sink.awaitSynced();
    server.reset(KubernetesKind.NODES, 2);
    // Which requests were reset depends on the load: a pooled connection may be closed before use.
    Await.until("it is listed and watched again", () -> lists() == 2 && watches() == 2);
    // When: nothing has come since
    server.reset(KubernetesKind.NODES, 2);
    // Then
    sink.awaitOnce("nodes", "failed", "ConnectionReset");
    sink.awaitState("nodes", "synced", null);
  }

  private long lists() {
    return server.answered().stream().filter(each -> each.contains("/nodes?limit")).count();
  }

  private long watches() {
    return server.answered().stream()
        .filter(each -> each.contains("/nodes?") && each.contains("watch=true"))
        .count();
  }

  @Test
  void aConnectionThatIsResetIsAFailureWhereTheNextOneIsRefused() {
    // Given
    start(Duration.ofSeconds(100));
    sink.awaitSynced();
    server.refuse(KubernetesKind.NODES, 503, "<html>no</html>");
    // When
    server.reset(KubernetesKind.NODES, 2);
    // Then
    sink.awaitState("nodes", "failed", "ServiceUnavailable");
  }

  @Test
  void historyThatIsGoneIsListedAgain() {
    // Given
    server.put(KubernetesKind.NODES, node("stays", "2026-01-31T12:00:00Z"));
    server.put(KubernetesKind.NODES, node("goes", "2026-01-31T12:00:00Z"));
    start(Duration.ofSeconds(100));
    sink.awaitSynced();
    // When
    server.silent(KubernetesKind.NODES, true);
    server.delete(KubernetesKind.NODES, "goes");
    server.put(KubernetesKind.NODES, node("comes", "2026-01-31T12:00:00Z"));
    server.compact(KubernetesKind.NODES);
    server.silent(KubernetesKind.NODES, false);
    server.hangUp(KubernetesKind.NODES);
    // Then
    sink.await("comes", now -> now.now("Node/comes") != null);
    assertThat(sink.now("Node/goes")).isNull();
    assertThat(sink.times("Node/stays")).as("told once").isEqualTo(1);
  }

  @Test
  void historyMayEndWithinAWatch() {
    // Given
    start(Duration.ofSeconds(100));
    sink.awaitSynced();
    server.silent(KubernetesKind.NODES, true);
    server.put(KubernetesKind.NODES, node("missed", "2026-01-31T12:00:00Z"));
    server.silent(KubernetesKind.NODES, false);
    server.put(KubernetesKind.NODES, node("there", "2026-01-31T12:00:00Z"));
    sink.await("there", now -> now.now("Node/there") != null);
    // When
    server.say(
        KubernetesKind.NODES,
        """
        {"type":"ERROR","object":{"kind":"Status","code":410,"reason":"Expired"}}\
        """);
    // Then
    sink.await("missed", now -> now.now("Node/missed") != null);
  }

  @Test
  void silentWatchFailsAndHeals() {
    // Given
    start(Duration.ofMillis(1500));
    sink.awaitSynced();
    // When
    server.silent(KubernetesKind.NODE_POOLS, true);
    server.put(KubernetesKind.NODE_POOLS, pool("missed", "10"));
    // Then
    sink.awaitOnce("node-pools", "failed", "WatchSilent");
    sink.await("missed", now -> now.now("NodePool/missed") != null);
    sink.awaitState("node-pools", "synced", null);
  }

  @Test
  void refusalIsToldByItsReasonAndStopsNoOtherKind() {
    // Given
    server.refuse(
        KubernetesKind.PODS, 403, "{\"kind\":\"Status\",\"code\":403,\"reason\":\"Forbidden\"}");
    server.refuse(KubernetesKind.NODES, 503, "<html>no</html>");
    start(Duration.ofSeconds(100));
    // When
    sink.awaitState("pods", "failed", "Forbidden");
    sink.awaitState("nodes", "failed", "ServiceUnavailable");
    sink.awaitState("node-pools", "synced", null);
    sink.awaitState("cluster", "synced", null);
    server.refuse(KubernetesKind.PODS, 0, "");
    server.refuse(KubernetesKind.NODES, 0, "");
    // Then
    sink.awaitSynced();
    assertThat(sink.status("pods").failures()).isZero();
  }

  @Test
  void apiServerThatKnowsUsNoMoreFailsAsAWhole() {
    // Given
    start(Duration.ofSeconds(100));
    sink.awaitSynced();
    // When
    server.refuseVersion(401, "{\"kind\":\"Status\",\"reason\":\"Unauthorized\"}");
    server.refuse(KubernetesKind.NODES, 401, "{\"kind\":\"Status\",\"reason\":\"Unauthorized\"}");
    // Then
    sink.awaitState("nodes", "failed", "Unauthorized");
    sink.awaitState("cluster", "failed", "Unauthorized");
    assertThat(sink.status("cluster").lastSuccess()).isEqualTo(NOON);
    // When
    server.refuseVersion(0, "");
    server.refuse(KubernetesKind.NODES, 0, "");
    // Then
    sink.awaitSynced();
  }

  @Test
  void nodeOverlaysMayBeAbsentAndComeAndGo() {
    // Given
    server.refuse(KubernetesKind.NODE_OVERLAYS, 404, "404 page not found");
    start(Duration.ofSeconds(100));
    sink.awaitSynced();
    assertThat(sink.status("node-overlays").items()).isZero();
    // When
    server.put(KubernetesKind.NODE_OVERLAYS, "{ metadata: { name: o }, spec: {} }");
    server.refuse(KubernetesKind.NODE_OVERLAYS, 0, "");
    // Then
    sink.await("o", now -> now.now("NodeOverlay/o") != null);
    // When
    server.refuse(KubernetesKind.NODE_OVERLAYS, 404, "404 page not found");
    // Then
    sink.await("o gone", now -> now.now("NodeOverlay/o") == null);
    assertThat(sink.status("node-overlays").state()).isEqualTo("synced");
  }

  @Test
  void imageVerdictsThatAreNotInstalledAreNotNone() {
    // Given
    server.refuse(KubernetesKind.IMAGE_VERDICTS, 404, "404 page not found");
    // When
    start(Duration.ofSeconds(100));
    // Then
    sink.awaitState("image-verdicts", "absent", "NoSuchKind");
    // When
    server.put(KubernetesKind.IMAGE_VERDICTS, "{ metadata: { name: al2023-v20260714 } }");
    server.refuse(KubernetesKind.IMAGE_VERDICTS, 0, "");
    // Then
    sink.await("it", now -> now.now("ImageVerdict/al2023-v20260714") != null);
    sink.awaitState("image-verdicts", "synced", null);
  }

  @Test
  void whatRunsOnNodesIsNotKnownWhereItIsNotWatched() {
    // Given
    server.put(KubernetesKind.NODE_WORKLOADS, "{ metadata: { namespace: shop, name: cart-0 } }");
    source = created(Duration.ofSeconds(100), Duration.ofSeconds(1)).withoutWorkloads();
    // When
    source.start(sink);
    sink.awaitState("pods", "synced", null);
    sink.awaitState("daemon-set-pods", "synced", null);
    // Then
    assertThat(List.of("node-workloads", "pod-disruption-budgets"))
        .allSatisfy(
            name -> {
              assertThat(sink.status(name).state()).isEqualTo("absent");
              assertThat(sink.status(name).code()).isEqualTo("NotWatched");
            });
    assertThat(server.requests())
        .noneMatch(each -> each.contains("poddisruptionbudgets"))
        .noneMatch(each -> each.contains("spec.nodeName%21%3D"))
        .anyMatch(each -> each.contains("spec.nodeName%3D"));
  }

  @Test
  void eventThatIsRepeatedIsToldEveryTenMinutes() {
    String event =
        """
        { metadata: { name: a.1, namespace: default }, reason: DisruptionBlocked, message: why, lastTimestamp: 'TIME',
          involvedObject: { kind: NodeClaim, name: a } }
        """;
    server.put(KubernetesKind.EVENTS, event.replace("TIME", "2026-11-22T07:30:43Z"));
    start(Duration.ofSeconds(100));
    sink.await("it", now -> toldAt(now, "2026-11-22T07:30:00Z"));
    server.put(KubernetesKind.EVENTS, event.replace("TIME", "2026-11-22T07:39:59Z"));
    server.put(KubernetesKind.EVENTS, event.replace("TIME", "2026-11-22T07:40:00Z"));
    sink.await("the next", now -> toldAt(now, "2026-11-22T07:40:00Z"));
    assertThat(sink.times("Event/default/a.1")).isEqualTo(2);
  }

  private static boolean toldAt(RecordingSink now, String at) {
    FactUpdate told = now.now("Event/default/a.1");
    return told != null
        && told.facts().getFirst() instanceof DisruptionBlocked blocked
        && Instant.parse(at).equals(blocked.at());
  }

  @Test
  void kindThatKarpenterNeedsMustBeThere() {
    // Given
    server.refuse(KubernetesKind.NODE_CLAIMS, 404, "404 page not found");
    // When
    start(Duration.ofSeconds(100));
    // Then
    sink.awaitState("node-claims", "failed", "NoSuchKind");
  }

  @Test
  void malformedObjectIsAFaultOfItsOwn() {
    // Given
    server.put(KubernetesKind.NODE_POOLS, pool("good", "10"));
    server.put(KubernetesKind.NODE_POOLS, pool("bad", "10"));
    start(Duration.ofSeconds(100));
    sink.awaitSynced();
    // When
    server.put(KubernetesKind.NODE_POOLS, pool("bad", "abc"));
    // Then
    sink.await("fault", now -> now.count(ObjectFault.class) == 1);
    assertThat(sink.count(NodePool.class)).isEqualTo(1);
    assertThat(sink.now("NodePool/bad").facts().getFirst())
        .isEqualTo(
            new ObjectFault(
                "node-pools",
                "NodePool/bad",
                "spec.limits.cpu is \"abc\", which is not a quantity. Try: write it as 640Mi or"
                    + " 2."));
    assertThat(sink.now("NodePool/bad").document()).isNull();
    // When
    server.put(KubernetesKind.NODE_POOLS, pool("bad", "20"));
    // Then
    sink.await("mended", now -> now.count(NodePool.class) == 2);
    assertThat(sink.count(ObjectFault.class)).isZero();
    // When
    server.put(KubernetesKind.NODE_POOLS, pool("bad", "abc"));
    server.delete(KubernetesKind.NODE_POOLS, "bad");
    // Then
    sink.await("gone", now -> now.now("NodePool/bad") == null);
  }

  @Test
  void launchOfAClaimThatIsGoneIsRemembered() {
    // Given
    server.put(KubernetesKind.NODE_CLAIMS, claim("c"));
    start(Duration.ofSeconds(100));
    sink.awaitSynced();
    // When
    server.delete(KubernetesKind.NODE_CLAIMS, "c");
    // Then
    sink.await("remembered", now -> now.now("PastLaunch/c") != null);
    assertThat(sink.count(PastLaunch.class)).isEqualTo(1);
  }

  @Test
  void podsAreToldWithoutWhatTheyRun() {
    // Given
    server.put(
        KubernetesKind.PODS,
        """
        metadata: { namespace: shop, name: cart, annotations: { secret: s } }
        spec: { containers: [{ name: a, env: [{ name: K, value: s3cret }], resources: { requests: { cpu: 1 } } }] }
        status: { phase: Pending }
        """);
    // When
    start(Duration.ofSeconds(100));
    sink.awaitSynced();
    // Then
    assertThat(sink.now("Pod/shop/cart").document().toString())
        .isEqualTo(
            """
            {"metadata":{"namespace":"shop","name":"cart"},"spec":{"containers":[{\
            "resources":{"requests":{"cpu":1}}}]},"status":{"phase":"Pending"},\
            "apiVersion":"v1","kind":"Pod"}\
            """);
    assertThat(sink.count(Node.class)).isZero();
  }

  private void start(Duration silence) {
    start(silence, Duration.ofSeconds(1));
  }

  private void start(Duration silence, Duration watch) {
    source = created(silence, watch);
    source.start(sink);
  }

  private KubernetesSource created(Duration silence, Duration watch) {
    var pause = new Backoff(Duration.ofMillis(1), Duration.ofMillis(50));
    var times = new WatchSettings(3, Duration.ofSeconds(20), watch, silence, pause);
    return new KubernetesSource(
        client,
        times,
        new PastLaunches(Duration.ofHours(2), 10),
        new LaunchFailures(),
        InstantSource.fixed(NOON));
  }

  private static String pool(String name, String cpu) {
    return """
    metadata: { name: %s, managedFields: [{ manager: kubectl }] }
    spec: { limits: { cpu: %s }, template: { spec: { nodeClassRef: { name: default } } } }
    """
        .formatted(name, cpu);
  }

  private static String node(String name, String heartbeat) {
    return """
    metadata: { name: %s }
    status:
      images: [{ names: [a] }]
      conditions:
        - { type: Ready, status: "True", lastHeartbeatTime: %s }
        - { type: DiskPressure, status: "False", lastHeartbeatTime: %s }
    """
        .formatted(name, heartbeat, heartbeat);
  }

  private static String claim(String name) {
    return """
    metadata:
      name: %s
      creationTimestamp: 2026-01-31T11:50:00Z
      labels: { karpenter.sh/nodepool: p, node.kubernetes.io/instance-type: m5.large }
    spec: { nodeClassRef: { name: default } }
    status: { imageID: ami-1, providerID: aws:///a/i-1, allocatable: { cpu: 2 } }
    """
        .formatted(name);
  }
}
