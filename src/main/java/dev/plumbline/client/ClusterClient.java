package dev.plumbline.client;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
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
 * Makes the client of the API server. Of what there is in a cluster it knows three kinds, which
 * fabric8 reads as classes: a native image holds those alone (docs/adr/0010). Everything else is
 * read as a JSON tree.
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
    var serialization = new KubernetesSerialization(new ObjectMapper(), false);
    serialization.registerKubernetesResource(ConfigMap.class);
    serialization.registerKubernetesResource(Lease.class);
    serialization.registerKubernetesResource(Status.class);
    return new KubernetesClientBuilder()
        .withConfig(config)
        .withKubernetesSerialization(serialization)
        .withHttpClientFactory(http)
        .build();
  }
}
