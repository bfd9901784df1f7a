package dev.plumbline.wiring;

import dev.plumbline.client.ClusterClient;
import dev.plumbline.client.Kubeconfig;
import dev.plumbline.language.InvalidInputException;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Utils;
import io.quarkus.kubernetes.client.runtime.internal.KubernetesClientBuildConfig;
import io.quarkus.kubernetes.client.runtime.internal.KubernetesClientUtils;
import io.quarkus.kubernetes.client.runtime.internal.QuarkusHttpClientFactory;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** The client of the API server that is watched and written to. */
final class ClusterConnection {

  private ClusterConnection() {}

  /**
   * By {@code quarkus.kubernetes-client.…}, {@code KUBECONFIG} or the ServiceAccount.
   *
   * @throws InvalidInputException when {@code KUBECONFIG} is set, and cannot be used
   */
  @Produces
  @Singleton
  static KubernetesClient open(KubernetesClientBuildConfig settings) {
    try {
      Kubeconfig.check(
          Utils.getSystemPropertyOrEnvVar(Config.KUBERNETES_KUBECONFIG_FILE),
          () -> Config.autoConfigure(null));
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(e);
    }
    return ClusterClient.of(
        KubernetesClientUtils.createConfig(settings), new QuarkusHttpClientFactory());
  }

  static void close(@Disposes KubernetesClient client) {
    client.close();
  }
}
