package dev.plumbline.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.plumbline.loop.Await;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the kubelet says of the own pod is what judged here. */
@EnableKubernetesMockClient(crud = true)
class PodImageTest {

  private static final Map<String, String> POD =
      Map.of("POD_NAMESPACE", "kube-policy", "POD_NAME", "plumbline-1");

  private KubernetesClient client;
  private KubernetesMockServer server;

  @ParameterizedTest
  @CsvSource({
    "registry.example/plumbline@sha256:0a11, registry.example/plumbline@sha256:0a11",
    "docker-pullable://registry.example/plumbline@sha256:0a11,"
        + " registry.example/plumbline@sha256:0a11",
    "sha256:0a11, sha256:0a11",
    "'', ",
  })
  void isTheDigestThatTheKubeletTells(String imageId, String expected) {
    pod(status("sidecar", "registry.example/mesh@sha256:ffff"), status("plumbline", imageId));

    assertThat(image(POD).digest()).isEqualTo(expected);
  }

  @Test
  void isThatOfTheOnlyContainerWhateverItIsCalled() {
    pod(status("policy", "registry.example/plumbline@sha256:0a11"));

    assertThat(image(POD).digest()).isEqualTo("registry.example/plumbline@sha256:0a11");
  }

  @Test
  void isWaitedForWhileTheKubeletHasNotToldIt() throws InterruptedException {
    pod(status("plumbline", ""));
    var image = new PodImage(() -> client, POD::get, Duration.ofSeconds(1));
    int before = server.getRequestCount();
    var later =
        Thread.ofVirtual()
            .start(
                () -> {
                  Await.until("it was asked", () -> server.getRequestCount() > before);
                  pod(status("plumbline", "registry.example/plumbline@sha256:0a11"));
                });

    assertThat(image.digest()).isEqualTo("registry.example/plumbline@sha256:0a11");
    later.join();
  }

  @Test
  void isGivenUpWhereTheKubeletNeverTellsIt() {
    pod(status("plumbline", ""));
    int before = server.getRequestCount();

    assertThat(image(POD).digest()).isNull();
    assertThat(server.getRequestCount() - before).isEqualTo(4);
  }

  @Test
  void isNotKnownWhereThePodIsNotToBeRead() {
    assertThat(image(POD).digest()).isNull();
  }

  @Test
  void nothingIsAskedOutsideOfAPod() {
    var image =
        new PodImage(() -> fail("no cluster"), Map.<String, String>of()::get, Duration.ZERO);

    assertThat(image.digest()).isNull();
  }

  @Test
  void isAskedForOnce() {
    pod(status("plumbline", "registry.example/plumbline@sha256:0a11"));
    PodImage image = image(POD);
    image.digest();
    pod(status("plumbline", "registry.example/plumbline@sha256:0b22"));

    assertThat(image.digest()).isEqualTo("registry.example/plumbline@sha256:0a11");
  }

  private PodImage image(Map<String, String> environment) {
    return new PodImage(() -> client, environment::get, Duration.ZERO);
  }

  private static ContainerStatus status(String container, String imageId) {
    return new ContainerStatusBuilder().withName(container).withImageID(imageId).build();
  }

  private void pod(ContainerStatus... statuses) {
    Pod pod =
        new PodBuilder()
            .withNewMetadata()
            .withName("plumbline-1")
            .withNamespace("kube-policy")
            .endMetadata()
            .withNewStatus()
            .withContainerStatuses(statuses)
            .endStatus()
            .build();
    var there = client.pods().inNamespace("kube-policy").resource(pod);
    if (there.get() == null) {
      there.create();
    } else {
      there.update();
    }
  }
}
