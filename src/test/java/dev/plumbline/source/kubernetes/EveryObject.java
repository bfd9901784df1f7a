package dev.plumbline.source.kubernetes;

import dev.plumbline.client.ClusterClient;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.vertx.VertxHttpClientFactory;
import java.io.IOException;
import java.time.ZonedDateTime;

/**
 * Every kind that is read or written as a class of the client, there and back, and a proxy before
 * the API server: what is traced.
 */
public final class EveryObject {

  private EveryObject() {}

  /** Says what was read. */
  public static String run() throws IOException {
    try (var server = new FakeApiServer();
        KubernetesClient client = server.client()) {
      var json = client.getKubernetesSerialization();
      Lease none = client.leases().inNamespace("a").withName("b").get();
      String map =
          json.asJson(new ConfigMapBuilder().withNewMetadata().withName("a").endMetadata().build());
      String lease =
          json.asJson(
              new LeaseBuilder()
                  .withNewMetadata()
                  .withName("b")
                  .endMetadata()
                  .withNewSpec()
                  .withHolderIdentity("c")
                  .withRenewTime(ZonedDateTime.parse("2026-11-20T09:00:00Z"))
                  .endSpec()
                  .build());
      client.configMaps().inNamespace("a").withName("b").delete();
      listed(client);
      var refused = json.unmarshal("{\"kind\": \"Status\", \"code\": 404}", Status.class);
      return (none == null ? "none " : "some ")
          + json.unmarshal(map, ConfigMap.class).getMetadata().getName()
          + " "
          + json.unmarshal(lease, Lease.class).getSpec().getHolderIdentity()
          + " "
          + refused.getCode()
          + " by way of a proxy "
          + proxied(server)
          + " as "
          + token();
    }
  }

  /** The server holds no such collection: what asks for it is traced all the same. */
  private static void listed(KubernetesClient client) {
    try {
      var unused = client.configMaps().inNamespace("a").withLabel("c", "d").list();
    } catch (KubernetesClientException e) {
      if (e.getCode() != 404) {
        throw e;
      }
    }
  }

  /** Asked of somebody else, before whom the server stands. */
  private static String proxied(FakeApiServer server) {
    try (KubernetesClient client =
        ClusterClient.of(
            new ConfigBuilder()
                .withAutoConfigure(false)
                .withMasterUrl("http://kubernetes.example.com")
                .withHttpProxy(server.place())
                .build(),
            new VertxHttpClientFactory())) {
      return client.leases().inNamespace("a").withName("b").get() == null ? "none" : "some";
    }
  }

  /** The token of a kubeconfig that a command prints, as {@code aws eks get-token} does. */
  private static String token() {
    String credential =
        "{\"apiVersion\": \"client.authentication.k8s.io/v1\", \"kind\": \"ExecCredential\","
            + " \"status\": {\"token\": \"made\"}}";
    String kubeconfig =
        """
        apiVersion: v1
        kind: Config
        current-context: here
        preferences: {}
        contexts:
        - name: here
          context: { cluster: there, user: somebody, namespace: a, extensions: [{ name: b, extension: { c: d } }] }
        clusters:
        - name: there
          cluster: { server: "https://kubernetes.example.com", insecure-skip-tls-verify: true }
        users:
        - name: somebody
          user:
            exec:
              apiVersion: client.authentication.k8s.io/v1
              command: printenv
              args: [CREDENTIAL]
              env: [{ name: CREDENTIAL, value: '%s' }]
              interactiveMode: Never
        - name: other
          user: { auth-provider: { name: oidc, config: { id-token: a } } }
        """
            .formatted(credential);
    return Config.fromKubeconfig(kubeconfig).getAutoOAuthToken();
  }
}
