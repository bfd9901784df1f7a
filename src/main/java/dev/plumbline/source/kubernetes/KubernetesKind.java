package dev.plumbline.source.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.fact.Launches.LaunchFailure;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.source.FieldMask;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

enum KubernetesKind {
  EC2_NODE_CLASSES(ObjectKind.EC2_NODE_CLASS, ""),
  NODE_POOLS(ObjectKind.NODE_POOL, ""),
  NODE_CLAIMS(ObjectKind.NODE_CLAIM, ""),
  NODE_OVERLAYS(ObjectKind.NODE_OVERLAY, ""),
  NODES(ObjectKind.NODE, ""),
  DAEMON_SETS(ObjectKind.DAEMON_SET, ""),
  IMAGE_VERDICTS(ObjectKind.IMAGE_VERDICT, ""),
  PODS(ObjectKind.POD, "fieldSelector=status.phase%3DPending%2Cspec.nodeName%3D"),
  /** Those on nodes; only DaemonSets and StatefulSets number the revisions of their pods. */
  DAEMON_SET_PODS(
      "daemon-set-pods",
      ObjectKind.POD.apiVersion(),
      ObjectKind.POD.kind(),
      "labelSelector=controller-revision-hash%2C%21statefulset.kubernetes.io%2Fpod-name"),
  /** Those that run on nodes, of which no more is kept than what is counted. */
  NODE_WORKLOADS(
      "node-workloads",
      ObjectKind.POD.apiVersion(),
      ObjectKind.POD.kind(),
      "fieldSelector=spec.nodeName%21%3D%2Cstatus.phase%21%3DSucceeded%2Cstatus.phase%21%3DFailed"),
  POD_DISRUPTION_BUDGETS("pod-disruption-budgets", "policy/v1", "PodDisruptionBudget", ""),
  /** Without those that Karpenter makes the most of, which say nothing that is read. */
  EVENTS(
      ObjectKind.EVENT,
      "fieldSelector=involvedObject.kind%3DNodeClaim"
          + "%2Creason%21%3DUnconsolidatable%2Creason%21%3DConsolidationCandidate"
          + "%2Creason%21%3DConsolidationRejected%2Creason%21%3DDisruptionTerminating"),
  /** Those that rule text is in, of one namespace. */
  CONFIG_MAPS("config-maps", "v1", "ConfigMap", "labelSelector=plumbline.dev%2Frules"),
  /** The one in which replicas share what they heard of EC2. */
  SHARED_EVENTS("shared-events", "v1", "ConfigMap", "labelSelector=plumbline.dev%2Fec2-events");

  private static final long EVENT_SECONDS = 600;

  private final String source;
  private final String apiVersion;
  private final String kind;
  private final String selector;

  KubernetesKind(ObjectKind kind, String selector) {
    this(kind.source(), kind.apiVersion(), kind.kind(), selector);
  }

  KubernetesKind(String source, String apiVersion, String kind, String selector) {
    this.source = source;
    this.apiVersion = apiVersion;
    this.kind = kind;
    this.selector = selector;
  }

  String source() {
    return source;
  }

  String kind() {
    return kind;
  }

  /** Whether a cluster may do without the kind. */
  boolean optional() {
    return noneWhereAbsent() || this == IMAGE_VERDICTS;
  }

  /** Whether a cluster without the kind has none of it; else that is not known. */
  boolean noneWhereAbsent() {
    return this == NODE_OVERLAYS || this == POD_DISRUPTION_BUDGETS;
  }

  boolean holdsFacts() {
    return !ofConfiguration();
  }

  /** Whether it is in the namespace of Plumbline alone. */
  private boolean ofConfiguration() {
    return this == CONFIG_MAPS || this == SHARED_EVENTS;
  }

  /** Whether all that runs on nodes is counted by it, so that memory grows with the pods. */
  boolean ofWorkloads() {
    return this == NODE_WORKLOADS || this == POD_DISRUPTION_BUDGETS;
  }

  /** What is told of it where it is not watched. */
  SourceStatus notWatched() {
    return new SourceStatus(
        source, "absent", "watch", SourceHealth.NOT_WATCHED, null, null, 0, null, 0);
  }

  /** Whether each of its objects is looked at by itself. */
  boolean single() {
    return holdsFacts()
        && this != DAEMON_SET_PODS
        && this != NODE_WORKLOADS
        && this != POD_DISRUPTION_BUDGETS;
  }

  String path(String configNamespace) {
    String root = apiVersion.equals("v1") ? "/api/" : "/apis/";
    String namespace = ofConfiguration() ? "namespaces/" + configNamespace + "/" : "";
    String plural =
        switch (this) {
          case EC2_NODE_CLASSES -> "ec2nodeclasses";
          case EVENTS -> "events";
          case SHARED_EVENTS -> "configmaps";
          case DAEMON_SET_PODS, NODE_WORKLOADS -> PODS.source();
          default -> source.replace("-", "");
        };
    return root + apiVersion + "/" + namespace + plural;
  }

  /** What narrows its list, as part of a query; empty when nothing does. */
  String selector() {
    return selector;
  }

  /** By what an object of it is called in a conclusion: NodePool/default, Pod/shop/cart-0. */
  String owner(JsonNode object) {
    JsonNode metadata = object.path("metadata");
    boolean namespaced = this == PODS || this == DAEMON_SETS || this == EVENTS || ofConfiguration();
    @Nullable String namespace = namespaced ? metadata.path("namespace").asText() : null;
    return new ObjectRef(apiVersion, kind, namespace, metadata.path("name").asText()).key();
  }

  /** What is kept of an object: nothing that a container is given, and no heartbeat. */
  ObjectNode document(JsonNode object) {
    // Objects in a list may leave both to it.
    ObjectNode document =
        FieldMask.of(kind).keepFields(object).put("apiVersion", apiVersion).put("kind", kind);
    if (this == EVENTS && !LaunchFailure.REASON.equals(object.path("reason").asText())) {
      roundTime(document);
    }
    return document;
  }

  /** Karpenter repeats an Event every two minutes, of each node that is there. */
  private static void roundTime(ObjectNode event) {
    if (event.path("lastTimestamp").isTextual()) {
      Instant last = Instant.parse(event.path("lastTimestamp").asText());
      event.put(
          "lastTimestamp", last.minusSeconds(last.getEpochSecond() % EVENT_SECONDS).toString());
    }
  }
}
