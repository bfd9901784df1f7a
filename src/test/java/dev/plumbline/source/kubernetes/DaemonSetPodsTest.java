package dev.plumbline.source.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.fact.Pods.DaemonSetPod;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import dev.plumbline.source.FactUpdate;
import dev.plumbline.source.KarpenterObjects;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which pods of DaemonSets are published. */
class DaemonSetPodsTest {

  private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");
  private static final YAMLMapper YAML = new YAMLMapper();

  private final DaemonSetPods pods = new DaemonSetPods();
  private final Map<String, FactUpdate> known = new TreeMap<>();

  @Test
  void oneReadyPodOfAnImageIsPublishedAndAnotherOneOnceItIsNot() {
    claims("ami-1", "n1", "n2", "n3");
    claims("ami-2", "n4");
    pods.all(List.of(ready("a", "n1"), ready("b", "n2"), ready("c", "n3"), ready("d", "n4")));
    at(NOON);
    assertThat(names()).containsExactly("a", "d");
    put(pod("a", "n1", NOON, "True", NOON.plusSeconds(60), 2));
    at(NOON.plusSeconds(61));
    assertThat(names()).as("a has restarted").containsExactly("a", "b", "d");
    pods.remove(ready("b", "n2"), new ArrayList<>());
    at(NOON.plusSeconds(62));
    assertThat(names()).containsExactly("a", "c", "d");
    at(NOON.plusSeconds(660));
    assertThat(names()).as("a is steady again").containsExactly("c", "d");
  }

  @Test
  void podThatStartsIsPublishedOnceItHasTakenAMinute() {
    claims("ami-1", "n1");
    put(pod("a", "n1", NOON, "False", NOON, 0));
    at(NOON.plusSeconds(59));
    assertThat(names()).isEmpty();
    at(NOON.plusSeconds(60));
    assertThat(names()).containsExactly("a");
    put(pod("a", "n1", NOON, "True", NOON.plusSeconds(70), 0));
    at(NOON.plusSeconds(70));
    assertThat(names()).as("the one that is ready").containsExactly("a");
  }

  @Test
  void podsOfOthersAndOfNodesThatAreNotOfKarpenterAreLeftOut() {
    claims("ami-1", "n1");
    put(pod("a", "n2", NOON, "False", NOON, 0));
    JsonNode cart = pod("b", "n1", NOON, "False", NOON, 0);
    put(yaml(cart.toString().replace("DaemonSet", "ReplicaSet")));
    at(NOON.plusSeconds(600));
    assertThat(names()).isEmpty();
    claims("ami-1", "n2");
    assertThat(names()).containsExactly("a");
    tell(FactUpdate.gone("NodeClaim/of-n2"));
    assertThat(names()).isEmpty();
  }

  @Test
  void podThatIsNotListedAnyMoreIsGone() {
    claims("ami-1", "n1");
    pods.all(List.of(pod("a", "n1", NOON, "False", NOON, 0)));
    at(NOON.plusSeconds(60));
    pods.all(List.of());
    at(NOON.plusSeconds(61));
    assertThat(names()).isEmpty();
  }

  @Test
  void whatIsPublishedIsWhatIsReadFromItsDocument() {
    claims("ami-1", "n1");
    JsonNode pod = pod("a", "n1", NOON, "False", NOON.plusSeconds(5), 7);
    put(pods.trimmed(pod));
    at(NOON.plusSeconds(60));
    FactUpdate update = known.get("DaemonSetPod/kube-system/a");
    assertThat(update.facts().getFirst())
        .isEqualTo(
            new DaemonSetPod(
                "kube-system",
                "a",
                "kube-system/aws-node",
                "n1",
                NOON,
                false,
                NOON.plusSeconds(5),
                7,
                "CrashLoopBackOff"));
    assertThat(KarpenterObjects.facts(update.document())).isEqualTo(update.facts());
    assertThat(update.document().toString()).doesNotContain("secret");
  }

  @Test
  void ofTensOfThousandsOfPodsThatFailAThousandArePublished() {
    claims("ami-1", IntStream.range(0, 2_000).mapToObj(i -> "n" + i).toArray(String[]::new));
    for (int i = 0; i < 2_000; i++) {
      put(pod("a" + i, "n" + i, NOON, "False", NOON, 0));
    }
    at(NOON.plusSeconds(60));
    assertThat(known).hasSize(1_000);
    for (int i = 0; i < 2_000; i++) {
      put(ready("a" + i, "n" + i));
    }
    at(NOON.plusSeconds(61));
    assertThat(known).hasSize(1);
  }

  private void claims(String ami, String... nodes) {
    for (String node : nodes) {
      var claim =
          new NodeClaim(
              "of-" + node,
              "p",
              "nc",
              "m5.large",
              null,
              null,
              ami,
              node,
              null,
              Tags.NONE,
              Tags.NONE,
              NOON,
              false,
              true,
              null,
              null,
              Resources.NONE,
              Resources.NONE);
      tell(FactUpdate.of(claim));
    }
  }

  private void tell(FactUpdate update) {
    keep(pods.after(List.of(update), NOON.plus(Duration.ofMinutes(10))));
  }

  private void at(Instant now) {
    keep(pods.after(List.of(), now));
  }

  private void keep(List<FactUpdate> updates) {
    for (FactUpdate update : updates) {
      if (update.facts().isEmpty()) {
        assertThat(known.remove(update.owner())).isNotNull();
      } else {
        known.put(update.owner(), update);
      }
    }
  }

  private List<String> names() {
    return known.keySet().stream().map(key -> key.substring(key.lastIndexOf('/') + 1)).toList();
  }

  private void put(JsonNode pod) {
    pods.put(pod, new ArrayList<>());
  }

  private static JsonNode ready(String name, String node) {
    return pod(name, node, NOON, "True", NOON, 0);
  }

  private static JsonNode pod(
      String name, String node, Instant created, String ready, Instant since, int restarts) {
    String state =
        restarts > 0 && ready.equals("False") ? "waiting: { reason: CrashLoopBackOff }" : "";
    return yaml(
        """
        metadata:
          namespace: kube-system
          name: %s
          creationTimestamp: "%s"
          annotations: { token: secret }
          ownerReferences: [{ kind: DaemonSet, name: aws-node }]
        spec: { nodeName: %s, containers: [{ env: [{ value: secret }] }] }
        status:
          phase: Running
          conditions: [{ type: Ready, status: "%s", lastTransitionTime: "%s" }]
          containerStatuses: [{ restartCount: %d, state: { %s } }]
        """
            .formatted(name, created, node, ready, since, restarts, state));
  }

  private static JsonNode yaml(String text) {
    try {
      return YAML.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
