package dev.plumbline.source.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.plumbline.fact.Pods.NodeWorkload;
import dev.plumbline.source.FactUpdate;
import dev.plumbline.source.kubernetes.ListWatch.ObjectHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** When what runs on a node is published. */
class NodeWorkloadsTest {

  private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");

  private final NodeWorkloads workloads = new NodeWorkloads();
  private final ObjectHandler pods = workloads.pods();
  private final ObjectHandler budgets = workloads.budgets();

  @Test
  void nothingIsKnownUntilAllPodsWereListed() {
    list(budgets, budget(0));
    pods.put(pod("a", "n1"), new ArrayList<>());
    assertThat(workloads.after(NOON)).isEmpty();
    list(pods, pod("a", "n1"), pod("b", "n2"));
    assertThat(workloads.after(NOON)).containsExactly(published("n1", 1, 1), published("n2", 1, 1));
  }

  @Test
  void budgetsThatWereNeverListedAreNotKnown() {
    list(pods, pod("a", "n1"));
    assertThat(workloads.after(NOON)).containsExactly(published("n1", 1, null));
    list(budgets);
    assertThat(workloads.after(NOON.plusSeconds(1)))
        .as("at once")
        .containsExactly(published("n1", 1, 0));
  }

  @Test
  void whatChangesIsPublishedTogetherFiveMinutesAfterTheFirstChange() {
    list(budgets);
    list(pods, pod("a", "n1"), pod("b", "n2"), pod("c", "n3"));
    assertThat(workloads.after(NOON)).hasSize(3);
    pods.put(pod("d", "n1"), new ArrayList<>());
    assertThat(workloads.after(NOON.plusSeconds(60))).isEmpty();
    pods.remove(pod("b", "n2"), new ArrayList<>());
    // It ran for a moment only.
    pods.put(pod("e", "n3"), new ArrayList<>());
    pods.remove(pod("e", "n3"), new ArrayList<>());
    assertThat(workloads.after(NOON.plusSeconds(359))).isEmpty();
    assertThat(workloads.after(NOON.plusSeconds(360)))
        .containsExactly(published("n1", 2, 0), FactUpdate.gone("NodeWorkload/n2"));
    assertThat(workloads.after(NOON.plusSeconds(9_999))).as("nothing has changed").isEmpty();
  }

  @Test
  void podThatIsNotListedAnyMoreIsGoneAndABudgetThatAllowsNoneBlocks() {
    list(budgets, budget(1));
    list(pods, pod("a", "n1"), pod("b", "n1"));
    assertThat(workloads.after(NOON)).containsExactly(published("n1", 2, 0));
    list(pods, pod("b", "n1"));
    budgets.put(budget(0), new ArrayList<>());
    assertThat(workloads.after(NOON)).as("again: not the first list").isEmpty();
    assertThat(workloads.after(NOON.plus(NodeWorkloads.WINDOW)))
        .containsExactly(published("n1", 1, 1));
    budgets.remove(budget(0), new ArrayList<>());
    workloads.after(NOON.plus(NodeWorkloads.WINDOW));
    assertThat(workloads.after(NOON.plus(NodeWorkloads.WINDOW.multipliedBy(2))))
        .containsExactly(published("n1", 1, 0));
  }

  private static void list(ObjectHandler handler, JsonNode... objects) {
    assertThat(handler.all(Stream.of(objects).map(handler::trimmed).toList())).isEmpty();
  }

  private static FactUpdate published(String node, int replicaSetPods, @Nullable Integer blocked) {
    return FactUpdate.of(new NodeWorkload(node, 0, replicaSetPods, 0, 0, 0, 0, 0, 0, 0, blocked));
  }

  private static JsonNode pod(String name, String node) {
    return yaml(
        """
        metadata:
          name: %s
          namespace: shop
          ownerReferences: [{ apiVersion: apps/v1, kind: ReplicaSet, controller: true }]
        spec: { nodeName: %s }
        status: { phase: Running }
        """
            .formatted(name, node));
  }

  private static JsonNode budget(int allowed) {
    return yaml(
        """
        metadata: { name: cart, namespace: shop }
        spec: { selector: {} }
        status: { disruptionsAllowed: %d }
        """
            .formatted(allowed));
  }

  private static JsonNode yaml(String text) {
    try {
      return new YAMLMapper().readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
