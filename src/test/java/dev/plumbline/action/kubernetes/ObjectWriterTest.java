package dev.plumbline.action.kubernetes;

import static dev.plumbline.action.kubernetes.Cluster.make;
import static dev.plumbline.action.kubernetes.Cluster.now;
import static dev.plumbline.action.kubernetes.Cluster.ours;
import static dev.plumbline.action.kubernetes.Cluster.ref;
import static dev.plumbline.action.kubernetes.Cluster.yaml;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.Change;
import dev.plumbline.action.ChangeWriter.NotLeadingException;
import dev.plumbline.action.ChangeWriter.WriteFaultException;
import dev.plumbline.action.ChangeWriter.Written;
import dev.plumbline.action.Outcome.Result;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.peers.Peers;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Objects, written to a real API server with Karpenter's CRDs. */
class ObjectWriterTest {

  private static final String PIN =
      """
      metadata: {annotations: {plumbline.dev/pin-amis: "{}"}}
      spec: {amiSelectorTerms: [{alias: bottlerocket@1.32.0}]}
      """;

  private static ObjectApi server;
  private static ObjectWriter writer;

  @BeforeAll
  static void start() {
    Peers.assumeThere();
    server = Cluster.server();
    writer = new ObjectWriter(server);
  }

  @Test
  void makesAnObjectOnceAndIsItsManager() {
    ObjectNode child = ours(Cluster.nodePool("child"));
    ObjectRef ref = ref(child);

    assertThat(writer.write(ref, new Change.Apply(null, child))).isEqualTo(Written.DONE);
    JsonNode made = now(server, ref);
    assertThat(writer.write(ref, new Change.Apply(made, child))).isEqualTo(Written.UNCHANGED);
    assertThat(writer.write(ref, new Change.Apply(null, child)))
        .as("before it was seen that it is there")
        .isEqualTo(Written.UNCHANGED);

    assertThat(made.at("/metadata/managedFields/0/manager").asText()).isEqualTo("plumbline");
    assertThat(made.at("/metadata/managedFields/0/operation").asText()).isEqualTo("Apply");
    assertThat(now(server, ref)).isEqualTo(made);
  }

  @Test
  void updatesAndTakesAwayWhatItAppliesNoMore() {
    ObjectNode child = ours(Cluster.nodePool("updated"));
    child.withObjectProperty("spec").put("weight", 10).putObject("limits").put("cpu", "100");
    ObjectRef ref = ref(child);
    writer.write(ref, new Change.Apply(null, child));

    ObjectNode less = child.deepCopy();
    less.withObjectProperty("spec").remove("limits");
    assertThat(writer.write(ref, new Change.Apply(now(server, ref), less))).isEqualTo(Written.DONE);

    assertThat(now(server, ref).at("/spec/weight").asInt()).isEqualTo(10);
    assertThat(now(server, ref).at("/spec/limits").isMissingNode()).isTrue();
    assertThat(now(server, ref).at("/metadata/generation").asInt()).isEqualTo(2);
  }

  @Test
  void leavesAnObjectOfTheSameNameThatIsSomebodyElses() {
    JsonNode theirs = make(server, Cluster.nodePool("taken"));

    assertThatExceptionOfType(WriteFaultException.class)
        .isThrownBy(
            () ->
                writer.write(ref(theirs), new Change.Apply(null, ours(Cluster.nodePool("taken")))))
        .satisfies(e -> assertThat(e.code()).isEqualTo("NotOurs"))
        .withMessageContaining("Try: rename it");
    assertThat(now(server, ref(theirs))).isEqualTo(theirs);
  }

  @Test
  void weighsAPoolThatSomebodyElseWeighed() {
    ObjectNode pool = Cluster.nodePool("weighed");
    pool.withObjectProperty("spec").put("weight", 5);
    JsonNode before = make(server, pool);
    ObjectNode weight =
        yaml(
            """
            apiVersion: karpenter.sh/v1
            kind: NodePool
            metadata: {name: weighed, annotations: {plumbline.dev/set-node-pool-weight: "{}"}}
            spec: {weight: 70}
            """);

    assertThat(writer.write(ref(before), new Change.Apply(before, weight))).isEqualTo(Written.DONE);
    assertThat(now(server, ref(before)).at("/spec/weight").asInt()).isEqualTo(70);
    assertThat(writer.write(ref(before), new Change.Apply(before, weight)))
        .isEqualTo(Written.UNCHANGED);
  }

  @Test
  void neverMakesAnObjectOfTheFieldsThatAreOurs() {
    JsonNode before = make(server, Cluster.nodePool("vanished"));
    server.delete(ref(before), before);
    ObjectNode weight =
        yaml(
            """
            apiVersion: karpenter.sh/v1
            kind: NodePool
            metadata: {name: vanished}
            spec: {weight: 70}
            """);

    assertThat(writer.write(ref(before), new Change.Apply(before, weight)).result())
        .isEqualTo(Result.OUTDATED);
    assertThat(server.get(ref(before))).isNull();
  }

