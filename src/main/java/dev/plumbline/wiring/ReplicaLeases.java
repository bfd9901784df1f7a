package dev.plumbline.wiring;

import dev.plumbline.client.ApiClient;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The Leases by which replicas announce the rule set they serve, one per replica. */
final class ReplicaLeases {

  static final String LABEL = "plumbline.dev/replica";
  static final String SERVES = "plumbline.dev/serves";
  static final String SINCE = "plumbline.dev/serves-since";

  private final KubernetesClient client;
  private final LeaseIdentity place;
  private final String prefix;
  private final Duration duration;

  ReplicaLeases(KubernetesClient client, LeaderSettings settings, LeaseIdentity place) {
    this.client = ApiClient.withoutRetries(client, settings.renewDeadline());
    this.place = place;
    this.prefix = settings.lease() + "-replica-";
    this.duration = settings.leaseDuration();
  }

  String identity() {
    return place.identity();
  }

  /** How long a Lease is valid without renewal. */
  Duration duration() {
    return duration;
  }

  List<Lease> list() {
    return client
        .leases()
        .inNamespace(place.namespace())
        .withLabel(LABEL)
        .list()
        .getItems()
        .stream()
        .filter(lease -> lease.getMetadata().getName().startsWith(prefix))
        .toList();
  }

  void renew(@Nullable Lease there, String digest, Instant since, Instant now) {
    LeaseBuilder builder = there == null ? new LeaseBuilder() : new LeaseBuilder(there);
    Lease lease =
        builder
            .editOrNewMetadata()
            .withName(name())
            .withNamespace(place.namespace())
            .addToLabels("app.kubernetes.io/managed-by", "plumbline")
            .addToLabels(LABEL, "")
            .addToAnnotations(SERVES, digest)
            .addToAnnotations(SINCE, since.toString())
            .endMetadata()
            .editOrNewSpec()
            .withHolderIdentity(place.identity())
            .withLeaseDurationSeconds((int) Math.max(1, duration.toSeconds()))
            .withRenewTime(now.truncatedTo(ChronoUnit.MICROS).atZone(ZoneOffset.UTC))
            .endSpec()
            .build();
    var leases = client.leases().inNamespace(place.namespace()).resource(lease);
    Lease unused = there == null ? leases.create() : leases.update();
  }

  void remove() {
    var unused = client.leases().inNamespace(place.namespace()).withName(name()).delete();
  }

  /** Deletes a Lease unless it has been renewed since it was read. */
  void remove(Lease stale) {
    try {
      var unused =
          client
              .leases()
              .inNamespace(place.namespace())
              .resource(stale)
              .lockResourceVersion(stale.getMetadata().getResourceVersion())
              .delete();
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
        throw e;
      }
    }
  }

  String name() {
    return prefix
        + place
            .identity()
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9.-]", "-")
            .replaceAll("^[.-]+|[.-]+$", "");
  }
}
