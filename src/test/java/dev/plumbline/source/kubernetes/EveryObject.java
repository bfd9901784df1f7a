package dev.plumbline.source.kubernetes;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.time.ZonedDateTime;

/** Every kind that is read or written as a class of the client, there and back: what is traced. */
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
      var refused = json.unmarshal("{\"kind\": \"Status\", \"code\": 404}", Status.class);
      return (none == null ? "none " : "some ")
          + json.unmarshal(map, ConfigMap.class).getMetadata().getName()
          + " "
          + json.unmarshal(lease, Lease.class).getSpec().getHolderIdentity()
          + " "
          + refused.getCode();
    }
  }
}
