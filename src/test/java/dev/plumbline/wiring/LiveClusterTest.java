package dev.plumbline.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.Action;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.kubernetes.Cluster;
import dev.plumbline.action.kubernetes.ObjectApi;
import dev.plumbline.action.plan.Diff;
import dev.plumbline.conclusion.GateConclusions.GateClosed;
import dev.plumbline.conclusion.RolloutConclusions.AmiPin;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.loop.Await;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.peers.Peers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** The whole of it against a real API server and an emulator of EC2: what must never go wrong. */
@Tag("long")
class LiveClusterTest {

  private static final String OLD = "ami-0000000000000e2e1";
  private static final String NEW = "ami-0000000000000e2e2";

  private final List<Replica> replicas = new ArrayList<>();
  private final List<ObjectRef> made = new ArrayList<>();
  private String name = "";

  @BeforeEach
  void connect(TestInfo test) throws Exception {
    Peers.assumeThere();
    System.setProperty("aws.accessKeyId", "id");
    System.setProperty("aws.secretAccessKey", "secret");
    name = "live-" + test.getTestMethod().orElseThrow().getName().toLowerCase(Locale.ROOT);
    seed("POST", "reset", "");
    seed("PUT", "images/" + OLD, image("v1", "2026-01-01T00:00:00.000Z", "available"));
    seed("PUT", "images/" + NEW, image("v2", "2026-02-01T00:00:00.000Z", "pending"));
  }

  @AfterEach
  void close() throws Exception {
    replicas.forEach(Replica::close);
    if (Peers.there()) {
      ObjectApi server = Cluster.server();
      made.forEach(ref -> Cluster.delete(server, ref));
      seed("DELETE", "faults", "");
    }
    System.clearProperty("aws.accessKeyId");
    System.clearProperty("aws.secretAccessKey");
  }

  private String image(String version, String created, String state) {
    return """
    {"Name": "%s-%s", "Architecture": "x86_64", "State": "%s", "CreationDate": "%s",
     "OwnerId": "123456789012", "EnaSupport": true, "RootDeviceType": "ebs",
     "VirtualizationType": "hvm", "RootDeviceName": "/dev/xvda"}
    """
        .formatted(name, version, state, created);
  }

  private static void seed(String method, String path, String body) {
    Peers.seed(Peers.shared().aws(), method, path, body);
  }

  private Replica replica(String identity) {
    var replica = new Replica(Peers.shared(), identity);
    replicas.add(replica);
    return replica;
  }

  private ObjectRef nodeClass(String mode) {
    ObjectNode object =
        Cluster.yaml(
            """
            apiVersion: karpenter.k8s.aws/v1
            kind: EC2NodeClass
            metadata: {name: %1$s, annotations: {plumbline.dev/mode: %2$s}}
            spec:
              amiFamily: AL2023
              amiSelectorTerms: [{name: "%1$s-*"}]
              role: nodes
              subnetSelectorTerms: [{tags: {a: b}}]
              securityGroupSelectorTerms: [{tags: {a: b}}]
            """
                .formatted(name, mode));
    return make(object);
  }

  private ObjectRef make(ObjectNode object) {
    Cluster.make(Cluster.server(), object);
    made.add(Cluster.ref(object));
    return Cluster.ref(object);
  }

  private static boolean pins(HostSnapshot live, ObjectRef nodeClass, String image) {
    return live.settlement().of(AmiPin.class).stream()
        .anyMatch(pin -> pin.nodeClass().equals(nodeClass.name()) && image.equals(pin.id()));
  }

  private static List<Action> actions(HostSnapshot live, ActionKind kind, ObjectRef object) {
    return live.plan().actions().stream()
        .filter(action -> action.kind() == kind && action.object().equals(object))
        .toList();
  }

  private static boolean pinned(ObjectRef nodeClass, String image) {
    JsonNode terms = Cluster.now(Cluster.server(), nodeClass).at("/spec/amiSelectorTerms");
    return terms.size() == 1 && terms.at("/0/id").asText().equals(image);
  }

  private void available(String image) throws Exception {
    seed("PUT", "images/" + image, "{\"State\": \"available\"}");
  }

  @Test
  void enforcedNodeClassIsPinnedToTheImageThatTurnsAvailableAndNothingIsWrittenTwice()
      throws Exception {
    ObjectRef nodeClass = nodeClass("enforce");
    Replica replica = replica("one");
    Await.until("the old image is pinned", () -> pinned(nodeClass, OLD));

    available(NEW);

    Await.until("the new image is pinned", () -> pinned(nodeClass, NEW));
    replica.once(
        "nothing is to be done", now -> actions(now, ActionKind.PIN_AMIS, nodeClass).isEmpty());
    JsonNode written = Cluster.now(Cluster.server(), nodeClass);
    assertThat(written.at("/metadata/annotations/plumbline.dev~1pin-amis").asText())
        .contains("\"original\":[{\"name\":\"" + name + "-*\"}]");
    assertThat(written.at("/metadata/managedFields").findValuesAsText("manager"))
        .contains("plumbline");

    long settled = replica.now().sequence();
    replica.once("time has passed", now -> now.sequence() > settled + 2);
    assertThat(Cluster.now(Cluster.server(), nodeClass)).isEqualTo(written);
  }

