package dev.plumbline.rehearsal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.ObjectRef;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A NodeClaim with its instance and its Node, and the objects of both as Karpenter writes them
 * ({@code pkg/controllers/nodeclaim/lifecycle} of karpenter). Instants are when something became
 * true; null while it is not.
 */
final class ModelNode {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final String TERMINATION = "karpenter.sh/termination";
  static final String AWAITING = "AwaitingReconciliation";

  /** {@code kubeReserved} and eviction threshold, roughly: what pods get of the memory. */
  private static final double ALLOCATABLE = 0.85;

  final String name;
  final String pool;
  final String nodeClass;
  final Instant created;
  final Map<String, String> annotations = new TreeMap<>();
  final Map<String, String> labels = new TreeMap<>();

  String expireAfter = "Never";
  boolean reconciled;
  @Nullable InstanceType type;
  @Nullable String image;
  @Nullable Instant launched;
  @Nullable Instant registered;
  @Nullable Instant initialized;
  @Nullable Instant consolidatable;
  @Nullable Instant consistent;
  @Nullable Instant readySince;
  boolean ready;
  boolean unreachable;
  @Nullable String drift;
  @Nullable Instant drifted;
  @Nullable String disruption;
  @Nullable Instant disrupted;
  @Nullable Instant deleted;
  @Nullable Instant drained;
  boolean gone;
  @Nullable ModelPod pod;

  /** When a pod last came or went, or the node was initialized. */
  Instant podEvent;

  ModelNode(String name, String pool, String nodeClass, Instant created) {
    this.name = name;
    this.pool = pool;
    this.nodeClass = nodeClass;
    this.created = created;
    this.podEvent = created;
    labels.put("karpenter.sh/nodepool", pool);
    labels.put("karpenter.k8s.aws/ec2nodeclass", nodeClass);
  }

  String nodeName() {
    return "ip-" + name + ".internal";
  }

  ObjectRef claimRef() {
    return ObjectKind.NODE_CLAIM.ref(name);
  }

  ObjectRef nodeRef() {
    return ObjectKind.NODE.ref(nodeName());
  }

  /** The pod of the DaemonSet on it. */
  ObjectRef agentRef() {
    return new ObjectRef(
        ObjectKind.POD.apiVersion(), ObjectKind.POD.kind(), "kube-system", "agent-" + name);
  }

  /** That pod, which is ready or in a crash loop since a time. */
  ObjectNode agent(boolean works, Instant since) {
    ObjectNode pod = JSON.objectNode();
    ObjectNode metadata = pod.putObject("metadata");
    metadata.put("creationTimestamp", time(registered == null ? since : registered));
    metadata
        .putArray("ownerReferences")
        .addObject()
        .put("kind", ObjectKind.DAEMON_SET.kind())
        .put("name", "agent");
    pod.putObject("spec").put("nodeName", nodeName());
    ObjectNode status = pod.putObject("status").put("phase", "Running");
    status
        .putArray("conditions")
        .addObject()
        .put("type", "Ready")
        .put("status", works ? "True" : "False")
        .put("lastTransitionTime", time(since));
    ObjectNode container = status.putArray("containerStatuses").addObject();
    container.put("restartCount", works ? 0 : 1);
    if (!works) {
      container.putObject("state").putObject("waiting").put("reason", "CrashLoopBackOff");
    }
    return pod;
  }

  /** Whether it is to go: a command or a deletion is under way. */
  boolean marked() {
    return disrupted != null || deleted != null;
  }

  /** Whether the scheduler may bind a pod to it. */
  boolean schedulable() {
    return ready && !marked() && pod == null;
  }

