package dev.plumbline.revision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.client.Backoff;
import dev.plumbline.peers.Peers;
import dev.plumbline.source.kubernetes.ConfigMapWatch.ConfigMapPlace;
import dev.plumbline.source.kubernetes.WatchSettings;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Rule text is followed at a real API server, which is killed and comes back. */
@Tag("long")
class ConfigMapRulesPeersTest {

  private static final WatchSettings TIMES =
      new WatchSettings(
          50,
          Duration.ofSeconds(10),
          Duration.ofSeconds(20),
          Duration.ofSeconds(30),
          new Backoff(Duration.ofMillis(100), Duration.ofSeconds(1)));

  @Test
  void knowsWhoWroteWhatAndSurvivesTheApiServer() {
    Peers.assumeThere();
    try (Peers peers = Peers.start();
        KubernetesClient client = peers.client();
        var rules =
            new ConfigMapRules(client, TIMES, new ConfigMapPlace("default", Clock.systemUTC()))) {
      // Given
      var offers = new Offers();
      client.resource(map("unlabelled", Map.of(), "z.drl", "z")).create();
      rules.start(offers);
      assertThat(offers.await("nothing is offered", offer -> true).files()).isEmpty();
      // When
      apply(client, "team-a", "a.drl", "one", "ada");
      // Then
      RuleOffer one = offers.await("one", offer -> offer.files().containsKey("a.drl"));
      assertThat(one.files()).containsOnlyKeys("a.drl");
      assertThat(one.author()).isEqualTo("ada");
      assertThat(one.changeRef()).isEqualTo("CHG-7");
      assertThat(one.origin()).isEqualTo("ConfigMap default/team-a");
      // When
      peers.killApiServer();
      peers.restartApiServer();
      apply(client, "team-a", "a.drl", "two", "ada");
      // Then
      offers.await("two", offer -> "two".equals(offer.files().get("a.drl")));
      assertThat(offers.all())
          .as("nothing is lost while it is away")
          .filteredOn(offer -> offer.files().isEmpty())
          .hasSize(1);
      // When
      client.configMaps().inNamespace("default").withName("team-a").delete();
      // Then
      offers.await("gone", offer -> offer.files().isEmpty());
    }
  }

  private static void apply(
      KubernetesClient client, String name, String file, String text, String manager) {
    client
        .resource(map(name, Map.of("plumbline.dev/rules", ""), file, text))
        .patch(
            new PatchContext.Builder()
                .withPatchType(PatchType.SERVER_SIDE_APPLY)
                .withFieldManager(manager)
                .withForce(true)
                .build());
  }

  private static ConfigMap map(String name, Map<String, String> labels, String file, String text) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace("default")
        .withLabels(labels)
        .withAnnotations(Map.of("plumbline.dev/change-ref", "CHG-7"))
        .endMetadata()
        .addToData(file, text)
        .build();
  }
}
