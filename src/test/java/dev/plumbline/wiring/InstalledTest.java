package dev.plumbline.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.kubernetes.Cluster;
import dev.plumbline.action.kubernetes.ObjectApi;
import dev.plumbline.action.plan.ReleasePlanner;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.k8s.Installed;
import dev.plumbline.loop.Await;
import dev.plumbline.peers.Peers;
import dev.plumbline.record.SigningKeySecret;
import dev.plumbline.wiring.Release.Given;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A life of the chart in a real API server: installed, it acts with the permissions that it has;
 * upgraded, nothing is left behind; removed, everything is as it was before.
 */
@Tag("long")
class InstalledTest {

  private static final String IMAGE = "ami-0000000000000e3e1";
  private static final String NAME = "installed";

  @TempDir Path folder;

  @BeforeEach
  void image() throws Exception {
    Installed.assumePossible();
    System.setProperty("aws.accessKeyId", "id");
    System.setProperty("aws.secretAccessKey", "secret");
    String body =
        """
        {"Name": "installed-v1", "Architecture": "x86_64", "State": "available",
         "CreationDate": "2026-01-01T00:00:00.000Z", "OwnerId": "123456789012", "EnaSupport": true,
         "RootDeviceType": "ebs", "VirtualizationType": "hvm", "RootDeviceName": "/dev/xvda"}
        """;
    Peers.seed(Peers.shared().aws(), "PUT", "images/" + IMAGE, body);
  }

  @AfterEach
  void clear() {
    System.clearProperty("aws.accessKeyId");
    System.clearProperty("aws.secretAccessKey");
  }

  @Test
  void installActUpgradeRemove() {
    ObjectApi server = Cluster.server();
    ObjectRef nodeClass = make(server, nodeClass());
    ObjectRef pool = make(server, pool());
    JsonNode classBefore = Cluster.now(server, nodeClass);
    JsonNode poolBefore = Cluster.now(server, pool);
    var tier = new ObjectRef(pool.apiVersion(), "NodePool", null, NAME + "-m5");

    try (KubernetesClient admin = Peers.shared().client()) {
      var installed = new Installed(folder, "enforce-all");
      keyed(admin);
      acts(admin, server, nodeClass, tier);
      upgraded(admin, installed);

      installed.uninstall();
      assertThat(Installed.objects(admin)).isEmpty();
      assertThat(traces(Cluster.now(server, nodeClass))).as("Helm undoes nothing").isNotEmpty();

      try (KubernetesClient giver = installed.giver(admin)) {
        Release release =
            Release.of(
                new ObjectApi(giver, ObjectApi.TIMEOUT, () -> true), new ReleasePlanner()::plan);
        assertThat(release.run(false))
            .isNotEmpty()
            .allSatisfy(
                given -> assertThat(given.fault()).as("%s", given.action().object()).isNull())
            .extracting(given -> given.action().kind())
            .contains(ActionKind.PIN_AMIS, ActionKind.MAINTAIN_PREFERENCE_TIERS);
        List<Given> again = release.run(false);
        assertThat(again).isEmpty();
      }
      Installed.clean(admin);
    }

    assertThat(server.get(tier)).isNull();
    assertThat(bare(Cluster.now(server, nodeClass))).isEqualTo(bare(classBefore));
    assertThat(bare(Cluster.now(server, pool))).isEqualTo(bare(poolBefore));
    Cluster.delete(server, pool);
    Cluster.delete(server, nodeClass);
  }

  /** The account of the Job creates the key of the log once, and reads neither it nor another. */
  private static void keyed(KubernetesClient admin) {
    var secret = new ObjectRef("v1", "Secret", Installed.NAMESPACE, "plumbline-audit-key");
    try (KubernetesClient job = Installed.as(admin, "plumbline-key")) {
      var api = new ObjectApi(job, ObjectApi.TIMEOUT, () -> true);
      var secrets = new SigningKeySecret(api, Installed.NAMESPACE);

      assertThat(secrets.create(secret.name())).startsWith("-----BEGIN PUBLIC KEY-----");
      assertThat(secrets.create(secret.name())).as("one that exists stays").isNull();
      assertThatThrownBy(() -> api.get(secret)).hasMessageContaining("cannot get");
      assertThatThrownBy(() -> api.list("v1", "Secret", "")).hasMessageContaining("cannot list");
      assertThatThrownBy(() -> new SigningKeySecret(api, "default").create("another"))
          .hasMessageContaining("cannot create");
    } finally {
      admin.secrets().inNamespace(Installed.NAMESPACE).withName(secret.name()).delete();
    }
  }

