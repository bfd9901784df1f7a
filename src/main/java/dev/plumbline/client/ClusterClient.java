package dev.plumbline.client;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;

/**
 * Makes the client of the API server. It looks for no kinds of objects on the class path:
 * ConfigMaps and Leases are read as the classes that are asked for, everything else as a JSON tree
 * (docs/adr/0010).
 */
public final class ClusterClient {

  private ClusterClient() {}

  /**
   * Makes one.
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
