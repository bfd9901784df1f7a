package dev.plumbline.source;

import dev.plumbline.fact.Durations;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Launches.LaunchFailure;
import dev.plumbline.fact.Nodes.Node;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.Tags;
import dev.plumbline.source.KarpenterObjects.Quantities;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Facts out of a Node or NodeClaim: one each, since a cluster has thousands of them. */
final class NodeObjects {

  private static final String POOL = "karpenter.sh/nodepool";
  private static final String TYPE = "node.kubernetes.io/instance-type";
  private static final String ZONE = "topology.kubernetes.io/zone";

  private static final List<String> OF_CLAIMS = List.of("DisruptionReason", "InstanceTerminating");

  /** What differs each time that Karpenter tries again. */
  private static final Pattern REQUEST = Pattern.compile(",? ?[rR]equest ?I[dD]: [0-9a-f-]+");

  /** The reason of a condition before Karpenter has looked at the object. */
  private static final String WAITING = "AwaitingReconciliation";

  private NodeObjects() {}

  static List<Fact> claim(Cursor root, String name) {
    String nodeClass = ObjectParts.nodeClass(root.required("spec", ObjectParts.CUT));
    if (nodeClass == null) {
      return List.of();
    }
    Cursor status = root.at("status");
    Tags labels = ObjectParts.labels(root);
    Cursor launched = ObjectParts.condition(status, "Launched");
    var facts = new ArrayList<Fact>();
    facts.add(
        new NodeClaim(
            name,
            labels.value(POOL),
            nodeClass,
            labels.value(TYPE),
            labels.value(ZONE),
            labels.value("karpenter.sh/capacity-type"),
            status.at("imageID").textOrNull(),
            status.at("nodeName").textOrNull(),
            status.at("providerID").textOrNull(),
            labels,
            ObjectParts.annotations(root),
            ObjectParts.created(root),
            ObjectParts.deleting(root),
            launched != null && ObjectParts.conditionStatus(launched).equals("True"),
            becameTrue(status, "Registered"),
            becameTrue(status, "Initialized"),
            Quantities.all(status.at("capacity")),
            Quantities.all(status.at("allocatable")),
            ObjectParts.deleted(root),
            expires(root)));
    // Of its conditions, only what no component reports otherwise, and that it drifted: of 5,000
    // claims all would be too many.
    ObjectParts.conditions(status, ObjectKind.NODE_CLAIM, name).stream()
        .filter(
            condition ->
                OF_CLAIMS.contains(condition.type())
                    || (condition.type().equals("Drifted") && condition.status().equals("True")))
        .forEach(facts::add);
    if (launched != null) {
      failure((NodeClaim) facts.getFirst(), launched).ifPresent(facts::add);
    }
    return facts;
  }

  /** Why it is not launched, in the words of condition {@code Launched}. */
  private static Optional<LaunchFailure> failure(NodeClaim claim, Cursor launched) {
    String reason = launched.at("reason").textOrNull();
    Instant at = launched.at("lastTransitionTime").instantOrNull();
    String pool = claim.nodePool();
    if (claim.launched()
        || at == null
        || pool == null
        || reason == null
        || WAITING.equals(reason)) {
      return Optional.empty();
    }
    String message = launched.at("message").textOrNull();
    return Optional.of(
        new LaunchFailure(
            pool,
            Objects.requireNonNullElse(claim.capacityType(), "*"),
            Objects.requireNonNullElse(claim.instanceType(), "*"),
            Objects.requireNonNullElse(claim.zone(), "*"),
            reason,
            message == null ? "" : REQUEST.matcher(message).replaceAll(""),
            at,
            at));
  }

  private static @Nullable Instant expires(Cursor root) {
    Instant created = ObjectParts.created(root);
    String after = root.at("spec").at("expireAfter").textOrNull();
    Duration age = after == null ? null : Durations.parse(after);
    return created == null || age == null ? null : created.plus(age);
  }

  static List<Fact> node(Cursor root, String name) {
    Tags labels = ObjectParts.labels(root);
    Cursor status = root.at("status");
    Cursor ready = ObjectParts.condition(status, "Ready");
    return List.of(
        new Node(
            name,
            labels.value(POOL),
            labels.value(TYPE),
            labels.value(ZONE),
            root.at("spec").at("providerID").textOrNull(),
            labels,
            ObjectParts.created(root),
            ObjectParts.deleting(root),
            ready == null ? null : ObjectParts.conditionStatus(ready),
            ready == null ? null : ready.at("lastTransitionTime").instantOrNull(),
            Quantities.all(status.at("capacity")),
            Quantities.all(status.at("allocatable"))));
  }

  private static @Nullable Instant becameTrue(Cursor status, String type) {
    Cursor condition = ObjectParts.condition(status, type);
    return condition == null || !ObjectParts.conditionStatus(condition).equals("True")
        ? null
        : condition.required("lastTransitionTime", ObjectParts.CUT).instant();
  }
}
