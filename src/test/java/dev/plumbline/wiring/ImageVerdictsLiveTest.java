package dev.plumbline.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.kubernetes.Cluster;
import dev.plumbline.action.kubernetes.ObjectApi;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.loop.Await;
import dev.plumbline.peers.Peers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What became of nodes is counted once in a real API server, however many replicas see it. */
@Tag("long")
class ImageVerdictsLiveTest {

  private static final String IMAGE = "ami-0000000000000e2e7";
  private static final ObjectRef VERDICT = ObjectKind.IMAGE_VERDICT.ref(IMAGE);

  private final List<Replica> replicas = new ArrayList<>();
  private final List<ObjectRef> made = new ArrayList<>();
  private ObjectApi server;

  @BeforeEach
  void connect() throws Exception {
    Peers.assumeThere();
    Cluster.serveImageVerdicts();
    server = Cluster.server();
    System.setProperty("aws.accessKeyId", "id");
    System.setProperty("aws.secretAccessKey", "secret");
    seed("POST", "reset", "");
    seed(
        "PUT",
        "images/" + IMAGE,
        """
        {"Name": "verdicts-v1", "Architecture": "x86_64", "State": "available", "CreationDate": "2026-01-01T00:00:00.000Z",
         "OwnerId": "123456789012", "EnaSupport": true, "RootDeviceType": "ebs",
         "VirtualizationType": "hvm", "RootDeviceName": "/dev/xvda"}
        """);
    make(
        """
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata: {name: verdicts}
        spec:
          amiFamily: AL2023
          amiSelectorTerms: [{name: "verdicts-*"}]
          role: nodes
          subnetSelectorTerms: [{tags: {a: b}}]
          securityGroupSelectorTerms: [{tags: {a: b}}]
        """);
    make(
        """
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata: {name: verdicts}
        spec:
          template:
            spec:
              nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: verdicts}
              requirements: [{key: kubernetes.io/os, operator: In, values: [linux]}]
        """);
  }

  @AfterEach
  void close() throws Exception {
    replicas.forEach(Replica::close);
    if (Peers.there()) {
      made.forEach(ref -> Cluster.delete(server, ref));
      Cluster.delete(server, VERDICT);
    }
    System.clearProperty("aws.accessKeyId");
    System.clearProperty("aws.secretAccessKey");
  }

  @Test
  void nodesCountOnceThoughTwoReplicasWatchAndTheLeaderIsKilled() throws Exception {
    Replica one = replica("one");
    one.once("it leads", now -> one.acts());
    Replica two = replica("two");
    node("verdicts-a");
    node("verdicts-b");
    Await.until("there is a verdict", () -> !status("state").isEmpty());

    gone("verdicts-a");
    Await.until("the first is counted", () -> counted().equals(List.of("verdicts-a")));
    String written = verdict().at("/metadata/resourceVersion").asText();
    passes(one);
    passes(two);
    assertThat(verdict().at("/metadata/resourceVersion").asText())
        .as("nothing is written again")
        .isEqualTo(written);

    one.crash();
    gone("verdicts-b");
    Await.until(
        "the second is counted by the other replica",
        () -> counted().equals(List.of("verdicts-a", "verdicts-b")));
    passes(two);
    JsonNode evidence = verdict().at("/status/evidence");
    assertThat(evidence).hasSize(1);
    assertThat(evidence.at("/0/outcome").asText()).isEqualTo("removed");
    assertThat(evidence.at("/0/nodes").asInt()).isEqualTo(2);
    assertThat(evidence.at("/0/healthySeconds").asLong()).isGreaterThan(100_000_000);
    assertThat(verdict().at("/status/images/0").asText()).isEqualTo(IMAGE);
  }

  @Test
  void whatAPersonDecidesIsTheState() throws Exception {
    Replica one = replica("one");
    node("verdicts-c");
    Await.until("there is a verdict", () -> !status("state").isEmpty());
    String before = status("since");

    Cluster.change(server, VERDICT, "spec: {decision: quarantine, reason: it stalls, author: ada}");

    Await.until("it is in quarantine", () -> status("state").equals("quarantined"));
    assertThat(status("message")).contains("ada").contains("it stalls");
    assertThat(status("since")).isGreaterThanOrEqualTo(before);
    assertThat(verdict().at("/spec/author").asText()).isEqualTo("ada");
    passes(one);
    assertThat(status("state")).isEqualTo("quarantined");
  }

  private Replica replica(String identity) {
    var replica = new Replica(Peers.shared(), identity);
    replicas.add(replica);
    return replica;
  }

  private static void passes(Replica replica) {
    long settled = replica.now().sequence();
    replica.once("time has passed", now -> now.sequence() > settled + 2);
  }

  private JsonNode verdict() {
    return Cluster.now(server, VERDICT);
  }

  private String status(String field) {
    JsonNode live = server.get(VERDICT);
    return live == null ? "" : live.path("status").path(field).asText();
  }

  private List<String> counted() {
    var names = new ArrayList<String>();
    verdict().at("/status/counted").forEach(name -> names.add(name.asText()));
    return names;
  }

  /** A node that has been healthy since long before, with its claim. */
  private void node(String name) {
    ObjectRef claim =
        make(
            """
            apiVersion: karpenter.sh/v1
            kind: NodeClaim
            metadata:
              name: %s
              labels: {karpenter.sh/nodepool: verdicts, node.kubernetes.io/instance-type: m5.large, topology.kubernetes.io/zone: us-east-1a}
            spec:
              nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: verdicts}
              requirements: [{key: kubernetes.io/os, operator: In, values: [linux]}]
            """
                .formatted(name));
    ObjectRef node =
        make(
            """
            apiVersion: v1
            kind: Node
            metadata: {name: %s, labels: {karpenter.sh/nodepool: verdicts, karpenter.sh/registered: "true"}}
            spec: {providerID: "aws:///us-east-1a/i-%1$s"}
            """
                .formatted(name));
    server.mergeStatus(
        node,
        Cluster.yaml(
            """
            status:
              conditions: [{type: Ready, status: "True", reason: R, message: M, lastTransitionTime: "2020-01-01T00:00:00Z", lastHeartbeatTime: "2020-01-01T00:00:00Z"}]
            """));
    server.mergeStatus(
        claim,
        Cluster.yaml(
            """
            status:
              imageID: %s
              nodeName: %s
              providerID: aws:///us-east-1a/i-%2$s
              conditions:
                - {type: Launched, status: "True", reason: R, message: M, lastTransitionTime: "2020-01-01T00:00:00Z"}
                - {type: Registered, status: "True", reason: R, message: M, lastTransitionTime: "2020-01-01T00:00:00Z"}
                - {type: Initialized, status: "True", reason: R, message: M, lastTransitionTime: "2020-01-01T00:00:00Z"}
            """
                .formatted(IMAGE, name)));
  }

  private void gone(String name) {
    Cluster.delete(server, ObjectKind.NODE_CLAIM.ref(name));
    Cluster.delete(server, ObjectKind.NODE.ref(name));
  }

  private ObjectRef make(String yaml) {
    ObjectNode object = Cluster.yaml(yaml);
    Cluster.make(server, object);
    made.add(Cluster.ref(object));
    return Cluster.ref(object);
  }

  private static void seed(String method, String path, String body) {
    Peers.seed(Peers.shared().aws(), method, path, body);
  }
}
