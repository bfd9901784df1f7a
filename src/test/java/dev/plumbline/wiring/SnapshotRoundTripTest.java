package dev.plumbline.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.plumbline.conclusion.FindingConclusions.Finding;
import dev.plumbline.conclusion.InstanceTypeConclusions.LaunchBackoff;
import dev.plumbline.conclusion.PoolConclusions.NodePoolBlockedPods;
import dev.plumbline.conclusion.PoolConclusions.NodePoolWorkload;
import dev.plumbline.engine.RuleSession.SettleLimits;
import dev.plumbline.fact.Cluster.ObjectFault;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.loop.ActionPipeline;
import dev.plumbline.loop.Await;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.Evaluation.EvaluationResult;
import dev.plumbline.loop.Evaluation.SnapshotReader;
import dev.plumbline.loop.Host;
import dev.plumbline.loop.Host.LoopTimings;
import dev.plumbline.loop.HostEvents;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.HostState;
import dev.plumbline.source.Ec2Answer;
import dev.plumbline.source.FactUpdate;
import dev.plumbline.source.SnapshotFolderSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is recorded and read again is what it was; what is nobody's business is not recorded. */
class SnapshotRoundTripTest {

  private static final InstantSource CLOCK = InstantSource.system();
  private static final Evaluation EVALUATION = Evaluation.with((Path) null);

  @TempDir private Path folder;

  @Test
  void everyExampleComesBackAsItWas() throws Exception {
    try (var examples = Files.list(Path.of("examples"))) {
      for (Path each : examples.filter(Files::isDirectory).sorted().toList()) {
        comesBackAsItWas(each.getFileName().toString());
      }
    }
  }

  @Test
  void launchesThatFailedComeBackThoughTheirEventsDoNot() throws Exception {
    // Given: two Events, and a claim that is retried
    Path from = folder.resolve("failed");
    Map<String, String> files =
        Map.of(
            "snapshot.yaml",
            "at: 2026-01-31T12:00:00Z\nregion: us-east-1\n",
            "cluster/pool.yaml",
            """
            apiVersion: karpenter.sh/v1
            kind: NodePool
            metadata: { name: gpu }
            spec: { template: { spec: { nodeClassRef: { name: gpu }, requirements: [] } } }
            """,
            "cluster/events.yaml",
            event("gpu-a1b2c", 50) + "---\n" + event("gpu-d4e5f", 57),
            "cluster/claim.yaml",
            """
            apiVersion: karpenter.sh/v1
            kind: NodeClaim
            metadata: { name: gpu-x7k2p, labels: { karpenter.sh/nodepool: gpu } }
            spec: { nodeClassRef: { name: gpu } }
            status:
              conditions:
                - type: Launched
                  status: Unknown
                  reason: Unauthorized
                  message: Access denied
                  lastTransitionTime: 2026-01-31T11:58:00Z
            """);
    Files.createDirectories(from.resolve("cluster"));
    for (Map.Entry<String, String> file : files.entrySet()) {
      Files.writeString(from.resolve(file.getKey()), file.getValue());
    }
    // When, Then
    EvaluationResult after = comesBackAsItWas(from, folder.resolve("again"));
    assertThat(after.settlement().of(LaunchBackoff.class))
        .extracting(LaunchBackoff::summary)
        .containsExactly(
            "Unauthorized", "InsufficientInstanceCapacity (g5.xlarge in us-east-1a on-demand)");
  }

