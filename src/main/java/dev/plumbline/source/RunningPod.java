package dev.plumbline.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.fact.ObjectKind;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What of a pod is counted.
 *
 * @param key {@link PodTable#key}
 * @param node where it runs; null when it is not counted: it is bound to none, has finished or is
 *     being deleted
 * @param kind what it is counted as
 */
public record RunningPod(long key, @Nullable String node, PodKind kind) {

  private static final String DO_NOT_DISRUPT = "karpenter.sh/do-not-disrupt";

  /** Labels that differ from pod to pod of one owner, or with each of its revisions. */
  static final Set<String> OWN_LABELS =
      Set.of(
          "statefulset.kubernetes.io/pod-name",
          "apps.kubernetes.io/pod-index",
          "batch.kubernetes.io/job-completion-index",
          "batch.kubernetes.io/controller-uid",
          "batch.kubernetes.io/job-name",
          "controller-uid",
          "job-name",
          "pod-template-hash",
          "pod-template-generation",
          "controller-revision-hash");

  /** Reads a Pod (v1); what is not of its shape counts as not set. */
  public static RunningPod of(JsonNode pod) {
    JsonNode metadata = pod.path("metadata");
    String namespace = metadata.path("namespace").asText();
    long key = PodTable.key(namespace, metadata.path("name").asText());
    String node = pod.at("/spec/nodeName").asText();
    String phase = pod.at("/status/phase").asText();
    boolean counts =
        !node.isEmpty()
            && !phase.equals("Succeeded")
            && !phase.equals("Failed")
            && !metadata.hasNonNull("deletionTimestamp");
    PodOwner owner = PodOwner.of(metadata.path("ownerReferences"));
    if (!counts || !owner.moves()) {
      return new RunningPod(key, counts ? node : null, PodKind.ofNode(owner));
    }
    var labels = new TreeMap<String, String>();
    for (var label : metadata.path("labels").properties()) {
      if (!OWN_LABELS.contains(label.getKey())) {
        labels.put(label.getKey().intern(), label.getValue().asText().intern());
      }
    }
    boolean volume = false;
    for (JsonNode each : pod.at("/spec/volumes")) {
      // A generic ephemeral volume is a claim, too, but nothing is lost with it.
      volume |= each.hasNonNull("persistentVolumeClaim");
    }
    boolean doNotDisrupt =
        metadata.path("annotations").path(DO_NOT_DISRUPT).asText().equals("true");
    return new RunningPod(
        key,
        node,
        new PodKind(owner, volume, doNotDisrupt, namespace.intern(), Map.copyOf(labels)));
  }

  /**
   * Pods that differ in nothing that is counted.
   *
   * @param namespace empty for those that no PodDisruptionBudget is looked for
   * @param labels without {@link #OWN_LABELS}
   */
  record PodKind(
      PodOwner owner,
      boolean volume,
      boolean doNotDisrupt,
      String namespace,
      Map<String, String> labels) {

    static PodKind ofNode(PodOwner owner) {
      return new PodKind(owner, false, false, "", Map.of());
    }
  }

  enum PodOwner {
    STATEFUL_SET("StatefulSet", "apps"),
    REPLICA_SET("ReplicaSet", "apps"),
    JOB("Job", "batch"),
    DAEMON_SET(ObjectKind.DAEMON_SET.kind(), "apps"),
    NODE(ObjectKind.NODE.kind(), ""),
    OTHER("", ""),
    NOBODY("", "");

    private final String kind;
    private final String group;

    PodOwner(String kind, String group) {
      this.kind = kind;
      this.group = group;
    }

    /** Whether its pods are made anew elsewhere, or lost, when their node goes. */
    boolean moves() {
      return this != DAEMON_SET && this != NODE;
    }

    /** The controller among the owners; without one, the first. */
    static PodOwner of(JsonNode references) {
      JsonNode owner = references.path(0);
      for (JsonNode each : references) {
        if (each.path("controller").asBoolean()) {
          owner = each;
          break;
        }
      }
      if (owner.isMissingNode()) {
        return NOBODY;
      }
      String group = ObjectKind.group(owner.path("apiVersion").asText());
      for (PodOwner each : values()) {
        if (!each.kind.isEmpty()
            && each.kind.equals(owner.path("kind").asText())
            && each.group.equals(group)) {
          return each;
        }
      }
      return OTHER;
    }
  }
}
