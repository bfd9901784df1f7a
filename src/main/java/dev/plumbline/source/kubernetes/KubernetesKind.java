package dev.plumbline.source.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.fact.ObjectRef;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The kinds of objects that are watched. */
enum KubernetesKind {
  EC2_NODE_CLASSES("ec2-node-classes", "karpenter.k8s.aws/v1", "EC2NodeClass", ""),
  NODE_POOLS("node-pools", "karpenter.sh/v1", "NodePool", ""),
  NODE_CLAIMS("node-claims", "karpenter.sh/v1", "NodeClaim", ""),
  NODE_OVERLAYS("node-overlays", "karpenter.sh/v1alpha1", "NodeOverlay", ""),
  NODES("nodes", "v1", "Node", ""),
  DAEMON_SETS("daemon-sets", "apps/v1", "DaemonSet", ""),
  /** Those that wait for a node. */
  PODS("pods", "v1", "Pod", "fieldSelector=status.phase%3DPending%2Cspec.nodeName%3D"),
  /** Those that rule text is in, of one namespace. */
  CONFIG_MAPS("config-maps", "v1", "ConfigMap", "labelSelector=plumbline.dev%2Frules");

  private static final List<String> NAMING =
      List.of("apiVersion", "kind", "metadata.name", "metadata.namespace");

  private static final KeptFields CLAIM =
      new KeptFields(
          NAMING,
          List.of(
              "metadata.labels",
              "metadata.annotations",
              "metadata.creationTimestamp",
              "metadata.deletionTimestamp",
              "spec.nodeClassRef",
              "status.imageID",
              "status.nodeName",
              "status.providerID",
              "status.capacity",
              "status.allocatable"),
          Set.of("Launched", "Registered", "Initialized", "InstanceTerminating"));

  private static final KeptFields NODE =
      new KeptFields(
          NAMING,
          List.of(
              "metadata.labels",
              "metadata.creationTimestamp",
              "metadata.deletionTimestamp",
              "spec.providerID",
              "status.capacity",
              "status.allocatable"),
          Set.of("Ready"));

  private static final List<String> POD_SPEC =
      List.of(
          "nodeSelector",
          "affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution",
          "tolerations",
          "containers.name",
          "containers.resources.requests",
          "initContainers.name",
          "initContainers.restartPolicy",
          "initContainers.resources.requests",
          "resources.requests",
          "overhead");

  private static final KeptFields POD =
      new KeptFields(
          below("spec.", POD_SPEC),
          List.of(
              "apiVersion",
              "kind",
              "metadata.name",
              "metadata.namespace",
              "metadata.creationTimestamp",
              "metadata.deletionTimestamp",
              "metadata.ownerReferences.kind",
              "spec.nodeName",
              "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution.topologyKey",
              "spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution.topologyKey",
              "spec.topologySpreadConstraints.topologyKey",
              "spec.topologySpreadConstraints.whenUnsatisfiable",
              "spec.volumes.persistentVolumeClaim.claimName",
              "status.phase"),
          Set.of("PodScheduled"));

  private static final KeptFields DAEMON_SET =
      new KeptFields(NAMING, below("spec.template.spec.", POD_SPEC), Set.of());

  private static List<String> below(String path, List<String> fields) {
    return fields.stream().map(field -> path + field).toList();
  }

  private final String source;
  private final String apiVersion;
  private final String kind;
  private final String selector;

  KubernetesKind(String source, String apiVersion, String kind, String selector) {
    this.source = source;
    this.apiVersion = apiVersion;
    this.kind = kind;
    this.selector = selector;
  }

  /** Its name as a source: node-pools. */
  String source() {
    return source;
  }

  /** Its name in Kubernetes: NodePool. */
  String kind() {
    return kind;
  }

  /** Whether a cluster may do without the kind: it has none of it then. */
  boolean optional() {
    return this == NODE_OVERLAYS;
  }

  /** Whether facts are read from its objects; rule text is no fact. */
  boolean holdsFacts() {
    return this != CONFIG_MAPS;
  }

  /**
   * Where it is listed.
   *
   * @param configNamespace the one namespace whose ConfigMaps are watched
   */
  String path(String configNamespace) {
    String root = apiVersion.equals("v1") ? "/api/" : "/apis/";
    String namespace = this == CONFIG_MAPS ? "namespaces/" + configNamespace + "/" : "";
    String plural =
        switch (this) {
          case EC2_NODE_CLASSES -> "ec2nodeclasses";
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
    boolean namespaced = this == PODS || this == DAEMON_SETS || this == CONFIG_MAPS;
    @Nullable String namespace = namespaced ? metadata.path("namespace").asText() : null;
    return new ObjectRef(apiVersion, kind, namespace, metadata.path("name").asText()).key();
  }

  /**
   * What is kept of an object. Of those that actions change all but who manages which field, of the
   * others what is read: nothing that a container is given, and no heartbeat.
   */
  ObjectNode document(JsonNode object) {
    ObjectNode kept =
        switch (this) {
          case NODES -> NODE.of(object);
          case NODE_CLAIMS -> CLAIM.of(object);
          case PODS -> POD.of(object);
          case DAEMON_SETS -> DAEMON_SET.of(object);
          default -> whole(object);
        };
    // Objects in a list may leave both to it.
    return kept.put("apiVersion", apiVersion).put("kind", kind);
  }

  private static ObjectNode whole(JsonNode object) {
    ObjectNode kept = JsonNodeFactory.instance.objectNode();
    object.properties().forEach(field -> kept.set(field.getKey(), field.getValue()));
    if (object.path("metadata") instanceof ObjectNode metadata) {
      kept.set("metadata", metadata.deepCopy().without("managedFields"));
    }
    return kept;
  }
}