  ObjectNode claim() {
    ObjectNode claim = JSON.objectNode();
    ObjectNode metadata = metadata(claim);
    if (reconciled && !gone) {
      metadata.putArray("finalizers").add(TERMINATION);
    }
    metadata.put("creationTimestamp", time(created));
    ObjectNode spec = claim.putObject("spec").put("expireAfter", expireAfter);
    spec.putObject("nodeClassRef")
        .put("group", ObjectKind.EC2_NODE_CLASS.group())
        .put("kind", ObjectKind.EC2_NODE_CLASS.kind())
        .put("name", nodeClass);
    spec.putArray("requirements")
        .addObject()
        .put("key", "karpenter.sh/nodepool")
        .put("operator", "In")
        .putArray("values")
        .add(pool);
    ObjectNode status = claim.putObject("status");
    if (launched != null) {
      status.put("imageID", image).put("providerID", providerId());
      amounts(status);
    }
    if (registered != null) {
      status.put("nodeName", nodeName());
    }
    if (reconciled) {
      conditions(status.putArray("conditions"));
    }
    return claim;
  }

  private void conditions(ArrayNode conditions) {
    var list = new Conditions(conditions, 1);
    list.put("Launched", launched, AWAITING, created);
    list.put("Registered", registered, launched == null ? AWAITING : "NodeNotFound", created);
    list.put("Initialized", initialized, registered == null ? AWAITING : "NodeNotReady", created);
    list.putIfTrue("Consolidatable", "Consolidatable", consolidatable);
    list.putIfTrue("Drifted", String.valueOf(drift), drifted);
    list.putIfTrue("DisruptionReason", String.valueOf(disruption), disrupted);
    list.putIfTrue("ConsistentStateFound", "ConsistentStateFound", consistent);
    if (deleted != null) {
      list.put("Drained", drained, "Draining", deleted);
      list.putIfTrue("VolumesDetached", "VolumesDetached", drained);
      list.putIfTrue("InstanceTerminating", "InstanceTerminating", drained);
    }
    list.put("Ready", initialized, "ReconcilingDependents", created);
  }

  ObjectNode node() {
    ObjectNode node = JSON.objectNode();
    ObjectNode metadata = metadata(node);
    ObjectNode all = metadata.withObjectProperty("labels");
    all.put("kubernetes.io/hostname", nodeName());
    if (registered != null) {
      all.put("karpenter.sh/registered", "true");
      if (!gone) {
        metadata.putArray("finalizers").add(TERMINATION);
      }
    }
    if (initialized != null) {
      all.put("karpenter.sh/initialized", "true");
    }
    ObjectNode spec = node.putObject("spec");
    spec.put("providerID", providerId());
    taints(spec);
    ObjectNode status = node.putObject("status");
    amounts(status);
    ArrayNode conditions = status.putArray("conditions");
    if (readySince != null) {
      conditions
          .addObject()
          .put("type", "Ready")
          .put("status", ready ? "True" : unreachable ? "Unknown" : "False")
          .put("reason", ready ? "KubeletReady" : "KubeletNotReady")
          .put("lastTransitionTime", time(readySince));
    }
    return node;
  }

  private void taints(ObjectNode spec) {
    var taints = new LinkedHashMap<String, String>();
    if (registered == null) {
      taints.put("karpenter.sh/unregistered", "NoExecute");
    }
    if (initialized == null && !ready) {
      taints.put("node.kubernetes.io/not-ready", "NoSchedule");
    }
    if (marked()) {
      taints.put("karpenter.sh/disrupted", "NoSchedule");
    }
    if (!taints.isEmpty()) {
      ArrayNode list = spec.putArray("taints");
      taints.forEach((key, effect) -> list.addObject().put("key", key).put("effect", effect));
    }
  }

  private ObjectNode metadata(ObjectNode object) {
    ObjectNode metadata = object.putObject("metadata");
    ObjectNode ownLabels = metadata.putObject("labels");
    labels.forEach(ownLabels::put);
    ObjectNode ownAnnotations = metadata.putObject("annotations");
    annotations.forEach(ownAnnotations::put);
    return metadata;
  }

  private String providerId() {
    return "aws:///" + labels.get("topology.kubernetes.io/zone") + "/i-" + name;
  }

