package dev.plumbline.k8s;

import static dev.plumbline.k8s.Manifests.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.peers.Peers;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real API server takes what k8s/ holds; what it has no kind for is said by name. */
@Tag("long")
class ApplyTest {

  /** Newer than the oldest API server that this is tried with. */
  private static final Set<String> MAY_BE_UNKNOWN =
      Set.of(
          "policy/v1 PodDisruptionBudget",
          // Of operators that may not be there.
          "cert-manager.io/v1 Certificate",
          "cert-manager.io/v1 Issuer",
          "monitoring.coreos.com/v1 PrometheusRule",
          "monitoring.coreos.com/v1 ServiceMonitor");

  private static final PatchContext DRY_RUN =
      new PatchContext.Builder()
          .withPatchType(PatchType.SERVER_SIDE_APPLY)
          .withFieldManager("kubectl")
          .withForce(true)
          .withDryRun(List.of("All"))
          .build();

  @Test
  void everyObjectOfTheTreeIsAccepted() {
    Peers.assumeThere();
    accepted(
        "enforce-all", Manifests.objects(ROOT.resolve("examples/enforce-all/kustomization.yaml")));
    accepted("release", Manifests.objects(ROOT.resolve("release/kustomization.yaml")));
  }

  @Test
  void everyObjectOfTheChartIsAccepted(@TempDir Path folder) {
    Peers.assumeThere();
    Chart.assumeHelm();
    for (String variant : Chart.variants()) {
      accepted(variant, Chart.render(Chart.values(variant)));
    }
    accepted("hooks", Chart.hooks(folder, Chart.values("observe")));
  }

  private static void accepted(String what, List<JsonNode> objects) {
    try (KubernetesClient client = Peers.shared().client()) {
      client
          .resource(
              new NamespaceBuilder().withNewMetadata().withName("plumbline").endMetadata().build())
          .serverSideApply();
      var unknown = new ArrayList<String>();
      for (JsonNode object : objects) {
        String kind = object.path("apiVersion").asText() + " " + object.path("kind").asText();
        assertThatCode(() -> apply(client, object, kind, unknown))
            .as("%s: %s %s", what, kind, object.at("/metadata/name").asText())
            .doesNotThrowAnyException();
      }
      assertThat(objects).as(what).hasSizeGreaterThan(unknown.size());
      assertThat(MAY_BE_UNKNOWN).as(what).containsAll(unknown);
    }
  }

  private static void apply(
      KubernetesClient client, JsonNode object, String kind, List<String> unknown) {
    HasMetadata resource = client.getKubernetesSerialization().unmarshal(object.toString());
    try (KubernetesClient definitions = Peers.shared().definitions()) {
      (resource instanceof CustomResourceDefinition ? definitions : client)
          .resource(resource)
          .patch(DRY_RUN);
    } catch (KubernetesClientException e) {
      // The client asks first which kinds there are; of those that it has a class for, the server
      // tells.
      boolean noKind = String.valueOf(e.getMessage()).startsWith("Could not find a registered");
      if (e.getCode() != 404 && !noKind) {
        throw e;
      }
      unknown.add(kind);
    }
  }
}
