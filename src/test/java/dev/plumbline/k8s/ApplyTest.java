package dev.plumbline.k8s;

import static dev.plumbline.k8s.Manifests.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.peers.Peers;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A real API server takes what k8s/ holds; what it has no kind for is said by name. */
class ApplyTest {

  /** Newer than the oldest API server that this is tried with. */
  private static final Set<String> MAY_BE_UNKNOWN = Set.of("policy/v1 PodDisruptionBudget");

  private static final PatchContext DRY_RUN =
      new PatchContext.Builder()
          .withPatchType(PatchType.SERVER_SIDE_APPLY)
          .withFieldManager("kubectl")
          .withForce(true)
          .withDryRun(List.of("All"))
          .build();

  @Test
  void everyObjectIsAccepted() {
    Peers.assumeThere();
    try (KubernetesClient client = Peers.shared().client()) {
      client
          .resource(
              new NamespaceBuilder().withNewMetadata().withName("plumbline").endMetadata().build())
          .serverSideApply();

      var unknown = new ArrayList<String>();
      var applied = new ArrayList<String>();
      for (JsonNode object :
          Manifests.objects(ROOT.resolve("overlays/enforce/kustomization.yaml"))) {
        String kind = object.path("apiVersion").asText() + " " + object.path("kind").asText();
        assertThatCode(() -> apply(client, object, kind, unknown))
            .as("%s %s", kind, object.at("/metadata/name").asText())
            .doesNotThrowAnyException();
        applied.add(kind);
      }
      assertThat(applied).contains("apps/v1 Deployment", "networking.k8s.io/v1 NetworkPolicy");
      assertThat(MAY_BE_UNKNOWN).containsAll(unknown);
    }
  }

  private static void apply(
      KubernetesClient client, JsonNode object, String kind, List<String> unknown) {
    HasMetadata resource = client.getKubernetesSerialization().unmarshal(object.toString());
    try {
      client.resource(resource).patch(DRY_RUN);
    } catch (KubernetesClientException e) {
      if (e.getCode() != 404) {
        throw e;
      }
      unknown.add(kind);
    }
  }
}
