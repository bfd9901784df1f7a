package dev.plumbline.revision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.client.Backoff;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.loop.Await;
import dev.plumbline.source.FactUpdate;
import dev.plumbline.source.kubernetes.ConfigMapWatch.ConfigMapPlace;
import dev.plumbline.source.kubernetes.FakeApiServer;
import dev.plumbline.source.kubernetes.WatchSettings;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rule text in ConfigMaps is followed through all that an API server does. */
class ConfigMapRulesTest {

  private static final WatchSettings TIMES =
      new WatchSettings(
          3,
          Duration.ofSeconds(20),
          Duration.ofSeconds(1),
          Duration.ofSeconds(100),
          new Backoff(Duration.ofMillis(1), Duration.ofMillis(50)));

  private final Offers offers = new Offers();
  private final List<FactUpdate> updates = new CopyOnWriteArrayList<>();
  private FakeApiServer server;
  private KubernetesClient client;
  private ConfigMapRules rules;

  @BeforeEach
  void serve() throws IOException {
    server = new FakeApiServer();
    client = server.client();
    rules =
        new ConfigMapRules(
            client, TIMES, new ConfigMapPlace("plumbline", InstantSource.fixed(Instant.EPOCH)));
  }

  @AfterEach
  void close() {
    rules.close();
    client.close();
    server.close();
  }

  @Test
  void offersWhatIsThereAndEveryChangeOnce() {
    // Given
    server.putConfigMap(map("team-a", "a.drl: one"));
    rules.start(offers);
    RuleOffer first = offers.await("the first is offered", offer -> true);
    assertThat(first.origin()).isEqualTo("ConfigMap plumbline/team-a");
    // When
    server.putConfigMap(map("team-a", "a.drl: two"));
    server.putConfigMap(map("team-b", "b.drl: two"));
    // Then
    offers.await("both are offered", offer -> offer.files().size() == 2);
    assertThat(offers.all().getLast().files()).containsEntry("a.drl", "two");
    // When
    server.deleteConfigMap("team-a");
    server.deleteConfigMap("team-b");
    // Then
    offers.await("both are gone", offer -> offer.files().isEmpty());
    assertThat(server.requests())
        .anyMatch(each -> each.contains("labelSelector=plumbline.dev%2Frules"));
  }

  @Test
  void anApiServerThatFailsChangesNothing() {
    // Given
    server.putConfigMap(map("team-a", "a.drl: one"));
    rules.facts().getFirst().start(updates::addAll);
    Await.until("it is synced", () -> state().equals("synced"));
    rules.start(offers);
    offers.await("it is offered", offer -> offer.files().containsKey("a.drl"));
    // When
    server.refuseConfigMaps(403, "{\"kind\":\"Status\",\"reason\":\"Forbidden\"}");
    // Then
    Await.until("it fails", () -> state().equals("failed"));
    assertThat(offers.all()).hasSize(1);
    // When
    server.putConfigMap(map("team-a", "a.drl: two"));
    server.refuseConfigMaps(0, "");
    // Then
    offers.await("it is followed again", offer -> "two".equals(offer.files().get("a.drl")));
    Await.until("it is synced again", () -> state().equals("synced"));
    assertThat(offers.all()).hasSize(2);
  }

  @Test
  void healthAloneWatchesToo() {
    rules.facts().getFirst().start(updates::addAll);

    Await.until("it is synced", () -> state().equals("synced"));
    rules.facts().getFirst().close();
    assertThat(updates).isNotEmpty();
  }

  private String state() {
    return updates.isEmpty() ? "" : ((SourceStatus) updates.getLast().facts().getFirst()).state();
  }

  private static String map(String name, String data) {
    return """
    metadata: { namespace: plumbline, name: %s, labels: { plumbline.dev/rules: "true" } }
    data: { %s }
    """
        .formatted(name, data);
  }
}
