package dev.plumbline.rehearsal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.fact.NodeClasses.AmiSelectorTerm;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.fact.Requirement;
import dev.plumbline.rehearsal.AmiResolver.Resolved;
import dev.plumbline.rehearsal.MemoryApiServer.WatchEvent;
import dev.plumbline.rehearsal.MemoryApiServer.WatchType;
import dev.plumbline.rehearsal.ModelNode.Conditions;
import dev.plumbline.rehearsal.ModelState.NodeClassState;
import dev.plumbline.rehearsal.ModelState.Singleton;
import dev.plumbline.source.KarpenterObjects;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Resolves the images of node classes and writes their status ({@code pkg/controllers/nodeclass} of
 * karpenter-provider-aws).
 */
final class NodeClassController {

  /** {@code --ami-refresh-interval}: how long images are cached for one generation of a class. */
  private static final Duration IMAGE_REFRESH = Duration.ofMinutes(1);

  /** From the spec of a node class to its status.amis. Recorded: a second. */
  private static final Duration RESOLVE = Duration.ofSeconds(1);

  private final ModelState state;
  private final AmiResolver resolver;
  private final InstanceTypeProvider instanceTypes;
  private final NodePoolController nodePools;

  NodeClassController(
      ModelState state,
      AmiResolver resolver,
      InstanceTypeProvider instanceTypes,
      NodePoolController nodePools) {
    this.state = state;
    this.resolver = resolver;
    this.instanceTypes = instanceTypes;
    this.nodePools = nodePools;
  }

  void observe(WatchEvent event) {
    String name = event.ref().name();
    if (event.type() == WatchType.DELETED) {
      state.classes.remove(name);
      return;
    }
    finalizeUnused(name);
    long generation = event.object().at("/metadata/generation").asLong();
    NodeClassState nodeClass = state.classes.computeIfAbsent(name, unused -> new NodeClassState());
    if (nodeClass.generation != generation) {
      nodeClass.generation = generation;
      state.soon("resolve " + name, RESOLVE, () -> resolve(name));
    }
  }

  /** A node class that is deleted stays until no NodeClaim uses it. */
  void finalizeUnused(String name) {
    ObjectRef ref = ObjectKind.EC2_NODE_CLASS.ref(name);
    JsonNode live = state.server.get(ref);
    if (live != null
        && live.path("metadata").has("deletionTimestamp")
        && state.nodes.values().stream().noneMatch(node -> node.nodeClass.equals(name))) {
      state.server.edit(
          ref,
          object -> {
            object.withObjectProperty("metadata").remove("finalizers");
            return object;
          });
    }
  }

  /** Images or parameters have changed: node classes see it once their caches expire. */
  void imagesChanged() {
    for (String nodeClass : state.classes.keySet()) {
      Duration left = Duration.ofMillis(state.random.nextLong(IMAGE_REFRESH.toMillis()) + 1);
      state.soon("resolve " + nodeClass, left, () -> resolve(nodeClass));
    }
  }

  /** Resolves the images of a node class, and writes its status. */
  private void resolve(String name) {
    NodeClassState nodeClass = state.classes.get(name);
    JsonNode live = state.server.get(ObjectKind.EC2_NODE_CLASS.ref(name));
    if (nodeClass == null || live == null || live.path("metadata").has("deletionTimestamp")) {
      return;
    }
    List<AmiSelectorTerm> terms =
        KarpenterObjects.facts(ObservedObject.asKarpenterSeesIt(live)).stream()
            .filter(AmiSelectorTerm.class::isInstance)
            .map(AmiSelectorTerm.class::cast)
            .toList();
    boolean first = !nodeClass.resolved;
    nodeClass.amis = resolver.resolve(terms);
    boolean ready = !nodeClass.amis.isEmpty();
    if (first || nodeClass.ready != ready) {
      nodeClass.since = state.time.instant();
    }
    nodeClass.ready = ready;
    nodeClass.resolved = true;
    nodeClass.hash = ObservedObject.hash(live.path("spec"));
    state.server.edit(ObjectKind.EC2_NODE_CLASS.ref(name), object -> status(object, nodeClass));
    Instant expiry = resolver.nextExpiry();
    if (expiry != null) {
      state.time.at(
          expiry, () -> state.soon("resolve " + name, Duration.ZERO, () -> resolve(name)));
    }
    nodePools.nodeClassChanged(name);
    state.request(Singleton.DRIFT, ModelState.DRIFT);
    state.request(Singleton.PROVISION, ModelState.PROVISION);
  }

  private ObjectNode status(ObjectNode object, NodeClassState nodeClass) {
    ObjectNode metadata = object.withObjectProperty("metadata");
    metadata.withObjectProperty("annotations").put(NodeClassState.HASH, nodeClass.hash);
    metadata.putArray("finalizers").add("karpenter.k8s.aws/termination");
    ObjectNode status = object.withObjectProperty("status");
    ArrayNode amis = status.putArray("amis");
    for (Resolved image : nodeClass.amis) {
      ObjectNode ami = amis.addObject().put("id", image.ami().id()).put("name", image.ami().name());
      if (image.deprecated()) {
        ami.put("deprecated", true);
      }
      ArrayNode requirements = ami.putArray("requirements");
      for (Requirement requirement : image.requirements().list()) {
        ObjectNode written = requirements.addObject();
        written.put("key", requirement.key()).put("operator", requirement.operator().wire());
        if (!requirement.values().isEmpty()) {
          requirement.values().forEach(written.withArrayProperty("values")::add);
        }
      }
    }
    if (status.path("subnets").isEmpty()) {
      ArrayNode subnets = status.putArray("subnets");
      instanceTypes
          .zones()
          .forEach(zone -> subnets.addObject().put("id", "subnet-" + zone).put("zone", zone));
      status.putArray("securityGroups").addObject().put("id", "sg-1");
    }
    var conditions = new Conditions(status.putArray("conditions"), nodeClass.generation);
    if (nodeClass.ready) {
      conditions.put("AMIsReady", "True", "AMIsReady", nodeClass.since);
    } else {
      conditions.put("AMIsReady", "False", "AMINotFound", nodeClass.since);
    }
    for (String type :
        List.of(
            "PlacementGroupReady",
            "SubnetsReady",
            "SecurityGroupsReady",
            "InstanceProfileReady",
            "ValidationSucceeded")) {
      conditions.put(type, "True", type, nodeClass.since);
    }
    conditions.put(
        "Ready",
        nodeClass.ready ? "True" : "False",
        nodeClass.ready ? "Ready" : "UnhealthyDependents",
        nodeClass.since);
    return object;
  }
}