  @Test
  void whatRunsOnNodesComesBackThoughItsPodsDoNot() throws Exception {
    // Given: all pods of a cluster, and a folder that says so
    Path from = folder.resolve("pods");
    String pod =
        """
        apiVersion: v1
        kind: Pod
        metadata:
          name: %1$s-%2$d
          namespace: shop
          labels: { app: %1$s }
          ownerReferences: [ { apiVersion: apps/v1, kind: %3$s, name: %1$s, controller: true } ]
        spec: { nodeName: n1 }
        status: { phase: Running }
        """;
    Map<String, String> files =
        Map.of(
            "snapshot.yaml",
            "at: 2026-01-31T12:00:00Z\nsources: { node-workloads: synced }\n",
            "cluster/pool.yaml",
            """
            apiVersion: karpenter.sh/v1
            kind: NodePool
            metadata: { name: db }
            spec: { template: { spec: { nodeClassRef: { name: db }, requirements: [] } } }
            ---
            apiVersion: v1
            kind: Node
            metadata: { name: n1, labels: { karpenter.sh/nodepool: db } }
            """,
            "cluster/pods.yaml",
            String.join(
                "---\n",
                pod.formatted("cart", 0, "StatefulSet"),
                pod.formatted("cart", 1, "StatefulSet"),
                pod.formatted("web", 0, "ReplicaSet"),
                pod.formatted("proxy", 0, "DaemonSet")),
            "cluster/budget.yaml",
            """
            apiVersion: policy/v1
            kind: PodDisruptionBudget
            metadata: { name: cart, namespace: shop }
            spec: { selector: { matchLabels: { app: cart } } }
            status: { disruptionsAllowed: 0 }
            """);
    Files.createDirectories(from.resolve("cluster"));
    for (Map.Entry<String, String> file : files.entrySet()) {
      Files.writeString(from.resolve(file.getKey()), file.getValue());
    }
    // When
    Path to = folder.resolve("again");
    EvaluationResult after = comesBackAsItWas(from, to);
    // Then
    assertThat(after.settlement().of(NodePoolWorkload.class))
        .containsExactly(new NodePoolWorkload("db", 1, 3, 2, 1, 0, 0, 0, 0, 0));
    assertThat(after.settlement().of(NodePoolBlockedPods.class))
        .containsExactly(new NodePoolBlockedPods("db", 2));
    assertThat(Files.readString(to.resolve("node-workloads.json"))).doesNotContain("cart", "web");
    // And: without the file, and where nobody says that all pods are there, it is not known
    Files.delete(to.resolve("node-workloads.json"));
    Files.writeString(to.resolve("snapshot.yaml"), "at: 2026-01-31T12:00:00Z\n");
    assertThat(
            EVALUATION
                .of(EVALUATION.read(SnapshotReader.FOLDERS, to.toString(), null))
                .settlement()
                .of(NodePoolWorkload.class))
        .isEmpty();
  }

  private static String event(String claim, int minute) {
    return """
    apiVersion: v1
    kind: Event
    metadata: { name: %1$s.18ea, namespace: default }
    reason: InsufficientCapacityError
    message: "NodeClaim %1$s event: creating instance, insufficient capacity, with fleet error(s), InsufficientInstanceCapacity: We currently do not have sufficient g5.xlarge capacity in the Availability Zone you requested (us-east-1a)."
    lastTimestamp: "2026-01-31T11:%2$d:30Z"
    involvedObject: { kind: NodeClaim, name: %1$s }
    """
        .formatted(claim, minute);
  }

  private void comesBackAsItWas(String example) throws Exception {
    EvaluationResult after =
        comesBackAsItWas(Path.of("examples", example), folder.resolve(example));
    if (example.equals("tour")) {
      EvaluationResult before =
          EVALUATION.of(
              EVALUATION.read(
                  SnapshotReader.FOLDERS, Path.of("examples", example).toString(), null));
      assertThat(after.factsDigest()).isEqualTo(before.factsDigest());
      assertThat(after.settlement()).isEqualTo(before.settlement());
    }
  }

  private EvaluationResult comesBackAsItWas(Path from, Path to) throws Exception {
    HostSnapshot live = record(from, to);

    EvaluationResult before =
        EVALUATION.of(EVALUATION.read(SnapshotReader.FOLDERS, from.toString(), null));
    EvaluationResult after =
        EVALUATION.of(EVALUATION.read(SnapshotReader.FOLDERS, to.toString(), null));

    assertThat(live.settlement().conclusions())
        .containsExactlyElementsOf(before.settlement().conclusions());
    assertThat(after.snapshot().facts())
        .filteredOn(fact -> !fact.key().startsWith("RememberedCapacity/"))
        .containsExactlyInAnyOrderElementsOf(
            before.snapshot().facts().stream()
                .filter(fact -> !fact.key().startsWith("RememberedCapacity/"))
                .toList());
    return after;
  }

  private static HostSnapshot record(Path from, Path to) throws IOException, InterruptedException {
    var published = new HostState();
    var pace =
        new LoopTimings(
            Duration.ofMillis(5),
            Duration.ofSeconds(1),
            new SettleLimits(10_000_000, Duration.ofMinutes(5)),
            Duration.ofSeconds(1),
            CLOCK);
    try (var watch =
            new SnapshotFolderSource(
                from, EVALUATION.policy(), CLOCK, Duration.ofHours(1), Duration.ofSeconds(1));
        var host =
            new Host(EVALUATION, published, ActionPipeline.DISABLED, pace, HostEvents.NONE)) {
      // As a host in a cluster has it.
      host.publish(
          List.of(
              FactUpdate.of(
                  new SourceStatus(
                      "config-maps", "synced", "watch", null, null, null, 0, null, 0))));
      var recorder = new DocumentRecorder(host);
      host.start();
      watch.start(recorder);
      // The folder is published at once; its sources may be said to have failed.
      Await.until(
          "the folder is settled",
          () -> {
            HostSnapshot now = published.now();
            return now != null
                && published.queued() == 0
                && now.facts(SourceStatus.class).size() > 1;
          });
      HostSnapshot live = Objects.requireNonNull(published.now());
      new SnapshotWriter(to, EVALUATION.policy()).write(live, recorder.documents(), region(from));
      return live;
    }
  }

