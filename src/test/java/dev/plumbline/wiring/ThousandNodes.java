package dev.plumbline.wiring;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.kubernetes.Cluster;
import dev.plumbline.action.kubernetes.ObjectApi;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.loop.Await;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.peers.Peers;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

/** A thousand nodes that join a real API server at once, and a pool whose weight is asked for. */
public final class ThousandNodes implements AutoCloseable {

  private static final int NODES = 1_000;
  private static final String LABEL = "plumbline.dev/crowd";

  private final ObjectApi server = Cluster.server();
  private final ObjectRef pool;
  private final Replica replica;

  /** With a replica that acts, and no node yet. */
  public ThousandNodes() {
    ObjectNode object = Cluster.nodePool("crowd");
    ((ObjectNode) object.path("metadata"))
        .putObject("annotations")
        .put("plumbline.dev/mode", "enforce");
    this.pool = Cluster.ref(object);
    Cluster.delete(server, pool);
    Cluster.make(server, object);
    this.replica = new Replica(Peers.shared(), "crowd");
    replica.once("it leads", HostSnapshot::leader);
  }

  /** Makes the nodes, and waits until each is settled and nothing waits. */
  public void join() {
    try (var threads = Executors.newFixedThreadPool(8)) {
      IntStream.range(0, NODES).forEach(i -> threads.execute(() -> Cluster.make(server, node(i))));
    }
    replica.once("every node is settled", now -> nodes(now) == NODES && replica.queued() == 0);
  }

  /** Asks for another weight, and waits until the API server has it. */
  public void weigh(int weight) {
    Cluster.change(
        server, pool, "{metadata: {annotations: {plumbline.dev/weight: \"" + weight + "\"}}}");
    Await.until(
        "it weighs " + weight,
        () -> Cluster.now(server, pool).at("/spec/weight").asInt() == weight);
  }

  private static long nodes(HostSnapshot live) {
    return live.facts().containsKey("Node") ? live.facts().get("Node").size() : 0;
  }

  private static ObjectNode node(int number) {
    return Cluster.yaml(
        """
        apiVersion: v1
        kind: Node
        metadata:
          name: crowd-%1$d
          labels: {%2$s: "", node.kubernetes.io/instance-type: m5.large, karpenter.sh/nodepool: crowd}
        spec: {providerID: "aws:///us-east-1a/i-%1$017d"}
        """
            .formatted(number, LABEL));
  }

  @Override
  public void close() {
    replica.close();
    try (KubernetesClient client = Peers.shared().client()) {
      client.nodes().withLabel(LABEL).delete();
    }
    Cluster.delete(server, pool);
  }
}
