package dev.plumbline.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.conclusion.FindingConclusions.Finding;
import dev.plumbline.conclusion.GateConclusions.GateClosed;
import dev.plumbline.engine.RuleSession;
import dev.plumbline.engine.Settlement;
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.fact.Revisions.ReplicaRevision;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.loop.Await;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.HostSnapshots;
import dev.plumbline.peers.Peers;
import dev.plumbline.source.FactUpdate;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Replicas that tell each other which rules they serve. */
@EnableKubernetesMockClient(crud = true)
class ReplicasTest {

  private static final Evaluation EVALUATION = Evaluation.with(RuleFiles.shipped());
  private static final String A = "a".repeat(64);
  private static final String B = "b".repeat(64);
  private static final Duration LEASE = Duration.ofHours(1);

  private KubernetesClient client;
  private KubernetesMockServer server;

  private Instant now = Instant.parse("2026-11-20T12:00:00Z");
  private long nanos = Long.MAX_VALUE - 5;
  private final List<Pod> pods = new ArrayList<>();

  @AfterEach
  void close() {
    pods.forEach(Pod::close);
  }

  @Test
  void differentRulesCloseTheGatesUntilAllAgree() {
    disagreeAndAgree(client);
  }

  @Test
  void soTheyDoAtARealApiServer() {
    Peers.assumeThere();
    try (KubernetesClient real = Peers.shared().client()) {
      disagreeAndAgree(real);
      pods.forEach(Pod::close);
      assertThat(leases(real)).isEmpty();
    }
  }

  private void disagreeAndAgree(KubernetesClient at) {
    // Given
    Pod one = pod(at, "one", true);
    Pod two = pod(at, "two", false);
    one.serves(A);
    two.serves(A);
    one.replicas.renew();
    assertThat(one.others()).containsExactly(new ReplicaRevision("two", A, now, false));
    // When
    pass(Duration.ofMinutes(5));
    Instant changed = now;
    two.serves(B);
    one.replicas.renew();
    pass(Duration.ofSeconds(29));
    // Then
    assertThat(one.others()).containsExactly(new ReplicaRevision("two", B, changed, false));
    assertThat(one.closed()).isEmpty();
    // When
    pass(Duration.ofSeconds(1));
    // Then
    assertThat(one.closed())
        .extracting(GateClosed::gate)
        .contains("PinAmis", "SetNodePoolWeight")
        .doesNotContain("Report");
    assertThat(one.closed()).allSatisfy(gate -> assertThat(gate.since()).isEqualTo(changed));
    assertThat(one.settle().of(Finding.class))
        .extracting(Finding::reason)
        .containsExactly("ReplicasDisagree");
    // When
    one.serves(B);
    // Then
    assertThat(one.closed()).isEmpty();
    two.replicas.renew();
    assertThat(two.closed()).isEmpty();
    assertThat(one.status().state()).isEqualTo("synced");
    assertThat(one.status().items()).isEqualTo(2);
  }

  @Test
  void oneThatDoesNotRenewIsGoneAndWhoLeadsClearsAwayWhatItLeft() {
    Pod one = pod(client, "one", false);
    Pod two = pod(client, "two", false);
    one.serves(A);
    two.serves(B);
    one.replicas.renew();
    pass(LEASE.minusNanos(1));
    one.replicas.renew();
    assertThat(one.closed()).isNotEmpty();

    pass(Duration.ofNanos(1));
    one.replicas.renew();
    assertThat(one.others()).isEmpty();
    assertThat(one.closed()).isEmpty();

    two.replicas.renew();
    one.replicas.renew();
    assertThat(one.others()).as("after a pause").hasSize(1);

    pass(LEASE.multipliedBy(50));
    one.replicas.renew();
    assertThat(leases(client)).hasSize(2);
    one.leads = true;
    one.replicas.renew();
    assertThat(leases(client))
        .extracting(lease -> lease.getMetadata().getName())
        .containsExactly("plumbline-replica-one");
  }

  @Test
  void oneThatEndsTakesItsLeaseAwayAndOthersDoNotWaitForIt() {
    Pod one = pod(client, "one", true);
    Pod two = pod(client, "Two_", false);
    one.serves(A);
    two.serves(B);
    assertThat(leases(client))
        .filteredOn(lease -> lease.getMetadata().getName().equals("plumbline-replica-two"))
        .singleElement()
        .satisfies(
            lease -> {
              assertThat(lease.getSpec().getHolderIdentity()).isEqualTo("Two_");
              assertThat(lease.getSpec().getLeaseDurationSeconds()).isEqualTo(3600);
              assertThat(lease.getMetadata().getLabels()).containsEntry(ReplicaLeases.LABEL, "");
              assertThat(lease.getMetadata().getAnnotations())
                  .containsEntry("plumbline.dev/serves", B)
                  .containsEntry("plumbline.dev/serves-since", now.toString());
            });
    one.replicas.renew();
    assertThat(one.others()).hasSize(1);

    two.close();
    one.replicas.renew();

    assertThat(one.others()).isEmpty();
    assertThat(leases(client)).hasSize(1);
  }