  /** With the permissions of the account that the chart makes, and no others. */
  private static void acts(
      KubernetesClient admin, ObjectApi server, ObjectRef nodeClass, ObjectRef tier) {
    try (var replica =
        new Replica(Peers.shared(), "one", Installed.as(admin, "plumbline"), Installed.NAMESPACE)) {
      Await.until(
          "the image is pinned",
          () -> Cluster.now(server, nodeClass).at("/spec/amiSelectorTerms/0").has("id"));
      Await.until("the tier is there", () -> server.get(tier) != null);
      replica.once("it is ready", now -> replica.status().ready());
      assertThat(replica.now().outcomes().values())
          .allSatisfy(outcome -> assertThat(outcome.code()).isNotEqualTo("Forbidden"));
    }
  }

  private static void upgraded(KubernetesClient admin, Installed installed) {
    List<String> before = Installed.objects(admin);
    assertThat(before)
        .contains(
            "Deployment/plumbline",
            "ClusterRole/plumbline-enforce-pinamis",
            "NetworkPolicy/plumbline");
    Deployment old = deployment(admin);

    installed.upgrade(
        """
        replicas: 3
        parameters: {rollout.soak: 2h}
        networkPolicy: {enabled: false}
        rules: {inline: {team-a: {files: {parameters.yaml: "ami.minimumAge: 3d"}}}}
        """);

    List<String> after = Installed.objects(admin);
    assertThat(after)
        .as("what the new values do not ask for is gone, the rest is there")
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(
                    before.stream()
                        .filter(each -> !each.contains("/plumbline-enforce-"))
                        .filter(each -> !each.equals("NetworkPolicy/plumbline")),
                    Stream.of("ConfigMap/plumbline-rules-team-a"))
                .toList());
    Deployment now = deployment(admin);
    assertThat(now.getMetadata().getUid()).isEqualTo(old.getMetadata().getUid());
    assertThat(now.getSpec().getReplicas()).isEqualTo(3);
    assertThat(now.getSpec().getSelector()).isEqualTo(old.getSpec().getSelector());
    assertThat(now.getSpec().getTemplate().getMetadata().getAnnotations())
        .as("the pods are replaced")
        .isNotEqualTo(old.getSpec().getTemplate().getMetadata().getAnnotations());
  }

  private static Deployment deployment(KubernetesClient admin) {
    return admin.apps().deployments().inNamespace(Installed.NAMESPACE).withName("plumbline").get();
  }

  /** What tells of us on an object. */
  private static List<String> traces(JsonNode object) {
    JsonNode metadata = object.path("metadata");
    var traces = new ArrayList<String>();
    for (String field : List.of("annotations", "labels")) {
      metadata
          .path(field)
          .fieldNames()
          .forEachRemaining(
              name -> {
                if (name.startsWith("plumbline.dev/")
                    && !List.of("plumbline.dev/mode", "plumbline.dev/prefer").contains(name)) {
                  traces.add(name);
                }
              });
    }
    metadata.path("finalizers").forEach(each -> traces.add(each.asText()));
    metadata.path("ownerReferences").forEach(each -> traces.add(each.toString()));
    metadata
        .path("managedFields")
        .forEach(
            each -> {
              if (each.path("manager").asText().equals(ObjectApi.FIELD_MANAGER)) {
                traces.add("managedFields");
              }
            });
    return traces;
  }

  /** An object without what the API server counts; whose fields are ours must be told by none. */
  private static JsonNode bare(JsonNode object) {
    assertThat(object.at("/metadata/managedFields").findValuesAsText("manager"))
        .doesNotContain(ObjectApi.FIELD_MANAGER);
    assertThat(traces(object)).isEmpty();
    ObjectNode copy = object.deepCopy();
    copy.remove("status");
    ((ObjectNode) copy.path("metadata"))
        .remove(List.of("managedFields", "resourceVersion", "generation"));
    return copy;
  }

  /** As somebody else makes it. */
  private static ObjectRef make(ObjectApi server, ObjectNode object) {
    ObjectRef ref = Cluster.ref(object);
    Cluster.make(server, object);
    Cluster.disown(server, ref);
    return ref;
  }

  private static ObjectNode nodeClass() {
    ObjectNode object = Cluster.nodeClass(NAME);
    ((ObjectNode) object.path("metadata"))
        .putObject("annotations")
        .put("plumbline.dev/mode", "enforce");
    ObjectNode spec = (ObjectNode) object.path("spec");
    spec.put("amiFamily", "AL2023");
    spec.putArray("amiSelectorTerms").addObject().put("name", NAME + "-*");
    return object;
  }

  private static ObjectNode pool() {
    ObjectNode object = Cluster.nodePool(NAME);
    ((ObjectNode) object.path("metadata"))
        .putObject("annotations")
        .put("plumbline.dev/prefer", "m5, *")
        .put("plumbline.dev/mode", "enforce");
    ((ObjectNode) object.at("/spec/template/spec/nodeClassRef")).put("name", NAME);
    return object;
  }
}
