package dev.plumbline.client;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.quarkus.kubernetes.client.runtime.internal.KubernetesClientBuildConfig;
import io.quarkus.kubernetes.client.runtime.internal.KubernetesClientUtils;
import io.quarkus.kubernetes.client.runtime.internal.QuarkusHttpClientFactory;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/**
 * Makes the client of the API server. It looks for no kinds of objects on the class path:
 * ConfigMaps and Leases are read as the classes that are asked for, everything else as a JSON tree
 * (docs/adr/0010).
 */
public final class ClusterClient {

  private ClusterClient() {}

  /** By {@code quarkus.kubernetes-client.…}, {@code KUBECONFIG} or the ServiceAccount. */
  @Produces
  @Singleton
  static KubernetesClient open(KubernetesClientBuildConfig settings) {
    return of(KubernetesClientUtils.createConfig(settings), new QuarkusHttpClientFactory());
  }

  static void close(@Disposes KubernetesClient client) {
    client.close();
  }

  /**
   * Makes a client by other settings.
   *
   * @param config where the API server is and who asks
   * @param http what sends its requests
   */
  public static KubernetesClient of(Config config, HttpClient.Factory http) {
    return new KubernetesClientBuilder()
        .withConfig(config)
        .withKubernetesSerialization(new KubernetesSerialization(new ObjectMapper(), false))
        .withHttpClientFactory(http)
        .build();
  }
}