  @Test
  void observedNodeClassIsUntouchedAndTheDifferenceIsShown() throws Exception {
    ObjectRef nodeClass = nodeClass("observe");
    JsonNode before = Cluster.now(Cluster.server(), nodeClass);
    Replica replica = replica("one");
    available(NEW);

    HostSnapshot live =
        replica.once(
            "the new image would be pinned",
            now ->
                actions(now, ActionKind.PIN_AMIS, nodeClass).stream()
                    .flatMap(action -> Diff.lines(action.change()).stream())
                    .anyMatch(line -> line.contains(NEW)));

    assertThat(actions(live, ActionKind.PIN_AMIS, nodeClass)).noneMatch(Action::due);
    assertThat(Cluster.now(Cluster.server(), nodeClass)).isEqualTo(before);
  }

  @Test
  void nothingIsDoneWhileEc2FailsAndItHealsByItself() throws Exception {
    seed(
        "POST",
        "faults",
        "{\"operation\": \"DescribeImages\", \"kind\": \"unauthorized\", \"count\": 0}");
    ObjectRef nodeClass = nodeClass("enforce");
    JsonNode before = Cluster.now(Cluster.server(), nodeClass);
    Replica replica = replica("one");

    HostSnapshot live =
        replica.once(
            "a gate is closed for good",
            now ->
                now.settlement().of(GateClosed.class).stream()
                    .anyMatch(
                        gate ->
                            gate.gate().equals("PinAmis")
                                && gate.blocks().equals(nodeClass.key())
                                && gate.errorClass().equals("persistent")));

    assertThat(replica.status().ready()).isFalse();
    assertThat(actions(live, ActionKind.PIN_AMIS, nodeClass)).isEmpty();
    assertThat(Cluster.now(Cluster.server(), nodeClass)).isEqualTo(before);

    seed("DELETE", "faults", "");
    Await.until("it is pinned after all", () -> pinned(nodeClass, OLD));
    Await.until("it is ready", () -> replica.status().ready());
  }

  @Test
  void oneOfTwoReplicasActsAndTheOtherTakesOver() throws Exception {
    ObjectRef nodeClass = nodeClass("enforce");
    Replica first = replica("one");
    first.once("it leads", HostSnapshot::leader);
    Await.until("the old image is pinned", () -> pinned(nodeClass, OLD));
    Replica second = replica("two");
    second.once("it knows", now -> pins(now, nodeClass, OLD));
    assertThat(second.now().leader()).isFalse();

    first.crash();
    available(NEW);

    second.once("it leads", HostSnapshot::leader);
    assertThat(first.acts()).isFalse();
    Await.until("the new image is pinned", () -> pinned(nodeClass, NEW));
    second.once("it tells so", now -> now.outcomes().containsKey("PinAmis " + nodeClass.key()));
    assertThat(Cluster.now(Cluster.server(), nodeClass).at("/metadata/generation").asInt())
        .as("written once for each image")
        .isEqualTo(3);
  }

  @Test
  void aThousandNodesJoinAtOnceAndWhatIsWantedIsStillWritten() {
    try (var crowd = new ThousandNodes()) {
      crowd.join();
      crowd.weigh(17);
      crowd.weigh(18);
    }
  }

  @Test
  void tiersComeAndGoWithThePoolThatPrefers() throws Exception {
    ObjectRef nodeClass = nodeClass("observe");
    ObjectNode object = Cluster.nodePool(name);
    ((ObjectNode) object.path("metadata"))
        .putObject("annotations")
        .put("plumbline.dev/prefer", "m5, *")
        .put("plumbline.dev/mode", "enforce");
    ((ObjectNode) object.at("/spec/template/spec/nodeClassRef")).put("name", nodeClass.name());
    ObjectRef pool = make(object);
    var tier = new ObjectRef(pool.apiVersion(), "NodePool", null, name + "-m5");
    replica("one");

    ObjectApi server = Cluster.server();
    Await.until("the tier is there", () -> server.get(tier) != null);
    JsonNode child = Cluster.now(server, tier);
    assertThat(child.at("/metadata/labels/plumbline.dev~1tier-of").asText()).isEqualTo(name);
    assertThat(child.at("/metadata/ownerReferences/0/name").asText()).isEqualTo(name);
    int weight = child.at("/spec/weight").asInt();
    assertThat(weight).isPositive();

    // Somebody else's hand on a field of an object that is ours: it is put back.
    Cluster.change(server, tier, "{spec: {weight: 1}}");
    Await.until(
        "the weight is put back",
        () -> Cluster.now(server, tier).at("/spec/weight").asInt() == weight);

    Cluster.delete(server, pool);
    Await.until("nothing is left behind", () -> server.get(tier) == null);
  }
}
