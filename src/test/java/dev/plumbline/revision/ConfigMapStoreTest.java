package dev.plumbline.revision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plumbline.peers.Peers;
import dev.plumbline.revision.Revision.RevisionRequest;
import dev.plumbline.revision.Revision.RevisionState;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Revisions in a real API server. */
class ConfigMapStoreTest {

  private static final Revision ONE =
      Revision.received("1".repeat(64), RevisionRig.overlay("one"), RevisionRig.NOW)
          .with(JsonNodeFactory.instance.objectNode().put("changed", 3))
          .active(RevisionRig.NOW, "ann");

  private static final Revision TWO =
      Revision.received("2".repeat(64), RevisionRig.overlay("two"), RevisionRig.NOW)
          .as(RevisionState.HELD, List.of("REV-001 too much"));

  @Test
  void whatIsWrittenIsReadAndOfTwoWhoWriteOneFails() {
    Peers.assumeThere();
    try (KubernetesClient client = Peers.shared().client()) {
      String namespace = "revisions";
      client
          .resource(
              new NamespaceBuilder().withNewMetadata().withName(namespace).endMetadata().build())
          .serverSideApply();
      var store = new ConfigMapStore(client, namespace);
      var other = new ConfigMapStore(client, namespace);
      assertThat(store.read()).isEqualTo(RevisionHistory.NONE);
      assertThat(other.read()).isEqualTo(RevisionHistory.NONE);

      RevisionHistory history = RevisionHistory.NONE.activated(ONE).with(TWO);
      store.write(history);

      assertThatThrownBy(() -> other.write(RevisionHistory.NONE.activated(TWO)))
          .isInstanceOf(RevisionStore.FaultException.class)
          .hasMessageContaining("another replica has written it");
      assertThat(other.read()).isEqualTo(history);

      var request =
          new RevisionRequest(
              "a",
              RevisionRequest.Kind.APPROVE,
              TWO.digest(),
              "bob",
              RevisionRequest.Proof.TOKEN,
              RevisionRig.NOW);
      other.ask(request);
      assertThat(store.requests()).containsExactly(request);
      store.write(RevisionHistory.NONE.activated(TWO));
      assertThat(other.requests()).containsExactly(request);
      store.answered(request);
      assertThat(other.requests()).isEmpty();

      assertThat(other.read().revisions())
          .extracting(Revision::digest)
          .containsExactly(TWO.digest());
      assertThat(client.configMaps().inNamespace(namespace).list().getItems())
          .extracting(map -> map.getMetadata().getName())
          .filteredOn(name -> name.startsWith("plumbline-"))
          .containsExactlyInAnyOrder("plumbline-revisions", "plumbline-revision-222222222222");
    }
  }

  @Test
  void aClusterThatDoesNotAnswerIsSaidAtOnce() {
    try (KubernetesClient client =
        new KubernetesClientBuilder()
            .withConfig(new ConfigBuilder().withMasterUrl("http://127.0.0.1:1/").build())
            .build()) {
      var store = new ConfigMapStore(client, "plumbline");

      assertThatThrownBy(store::read)
          .isInstanceOf(RevisionStore.FaultException.class)
          .hasMessageContaining("ConfigMap plumbline/plumbline-revisions: ")
          .hasMessageContaining("Try: ");
    }
  }

  @Test
  void whatNoConfigMapHoldsIsSaidBeforeAnythingIsWritten() {
    var random = new SplittableRandom(7);
    String text =
        random
            .ints(3_000_000, ' ', '~')
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
    var large =
        Revision.received(
                "3".repeat(64), RevisionRig.offer(Map.of("long.yaml", text)), RevisionRig.NOW)
            .active(RevisionRig.NOW, null);
    try (KubernetesClient client =
        new KubernetesClientBuilder()
            .withConfig(new ConfigBuilder().withMasterUrl("http://127.0.0.1:1/").build())
            .build()) {
      var store = new ConfigMapStore(client, "plumbline");

      assertThatThrownBy(() -> store.write(RevisionHistory.NONE.activated(large)))
          .isInstanceOf(RevisionStore.FaultException.class)
          .hasMessageMatching(
              "revision 333333333333 takes [0-9,]+ bytes packed, and a ConfigMap holds 1,044,480\\."
                  + " Try: lay fewer files over the shipped ones\\.");
    }
  }
}