  private void amounts(ObjectNode status) {
    if (type != null) {
      amounts(status.putObject("capacity"), type.vcpus() * 1000L, type.memoryMiB(), 1);
      amounts(
          status.putObject("allocatable"),
          type.vcpus() * 1000L - 80,
          type.memoryMiB(),
          ALLOCATABLE);
    }
  }

  private void amounts(ObjectNode to, long milliCpu, long memoryMiB, double part) {
    to.put("cpu", milliCpu + "m")
        .put("memory", (long) (memoryMiB * part) + "Mi")
        .put("ephemeral-storage", "20Gi")
        .put("pods", "29");
  }

  static String time(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** {@code status.conditions} under construction. */
  record Conditions(ArrayNode list, long generation) {

    /** True since {@code since}; Unknown with a reason while that is null. */
    void put(String type, @Nullable Instant since, String unknown, Instant before) {
      if (since == null) {
        put(type, "Unknown", unknown, before);
      } else {
        put(type, "True", type, since);
      }
    }

    void putIfTrue(String type, String reason, @Nullable Instant since) {
      if (since != null) {
        put(type, "True", reason, since);
      }
    }

    void put(String type, String status, String reason, Instant since) {
      list.addObject()
          .put("type", type)
          .put("status", status)
          .put("reason", reason)
          .put("message", "")
          .put("observedGeneration", generation)
          .put("lastTransitionTime", time(since));
    }
  }

  /**
   * One pod of a workload that spreads over nodes, one on each.
   *
   * @param rank its place where Karpenter sorts pods of equal size (by uid)
   */
  static final class ModelPod {

    final String name;
    final String workload;
    final Map<String, String> nodeSelector;
    final long rank;
    final Instant created;
    @Nullable ModelNode node;

    ModelPod(
        String name, String workload, Map<String, String> selector, long rank, Instant created) {
      this.name = name;
      this.workload = workload;
      this.nodeSelector = selector;
      this.rank = rank;
      this.created = created;
    }

    ObjectRef ref() {
      return new ObjectRef(ObjectKind.POD.apiVersion(), ObjectKind.POD.kind(), "default", name);
    }

    /** Whether a node has the labels that it selects. */
    boolean fits(ModelNode node) {
      return nodeSelector.entrySet().stream()
          .allMatch(label -> label.getValue().equals(node.labels.get(label.getKey())));
    }

    /**
     * The object.
     *
     * @param running whether the kubelet has started it
     */
    ObjectNode object(boolean judged, boolean running, Instant now) {
      ObjectNode pod = JSON.objectNode();
      pod.putObject("metadata").putObject("labels").put("app", workload);
      ObjectNode spec = pod.putObject("spec");
      if (node != null) {
        spec.put("nodeName", node.nodeName());
      }
      if (!nodeSelector.isEmpty()) {
        ObjectNode selector = spec.putObject("nodeSelector");
        nodeSelector.forEach(selector::put);
      }
      ObjectNode container = spec.putArray("containers").addObject();
      container.put("name", "c").put("image", "x");
      container.putObject("resources").putObject("requests").put("cpu", "1").put("memory", "1Gi");
      ObjectNode status = pod.putObject("status");
      status.put("phase", running ? "Running" : "Pending");
      ArrayNode conditions = status.putArray("conditions");
      if (running) {
        for (String type : new String[] {"Initialized", "Ready", "ContainersReady"}) {
          conditions.addObject().put("type", type).put("status", "True");
        }
      }
      if (judged) {
        ObjectNode scheduled = conditions.addObject().put("type", "PodScheduled");
        scheduled.put("status", node == null ? "False" : "True");
        if (node == null) {
          scheduled.put("reason", "Unschedulable");
        }
        scheduled.put("lastTransitionTime", time(now));
      }
      return pod;
    }
  }

  static JsonNode condition(JsonNode object, String type) {
    for (JsonNode condition : object.at("/status/conditions")) {
      if (condition.path("type").asText().equals(type)) {
        return condition;
      }
    }
    return JSON.objectNode();
  }
}