  @Test
  void whatAnApiServerThatFailsDoesNotTellStaysAndItHeals() {
    Pod one = pod(client, "one", true);
    Pod two = pod(client, "two", false);
    assertThat(one.status().state()).isEqualTo("syncing");
    one.serves(A);
    two.serves(B);
    one.replicas.renew();
    server
        .expect()
        .get()
        .withPath(
            "/apis/coordination.k8s.io/v1/namespaces/default/leases?labelSelector=plumbline.dev%2Freplica")
        .andReturn(403, new StatusBuilder().withCode(403).withReason("Forbidden").build())
        .times(2);

    Instant failed = pass(LEASE.multipliedBy(2));
    one.replicas.renew();
    pass(Duration.ofSeconds(1));
    one.serves("c".repeat(64));

    assertThat(one.status().state()).isEqualTo("failed");
    assertThat(one.status().code()).isEqualTo("Forbidden");
    assertThat(one.status().since()).isEqualTo(failed);
    assertThat(one.status().failures()).isEqualTo(2);
    assertThat(one.others()).hasSize(1);
    assertThat(one.own().digest()).startsWith("cc");

    two.replicas.renew();
    one.replicas.renew();
    assertThat(one.status().state()).isEqualTo("synced");
    assertThat(one.others()).hasSize(1);
  }

  @Test
  void whatSettlesIsPublishedAtOnce() {
    Pod one = pod(client, "one", true);
    HostSnapshot live = HostSnapshots.of("bottlerocket-alias", 1);

    one.replicas.settled(live, Duration.ZERO, 0);

    Await.until("it is published", () -> !leases(client).isEmpty());
    assertThat(leases(client).getFirst().getMetadata().getAnnotations())
        .containsEntry("plumbline.dev/serves", live.rules().digest());
    one.close();
    one.replicas.settled(HostSnapshots.of("bottlerocket-alias", 2), Duration.ZERO, 0);
    assertThat(leases(client)).isEmpty();
  }

  private Instant pass(Duration time) {
    now = now.plus(time);
    nanos += time.toNanos();
    return now;
  }

  private Pod pod(KubernetesClient at, String name, boolean leads) {
    var pod = new Pod(at, name, leads);
    pods.add(pod);
    return pod;
  }

  private static List<Lease> leases(KubernetesClient at) {
    return at
        .leases()
        .inNamespace("default")
        .withLabel(ReplicaLeases.LABEL)
        .list()
        .getItems()
        .stream()
        .filter(lease -> lease.getMetadata().getName().startsWith("plumbline-replica-"))
        .toList();
  }

  /** One replica, with the rules that judge what it tells. */
  private final class Pod implements AutoCloseable {

    final Replicas replicas;
    private final Map<String, FactUpdate> told = new TreeMap<>();
    boolean leads;

    Pod(KubernetesClient at, String name, boolean leads) {
      this.leads = leads;
      this.replicas =
          new Replicas(
              new ReplicaLeases(at, new Settings(), new LeaseIdentity("default", name)),
              () -> this.leads,
              new Replicas.Clocks(() -> now, () -> nanos));
      replicas.start(this::take);
    }

    private synchronized void take(List<FactUpdate> news) {
      news.forEach(each -> told.put(each.owner(), each));
    }

    void serves(String digest) {
      assertThat(replicas.serve(digest)).isTrue();
      replicas.renew();
    }

    private synchronized List<ReplicaRevision> revisions() {
      return told.values().stream()
          .flatMap(each -> each.facts().stream())
          .filter(ReplicaRevision.class::isInstance)
          .map(ReplicaRevision.class::cast)
          .toList();
    }

    List<ReplicaRevision> others() {
      return revisions().stream().filter(each -> !each.own()).toList();
    }

    ReplicaRevision own() {
      return revisions().stream().filter(ReplicaRevision::own).findFirst().orElseThrow();
    }

    synchronized SourceStatus status() {
      return (SourceStatus) told.get("SourceStatus/replicas").facts().getFirst();
    }

    Settlement settle() {
      try (RuleSession session = EVALUATION.rules().newSession()) {
        EVALUATION.policy().facts().forEach(session::put);
        EVALUATION.policy().parameters().forEach(session::put);
        session.put(new EvaluationTime(now));
        revisions().forEach(session::put);
        return session.settle();
      }
    }

    List<GateClosed> closed() {
      return settle().of(GateClosed.class);
    }

    @Override
    public void close() {
      replicas.close();
    }
  }

  private record Settings() implements LeaderSettings {

    @Override
    public boolean election() {
      return true;
    }

    @Override
    public String lease() {
      return "plumbline";
    }

    @Override
    public Optional<String> namespace() {
      return Optional.empty();
    }

    @Override
    public Optional<String> identity() {
      return Optional.empty();
    }

    @Override
    public Duration leaseDuration() {
      return LEASE;
    }

    @Override
    public Duration renewDeadline() {
      return Duration.ofSeconds(30);
    }

    @Override
    public Duration retryPeriod() {
      return Duration.ofSeconds(2);
    }
  }
}
