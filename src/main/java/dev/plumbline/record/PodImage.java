package dev.plumbline.record;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.client.ApiClient;
import dev.plumbline.client.ApiException;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** The image that the own pod runs, by its digest, as the kubelet tells the API server. */
final class PodImage {

  private static final Logger LOG = Logger.getLogger(PodImage.class);
  private static final Duration TIMEOUT = Duration.ofSeconds(3);
  private static final int TRIES = 4;
  private static final String CONTAINER = "plumbline";

  private final Supplier<KubernetesClient> cluster;
  private final Function<String, @Nullable String> environment;
  private final Duration pause;
  private @Nullable String found;

  /**
   * Sends no request before {@link #digest}.
   *
   * @param cluster the API server
   * @param environment the variables {@code POD_NAMESPACE} and {@code POD_NAME}, set in a pod alone
   * @param pause how long to wait while the kubelet has not told it yet
   */
  PodImage(
      Supplier<KubernetesClient> cluster,
      Function<String, @Nullable String> environment,
      Duration pause) {
    this.cluster = cluster;
    this.environment = environment;
    this.pause = pause;
  }

  /** Null outside of a pod, and where it cannot be read. */
  @Nullable String digest() {
    String namespace = environment.apply("POD_NAMESPACE");
    String name = environment.apply("POD_NAME");
    if (found != null || namespace == null || name == null) {
      return found;
    }
    try {
      var server = new ApiClient(cluster.get(), TIMEOUT);
      for (int i = 1; found == null && i <= TRIES; i++) {
        found = digest(server.get("/api/v1/namespaces/" + namespace + "/pods/" + name));
        if (found == null && i < TRIES) {
          Thread.sleep(pause);
        }
      }
    } catch (ApiException e) {
      LOG.warnf(
          "the image of Pod/%s/%s is not known: %s. Try: allow get of pods, or set"
              + " plumbline.audit.image.",
          namespace, name, e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return found;
  }

  /** {@code registry/plumbline@sha256:…}; the id alone of an image that came from no registry. */
  private static @Nullable String digest(JsonNode pod) {
    JsonNode statuses = pod.path("status").path("containerStatuses");
    for (JsonNode status : statuses) {
      if (statuses.size() == 1 || CONTAINER.equals(status.path("name").asText())) {
        String image = status.path("imageID").asText();
        // Some runtimes say before it how they know the image: docker-pullable://
        String id = image.substring(image.indexOf("://") < 0 ? 0 : image.indexOf("://") + 3);
        return id.contains("sha256:") ? id : null;
      }
    }
    return null;
  }
}
