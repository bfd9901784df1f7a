package dev.plumbline.action.kubernetes;

import static dev.plumbline.action.kubernetes.Cluster.now;
import static dev.plumbline.action.kubernetes.Cluster.ours;
import static dev.plumbline.action.kubernetes.Cluster.yaml;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.Change;
import dev.plumbline.action.ChangeWriter.WriteFaultException;
import dev.plumbline.action.ChangeWriter.Written;
import dev.plumbline.action.Outcome.Result;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.peers.Peers;
import java.io.IOException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** ImageVerdicts, as they are installed, in a real API server. */
class ImageVerdictObjectsTest {

  private static final ObjectNode FAILING =
      yaml(
          """
          release: al2023@v1
          images: [ami-1]
          state: quarantined
          since: 2026-11-20T12:00:00Z
          message: 1 of 2 nodes failed
          nodes: 1
          healthyNodeHours: 3
          failures: 1
          evidence: [{image: ami-1, nodeClass: d, nodePool: p, outcome: notReady, nodes: 1, healthySeconds: 60}]
          failed:
            - {nodeClaim: p-1, image: ami-1, nodeClass: d, nodePool: p, outcome: notReady, at: 2026-11-20T12:00:00Z, message: NotReady}
          counted: [p-1]
          """);

  private static ObjectApi server;
  private static ObjectWriter writer;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    Peers.assumeThere();
    Cluster.serveImageVerdicts();
    server = Cluster.server();
    writer = new ObjectWriter(server);
  }

  @Test
  void isMadeAndThenGetsItsStatusOnceWhileTheSpecStays() {
    ObjectNode object = ours(object("al2023-v1"));
    ObjectRef ref = ref("al2023-v1");

    assertThat(writer.write(ref, new Change.Apply(null, object))).isEqualTo(Written.DONE);
    JsonNode made = now(server, ref);
    Cluster.change(server, ref, "spec: {decision: approve, reason: it works, author: ada}");
    var status = new Change.Status(made, FAILING);
    assertThat(writer.write(ref, status)).isEqualTo(Written.DONE);
    JsonNode written = now(server, ref);
    assertThat(writer.write(ref, status)).as("before it is seen").isEqualTo(Written.UNCHANGED);

    assertThat(written.path("status")).isEqualTo(FAILING);
    assertThat(written.at("/spec/author").asText()).isEqualTo("ada");
    assertThat(now(server, ref)).isEqualTo(written);
  }

  @Test
  void countsOfAnotherReplicaAreNotOverwritten() {
    ObjectRef ref = ref("al2023-v2");
    JsonNode before = Cluster.make(server, object("al2023-v2"));
    ObjectNode others = FAILING.deepCopy();
    others.putArray("counted").add("p-1").add("p-2");
    assertThat(writer.write(ref, new Change.Status(before, others))).isEqualTo(Written.DONE);

    assertThat(writer.write(ref, new Change.Status(before, FAILING)).result())
        .isEqualTo(Result.OUTDATED);
    assertThat(now(server, ref).path("status")).isEqualTo(others);

    Cluster.delete(server, ref);
    assertThat(writer.write(ref, new Change.Status(before, FAILING)).result())
        .isEqualTo(Result.OUTDATED);
    Cluster.make(server, object("al2023-v2"));
    assertThat(writer.write(ref, new Change.Status(before, FAILING)).result())
        .as("another object of this name")
        .isEqualTo(Result.OUTDATED);
  }

  @Test
  void kindThatIsNotInstalledIsNamed() {
    var ref = new ObjectRef("plumbline.dev/v1alpha1", "OtherVerdict", null, "al2023-v1");
    ObjectNode other = ours(object("al2023-v1").put("kind", "OtherVerdict"));

    assertThatExceptionOfType(WriteFaultException.class)
        .isThrownBy(() -> writer.write(ref, new Change.Apply(null, other)))
        .withMessage(
            "the cluster does not serve OtherVerdict. Try: install its CustomResourceDefinition.")
        .satisfies(fault -> assertThat(fault.code()).isEqualTo("NotFound"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          al2023          | {}                                   | is named as its release
          al2023-v3       | {decision: allow, reason: x}         | supported values: "approve", "quarantine", "recall"
          al2023-v3       | {decision: approve}                  | a decision needs a reason
          al2023-v3       | {decision: approve, reason: ''}      | at least 1 chars long
          al2023-v3       | {expires: tomorrow}                  | must be of type date-time
          """)
  void whatCannotBeMeantIsRefused(String name, String spec, String why) {
    ObjectNode object = object(name);
    object.set("spec", yaml(spec));

    assertThatExceptionOfType(WriteFaultException.class)
        .isThrownBy(() -> Cluster.make(server, object))
        .satisfies(fault -> assertThat(fault.getMessage()).containsIgnoringCase(why));
  }

  @ParameterizedTest
  @CsvSource({"bottlerocket-1.57.0", "ami-0123456789abcdef0", "windows2022-2026.07.14"})
  void everyReleaseHasAName(String name) {
    ObjectNode object = object(name);
    object.set(
        "spec", yaml("{decision: recall, reason: CVE-2026-1, expires: '2026-12-01T00:00:00Z'}"));

    assertThat(Cluster.make(server, object).at("/spec/decision").asText()).isEqualTo("recall");
  }

  private static ObjectRef ref(String name) {
    return ObjectKind.IMAGE_VERDICT.ref(name);
  }

  private static ObjectNode object(String name) {
    return yaml(
        """
        apiVersion: plumbline.dev/v1alpha1
        kind: ImageVerdict
        metadata: {name: %s}
        """
            .formatted(name));
  }
}
