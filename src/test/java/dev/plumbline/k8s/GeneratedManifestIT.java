package dev.plumbline.k8s;

import static dev.plumbline.k8s.Manifests.ROOT;
import static dev.plumbline.k8s.Manifests.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What k8s/base says is what the build says of the program. Runs in {@code verify}, after the build
 * has written target/kubernetes.
 */
class GeneratedManifestIT {

  private static final List<JsonNode> GENERATED =
      Manifests.read(Path.of("target/kubernetes/kubernetes.yml"));
  private static final List<JsonNode> BASE =
      Manifests.objects(ROOT.resolve("base/kustomization.yaml"));

  /** What the API server adds by itself, or only the generator says. */
  private static final List<String> DEFAULTS =
      List.of("scheme", "successThreshold", "initialDelaySeconds", "defaultMode", "optional");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/metadata/name",
        "/metadata/namespace",
        "/spec/replicas",
        "/spec/selector",
        "/spec/template/spec/serviceAccountName",
        "/spec/template/spec/containers/0/name",
        "/spec/template/spec/containers/0/args",
        "/spec/template/spec/containers/0/imagePullPolicy",
        "/spec/template/spec/containers/0/ports",
        "/spec/template/spec/containers/0/startupProbe",
        "/spec/template/spec/containers/0/readinessProbe",
        "/spec/template/spec/containers/0/livenessProbe",
        "/spec/template/spec/containers/0/resources",
      })
  void sameInBoth(String path) {
    JsonNode generated = deployment(GENERATED).at(path);

    assertThat(generated.isMissingNode()).isFalse();
    assertThat(plain(deployment(BASE).at(path))).isEqualTo(plain(generated));
  }

  @Test
  void sameEnvironment() {
    Map<String, JsonNode> generated = byName(deployment(GENERATED), "/containers/0/env");
    // The Kubernetes client's own, which nothing of ours reads.
    generated.remove("KUBERNETES_NAMESPACE");

    assertThat(byName(deployment(BASE), "/containers/0/env")).isEqualTo(generated);
  }

  @Test
  void sameVolumes() {
    assertThat(byName(deployment(BASE), "/volumes"))
        .isEqualTo(byName(deployment(GENERATED), "/volumes"));
    assertThat(byName(deployment(BASE), "/containers/0/volumeMounts").keySet())
        .isEqualTo(byName(deployment(GENERATED), "/containers/0/volumeMounts").keySet());
  }

  @Test
  void sameImage() {
    JsonNode kustomization =
        Manifests.read(ROOT.resolve("base/kustomization.yaml")).getFirst().at("/images/0");
    String image = deployment(BASE).at("/spec/template/spec/containers/0/image").asText();

    assertThat(image).isEqualTo(kustomization.path("name").asText());
    assertThat(image + ":" + kustomization.path("newTag").asText())
        .isEqualTo(deployment(GENERATED).at("/spec/template/spec/containers/0/image").asText());
  }

  @Test
  void sameUser() {
    JsonNode base = deployment(BASE).at("/spec/template/spec/securityContext");
    deployment(GENERATED)
        .at("/spec/template/spec/securityContext")
        .properties()
        .forEach(
            each ->
                assertThat(base.path(each.getKey())).as(each.getKey()).isEqualTo(each.getValue()));
  }

  @Test
  void sameService() {
    assertThat(object(BASE, "Service", "plumbline").at("/spec"))
        .isEqualTo(object(GENERATED, "Service", "plumbline").at("/spec"));
  }

  private static JsonNode deployment(List<JsonNode> objects) {
    return object(objects, "Deployment", "plumbline");
  }

  private static Map<String, JsonNode> byName(JsonNode deployment, String path) {
    var byName = new TreeMap<String, JsonNode>();
    deployment
        .at("/spec/template/spec" + path)
        .forEach(each -> byName.put(each.path("name").asText(), plain(each)));
    return byName;
  }

  private static JsonNode plain(JsonNode node) {
    if (node.isMissingNode()) {
      return MissingNode.getInstance();
    }
    JsonNode copy = node.deepCopy();
    strip(copy);
    return copy;
  }

  private static void strip(JsonNode node) {
    if (node instanceof com.fasterxml.jackson.databind.node.ObjectNode object) {
      object.remove(DEFAULTS);
    }
    node.forEach(GeneratedManifestIT::strip);
  }
}
