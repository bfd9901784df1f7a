package dev.plumbline.action.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.plumbline.action.ChangeWriter.WriteFaultException;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.peers.Peers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Objects in a real API server, made and read for tests. */
public final class Cluster {

  private static final YAMLMapper YAML = new YAMLMapper();

  private Cluster() {}

  /** One who writes without being asked whether it may. */
  public static ObjectApi server() {
    return new ObjectApi(Peers.shared().sharedClient(), ObjectApi.TIMEOUT, () -> true);
  }

  /** A tree from YAML. */
  public static ObjectNode yaml(String text) {
    try {
      return (ObjectNode) YAML.readTree(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  /** The reference of an object. */
  public static ObjectRef ref(JsonNode object) {
    return ReportedFindings.referred(
        yaml("{}")
            .put("apiVersion", object.path("apiVersion").asText())
            .put("kind", object.path("kind").asText())
            .put("name", object.path("metadata").path("name").asText()));
  }

  /** Makes an object as somebody else, and tells how it is then. */
  public static JsonNode make(ObjectApi server, ObjectNode object) {
    return server.create(ref(object), object);
  }

  /** Takes our name off its fields, so that they are somebody else's. */
  public static void disown(ObjectApi server, ObjectRef ref) {
    ManagedFields.leave(server, ref, now(server, ref));
  }

  /** How it is now. */
  public static JsonNode now(ObjectApi server, ObjectRef ref) {
    JsonNode live = server.get(ref);
    assertThat(live).as("%s", ref).isNotNull();
    return live == null ? YAML.missingNode() : live;
  }

  /** Changes fields of an object as somebody else. */
  public static void change(ObjectApi server, ObjectRef ref, String patch) {
    server.merge(ref, yaml(patch));
  }

  /** Deletes an object if it is there, whatever is written to it meanwhile. */
  public static void delete(ObjectApi server, ObjectRef ref) {
    for (JsonNode there = server.get(ref); there != null; there = server.get(ref)) {
      try {
        server.delete(ref, there);
        return;
      } catch (WriteFaultException e) {
        if (!e.code().equals("Conflict")) {
          throw e;
        }
      }
    }
  }

  /** A NodePool that is complete. */
  public static ObjectNode nodePool(String name) {
    return yaml(
        """
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata: {name: %s}
        spec:
          template:
            spec:
              nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: default}
              requirements:
                - {key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}
        """
            .formatted(name));
  }

  /** An EC2NodeClass that is complete. */
  public static ObjectNode nodeClass(String name) {
    return yaml(
        """
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata: {name: %s}
        spec:
          amiSelectorTerms: [{alias: bottlerocket@latest}]
          role: nodes
          subnetSelectorTerms: [{tags: {a: b}}]
          securityGroupSelectorTerms: [{tags: {a: b}}]
        """
            .formatted(name));
  }

  /** {@code object} as one that is ours. */
  public static ObjectNode ours(ObjectNode object) {
    ((ObjectNode) object.path("metadata"))
        .putObject("labels")
        .put(ObjectWriter.MANAGED_BY, ObjectApi.FIELD_MANAGER);
    return object;
  }

  /** Serves the kinds of {@code openreports.io}. */
  public static void serveReports() throws IOException, InterruptedException {
    serve("src/test/resources/crds/openreports.yaml");
  }

  /** Serves ImageVerdicts, as they are installed. */
  public static void serveImageVerdicts() throws IOException, InterruptedException {
    serve("charts/plumbline/crd/imageverdicts.yaml");
  }

  /** Tried again: the peers read the conditions of a definition before it has any. */
  private static void serve(String definitions) throws IOException, InterruptedException {
    String named = System.getenv("PLUMBLINE_PEERS");
    Path crds = Path.of(named == null ? "../shared/peers" : named, "crds").toAbsolutePath();
    Path said = Files.createTempFile("crds", ".txt");
    var builder =
        new ProcessBuilder(crds.toString(), definitions)
            .redirectErrorStream(true)
            .redirectOutput(said.toFile());
    builder.environment().putAll(Peers.shared().env());
    int exit = 1;
    for (int attempt = 0; attempt < 5 && exit != 0; attempt++) {
      Process process = builder.start();
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
      exit = process.exitValue();
    }
    assertThat(exit).as(Files.readString(said)).isZero();
    Files.delete(said);
  }
}