  @Test
  void pinsOnceAndUnderTheVersionItWasPlannedFrom() {
    JsonNode before = make(server, Cluster.nodeClass("pinned"));
    var pin = new Change.Patch(before, yaml(PIN));

    assertThat(writer.write(ref(before), pin)).isEqualTo(Written.DONE);
    JsonNode pinned = now(server, ref(before));
    assertThat(writer.write(ref(before), pin)).isEqualTo(Written.UNCHANGED);

    assertThat(pinned.at("/spec/amiSelectorTerms/0/alias").asText())
        .isEqualTo("bottlerocket@1.32.0");
    assertThat(now(server, ref(before))).isEqualTo(pinned);
  }

  @Test
  void pinsThoughKarpenterHasWrittenAStatusMeanwhile() {
    JsonNode before = make(server, Cluster.nodeClass("touched"));
    server.merge(ref(before), yaml("metadata: {annotations: {somebody: else}}"));

    assertThat(writer.write(ref(before), new Change.Patch(before, yaml(PIN))))
        .isEqualTo(Written.DONE);
    assertThat(now(server, ref(before)).at("/metadata/annotations/somebody").asText())
        .isEqualTo("else");
  }

  @Test
  void leavesAFieldThatSomebodyHasChangedMeanwhile() {
    JsonNode before = make(server, Cluster.nodeClass("edited"));
    server.merge(ref(before), yaml("spec: {amiSelectorTerms: [{alias: al2023@latest}]}"));
    JsonNode edited = now(server, ref(before));

    Written written = writer.write(ref(before), new Change.Patch(before, yaml(PIN)));

    assertThat(written.result()).isEqualTo(Result.OUTDATED);
    assertThat(written.message()).contains("EC2NodeClass/edited");
    assertThat(now(server, ref(before))).isEqualTo(edited);
  }

  @Test
  void leavesAnotherObjectOfTheSameName() {
    JsonNode first = make(server, Cluster.nodeClass("remade"));
    server.delete(ref(first), first);
    JsonNode second = make(server, Cluster.nodeClass("remade"));

    assertThat(writer.write(ref(first), new Change.Patch(first, yaml(PIN))).result())
        .isEqualTo(Result.OUTDATED);
    assertThat(now(server, ref(first))).isEqualTo(second);
  }

  @Test
  void deletesExactlyWhatIsOurs() {
    ObjectNode child = ours(Cluster.nodePool("short-lived"));
    ObjectRef ref = ref(child);
    writer.write(ref, new Change.Apply(null, child));
    JsonNode live = now(server, ref);
    ObjectNode other = live.deepCopy();
    other.withObjectProperty("metadata").put("uid", "another");
    JsonNode theirs = make(server, Cluster.nodePool("theirs"));

    assertThat(writer.write(ref, new Change.Delete(other)).result()).isEqualTo(Result.OUTDATED);
    assertThat(writer.write(ref, new Change.Delete(live))).isEqualTo(Written.DONE);
    assertThat(writer.write(ref, new Change.Delete(live))).isEqualTo(Written.UNCHANGED);
    assertThat(writer.write(ref(theirs), new Change.Delete(theirs)).result())
        .isEqualTo(Result.OUTDATED);
    assertThat(now(server, ref(theirs))).isEqualTo(theirs);
  }

  @Test
  void tellsWhatTheApiServerRefuses() {
    JsonNode before = make(server, Cluster.nodePool("refused"));
    var wrong = new Change.Patch(before, yaml("spec: {weight: 1000}"));

    assertThatExceptionOfType(WriteFaultException.class)
        .isThrownBy(() -> writer.write(ref(before), wrong))
        .satisfies(e -> assertThat(e.code()).isEqualTo("Invalid"))
        .withMessageContaining("spec.weight");
    try (KubernetesClient client =
        new KubernetesClientBuilder().withConfig(Peers.shared().userConfig()).build()) {
      var nobody = new ObjectWriter(new ObjectApi(client, ObjectApi.TIMEOUT, () -> true));
      assertThatExceptionOfType(WriteFaultException.class)
          .isThrownBy(() -> nobody.write(ref(before), wrong))
          .satisfies(e -> assertThat(e.code()).isEqualTo("Forbidden"));
    }
  }

  @Test
  void writesNothingOnceAnotherLeads() {
    JsonNode before = make(server, Cluster.nodeClass("led"));
    var follower =
        new ObjectWriter(
            new ObjectApi(Peers.shared().sharedClient(), ObjectApi.TIMEOUT, () -> false));

    assertThatExceptionOfType(NotLeadingException.class)
        .isThrownBy(() -> follower.write(ref(before), new Change.Patch(before, yaml(PIN))));
    assertThat(now(server, ref(before))).isEqualTo(before);
  }
}
