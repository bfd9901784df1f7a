package dev.plumbline.wiring;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.kubernetes.Cluster;
import dev.plumbline.action.kubernetes.ObjectApi;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.peers.Peers;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Objects of examples in the API server of the peers, and gone again when it is closed. What its
 * schemas require and no example needs is added; times of creation are its own.
 */
final class RealObjects implements AutoCloseable {

  /** The core API of the peers is of 1.20, which does not serve policy/v1. */
  private static final Set<String> NOT_SERVED = Set.of("PodDisruptionBudget");

  private static final Set<String> NAMESPACED = Set.of("Pod", "DaemonSet", "Event");

  private final ObjectApi server = Cluster.server();
  private final List<ObjectRef> made = new ArrayList<>();

  void make(List<ObjectNode> objects) {
    for (ObjectNode object : objects) {
      if (!NOT_SERVED.contains(object.path("kind").asText())) {
        make(object);
      }
    }
  }

  private void make(ObjectNode given) {
    ObjectNode object = given.deepCopy();
    complete(object);
    ObjectRef ref = ref(object);
    if (ref.namespace() != null && !ref.namespace().equals("default")) {
      namespace(ref.namespace());
    }
    JsonNode status = object.remove("status");
    server.create(ref, object);
    made.add(ref);
    if (status != null) {
      ObjectNode patch = object.objectNode();
      patch.set("status", status);
      server.mergeStatus(ref, patch);
    }
  }

  private void namespace(String name) {
    var ref = new ObjectRef("v1", "Namespace", null, name);
    if (server.get(ref) == null) {
      server.create(
          ref, Cluster.yaml("{apiVersion: v1, kind: Namespace, metadata: {name: " + name + "}}"));
    }
  }

  private static ObjectRef ref(JsonNode object) {
    String kind = object.path("kind").asText();
    JsonNode metadata = object.path("metadata");
    @Nullable String namespace =
        NAMESPACED.contains(kind) ? metadata.path("namespace").asText("default") : null;
    return new ObjectRef(
        object.path("apiVersion").asText(), kind, namespace, metadata.path("name").asText());
  }

  private static void complete(ObjectNode object) {
    ((ObjectNode) object.path("metadata")).remove("deletionTimestamp");
    ObjectNode spec = object.withObject("/spec");
    switch (object.path("kind").asText()) {
      case "EC2NodeClass" -> {
        JsonNode term = Cluster.yaml("{of: [{tags: {a: b}}]}").path("of");
        setUnlessThere(spec, "role", spec.textNode("nodes"));
        setUnlessThere(spec, "subnetSelectorTerms", term);
        setUnlessThere(spec, "securityGroupSelectorTerms", term);
      }
      case "NodeClaim" ->
          setUnlessThere(
              spec,
              "requirements",
              Cluster.yaml("{of: [{key: kubernetes.io/os, operator: In, values: [linux]}]}")
                  .path("of"));
      case "Pod" -> images(spec);
      case "NodePool" -> {
        if (spec.get("disruption") instanceof ObjectNode disruption) {
          setUnlessThere(disruption, "consolidateAfter", spec.textNode("0s"));
        }
      }
      case "DaemonSet" -> {
        images((ObjectNode) spec.at("/template/spec"));
        setUnlessThere(spec, "selector", Cluster.yaml("{matchLabels: {app: agent}}"));
        setUnlessThere(
            spec.withObject("/template"), "metadata", Cluster.yaml("{labels: {app: agent}}"));
      }
      default -> {}
    }
    if (object.path("kind").asText().equals("Event")) {
      object.remove("spec");
    }
    for (JsonNode condition : object.at("/status/conditions")) {
      setUnlessThere((ObjectNode) condition, "message", spec.textNode(""));
    }
  }

  private static void images(ObjectNode pod) {
    for (String list : List.of("initContainers", "containers")) {
      for (JsonNode container : pod.path(list)) {
        setUnlessThere((ObjectNode) container, "image", pod.textNode("image"));
        for (var request : container.at("/resources/requests").properties()) {
          if (request.getKey().contains("/")) {
            // A device cannot be promised twice.
            ((ObjectNode) container)
                .withObject("/resources/limits")
                .set(request.getKey(), request.getValue());
          }
        }
      }
    }
  }

  private static void setUnlessThere(ObjectNode object, String field, JsonNode value) {
    if (!object.has(field)) {
      object.set(field, value);
    }
  }

  @Override
  public void close() {
    KubernetesClient client = Peers.shared().sharedClient();
    Collections.reverse(made);
    for (ObjectRef ref : made) {
      if (ref.kind().equals("Pod")) {
        // Nobody else ends them.
        var ended =
            client
                .pods()
                .inNamespace(ref.namespace())
                .withName(ref.name())
                .withGracePeriod(0)
                .delete();
      } else {
        Cluster.delete(server, ref);
      }
    }
  }
}