  private static String region(Path from) throws IOException {
    return Files.readAllLines(from.resolve("snapshot.yaml")).stream()
        .filter(line -> line.startsWith("region: "))
        .map(line -> line.substring("region: ".length()))
        .findFirst()
        .orElse(null);
  }

  @Test
  void whatCouldNotBeReadStaysAFinding() throws Exception {
    // Given: a NodePool, and a row of EC2, of which something is wrong
    var fault =
        new ObjectFault("node-pools", "NodePool/gpu", "spec.weight: is \"ten\". Try: a number.");
    var published = new HostState();
    var pace = new SettleLimits(10_000_000, Duration.ofMinutes(5));
    JsonNode images =
        json(
            """
            {"Images": [{"ImageId": "ami-1", "Name": "a", "CreationDate": "soon"}]}
            """);
    try (var host =
        new Host(
            EVALUATION,
            published,
            ActionPipeline.DISABLED,
            new LoopTimings(Duration.ZERO, Duration.ZERO, pace, Duration.ofSeconds(1), CLOCK),
            HostEvents.NONE)) {
      host.publish(
          List.of(
              new FactUpdate("NodePool/gpu", List.of(fault), null),
              new FactUpdate("images", Ec2Answer.images(images).facts(), images)));
      HostSnapshot live = host.step();
      // When
      new SnapshotWriter(folder, EVALUATION.policy())
          .write(live, new TreeMap<>(Map.of("images", images)), "us-east-1");
    }
    // Then
    EvaluationResult after =
        EVALUATION.of(EVALUATION.read(SnapshotReader.FOLDERS, folder.toString(), null));
    assertThat(after.settlement().conclusions())
        .filteredOn(each -> each instanceof Finding finding && finding.rule().equals("FIND-017"))
        .extracting(each -> ((Finding) each).subject())
        .containsExactly("Ami/ami-1", "NodePool/gpu");
  }

  @Test
  void whatIsNobodysBusinessIsLeftOut() throws IOException {
    assertThat(
            SnapshotWriter.recorded(
                    json(
                        """
                        {"apiVersion": "v1", "kind": "Pod",
                         "metadata": {"name": "p", "namespace": "n", "managedFields": [{}],
                                      "annotations": {"token": "secret"}},
                         "spec": {"containers": [{"name": "c", "image": "i",
                                                  "env": [{"name": "PASSWORD", "value": "secret"}],
                                                  "resources": {"requests": {"cpu": "1"}}}]},
                         "status": {"phase": "Pending"}}
                        """))
                .toString())
        .doesNotContain("secret", "managedFields", "image")
        .contains("\"cpu\":\"1\"", "Pending");
    assertThat(
            SnapshotWriter.recorded(
                    json(
                        """
                        {"apiVersion": "karpenter.k8s.aws/v1", "kind": "EC2NodeClass",
                         "metadata": {"name": "d", "managedFields": [{}], "annotations":
                           {"kubectl.kubernetes.io/last-applied-configuration": "secret", "a": "b"}},
                         "spec": {"userData": "secret", "role": "r"}}
                        """))
                .toString())
        .doesNotContain("secret", "managedFields")
        .contains("\"a\":\"b\"", "role");
    assertThat(
            SnapshotWriter.recorded(
                    "instances",
                    json(
                        """
                        {"Reservations": [{"Instances": [{"InstanceId": "i-1", "ImageId": "ami-1", "InstanceType": "m5.large",
                          "State": {"Name": "running"}, "Tags": [{"Key": "k", "Value": "secret"}]}]}]}
                        """))
                .toString())
        .doesNotContain("secret")
        .contains("i-1", "running");
    assertThat(
            SnapshotWriter.recorded(
                    "ssm-parameters",
                    json(
                        """
                        {"Parameters": [{"Name": "/a", "Value": "ami-1", "Type": "String"},
                                        {"Name": "/b", "Value": "secret", "Type": "SecureString"}]}
                        """))
                .toString())
        .doesNotContain("secret")
        .contains("ami-1");
  }

  private static JsonNode json(String text) throws IOException {
    return JsonMapper.builder().build().readTree(text);
  }
}
