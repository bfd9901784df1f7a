package dev.plumbline.rehearsal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.fact.Disruption.DisruptionBudget;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.Resources;
import dev.plumbline.rehearsal.MemoryApiServer.WatchEvent;
import dev.plumbline.rehearsal.MemoryApiServer.WatchType;
import dev.plumbline.rehearsal.ModelNode.Conditions;
import dev.plumbline.rehearsal.ModelState.NodeClassState;
import dev.plumbline.rehearsal.ModelState.NodePoolState;
import dev.plumbline.rehearsal.ModelState.Singleton;
import dev.plumbline.source.KarpenterObjects;
import java.time.Duration;
import java.util.List;

/**
 * Writes the status of NodePools: readiness, what their nodes have together, and whether launches
 * register ({@code pkg/controllers/nodepool} of karpenter).
 */
final class NodePoolController {

  /** {@code state/nodepoolhealth}: the launches that NodeRegistrationHealthy looks at. */
  private static final int REGISTRATIONS = 4;

  /** Of those, so many failures make it False. */
  private static final int REGISTRATION_FAILURES = 2;

  /** {@code nodepool/counter}: until status.resources is counted anew. */
  private static final Duration COUNT = Duration.ofSeconds(5);

  private final ModelState state;

  NodePoolController(ModelState state) {
    this.state = state;
  }

  void observe(WatchEvent event) {
    String name = event.ref().name();
    if (event.type() == WatchType.DELETED) {
      state.pools.remove(name);
      state.nodes.values().stream()
          .filter(node -> node.pool.equals(name))
          .map(ModelNode::claimRef)
          .toList()
          .forEach(state.server::remove);
      return;
    }
    long generation = event.object().at("/metadata/generation").asLong();
    NodePoolState pool = state.pools.get(name);
    if (pool == null || pool.generation != generation) {
      List<Fact> facts = KarpenterObjects.facts(ObservedObject.asKarpenterSeesIt(event.object()));
      if (!(facts.getFirst() instanceof NodePool spec)) {
        return;
      }
      if (pool == null) {
        pool = new NodePoolState(spec, event.object().path("spec"), state.time.instant());
        state.pools.put(name, pool);
      }
      pool.generation = generation;
      pool.pool = spec;
      pool.spec = event.object().path("spec");
      pool.budgets =
          facts.stream()
              .filter(DisruptionBudget.class::isInstance)
              .map(DisruptionBudget.class::cast)
              .toList();
      pool.settled = false;
      reconcileSoon(name);
    }
  }

  /** Reconciles the pools of a node class whose images were resolved. */
  void nodeClassChanged(String nodeClass) {
    for (var pool : state.pools.entrySet()) {
      if (pool.getValue().pool.nodeClass().equals(nodeClass)) {
        reconcileSoon(pool.getKey());
      }
    }
  }

  private void reconcileSoon(String name) {
    state.soon("pool " + name, ModelState.RECONCILE, () -> reconcile(name));
  }

  /** Follows a changed spec or node class, in the steps in which Karpenter's controllers do. */
  private void reconcile(String name) {
    NodePoolState pool = state.pools.get(name);
    if (pool == null) {
      return;
    }
    JsonNode template = pool.spec.path("template");
    pool.hash =
        ObservedObject.hash(template.path("spec")) + ObservedObject.hash(template.path("metadata"));
    if (!pool.settled) {
      writeStatus(name, pool);
    }
    state.time.in(
        ModelState.RECONCILE,
        () -> {
          NodeClassState nodeClass = state.classes.get(pool.pool.nodeClass());
          String ready = nodeClass != null && nodeClass.ready ? "True" : "False";
          if (!ready.equals(pool.nodeClassReady)) {
            pool.nodeClassReady = ready;
            pool.since.put("NodeClassReady", state.time.instant());
          }
          pool.settled = true;
          writeStatus(name, pool);
          String observed = pool.generation + "/" + (nodeClass == null ? 0 : nodeClass.generation);
          if (!observed.equals(pool.registrationsOf)) {
            pool.registrationsOf = observed;
            pool.registrations.clear();
            state.time.in(ModelState.RECONCILE, () -> registrationHealthy(name, pool, "Unknown"));
          }
          state.request(Singleton.DRIFT, ModelState.DRIFT);
          state.request(Singleton.PROVISION, ModelState.PROVISION);
          state.request(Singleton.DISRUPTION, ModelState.NEXT_COMMAND);
        });
  }

  private void writeStatus(String name, NodePoolState pool) {
    state.server.edit(ObjectKind.NODE_POOL.ref(name), object -> status(object, name, pool));
  }

  private ObjectNode status(ObjectNode object, String name, NodePoolState pool) {
    object
        .withObjectProperty("metadata")
        .withObjectProperty("annotations")
        .put(NodePoolState.HASH, pool.hash);
    ObjectNode status = object.withObjectProperty("status");
    var conditions = new Conditions(status.putArray("conditions"), pool.generation);
    boolean known = !pool.nodeClassReady.equals("Unknown");
    boolean usable = pool.nodeClassReady.equals("True");
    conditions.put(
        "ValidationSucceeded",
        known ? "True" : "Unknown",
        known ? "ValidationSucceeded" : ModelNode.AWAITING,
        pool.since("ValidationSucceeded"));
    conditions.put(
        "NodeClassReady",
        pool.nodeClassReady,
        usable ? "NodeClassReady" : known ? "NodeClassReadinessUnknown" : ModelNode.AWAITING,
        pool.since("NodeClassReady"));
    conditions.put(
        "NodeRegistrationHealthy",
        pool.registrationHealthy,
        switch (pool.registrationHealthy) {
          case "True" -> "NodeRegistrationHealthy";
          case "False" -> "RegistrationFailed";
          default -> ModelNode.AWAITING;
        },
        pool.since("NodeRegistrationHealthy"));
    String ready = !pool.settled ? "Unknown" : usable ? "True" : "False";
    if (!ready.equals(pool.ready)) {
      pool.ready = ready;
      pool.since.put("Ready", state.time.instant());
    }
    conditions.put(
        "Ready",
        ready,
        switch (ready) {
          case "True" -> "Ready";
          case "False" -> "UnhealthyDependents";
          default -> "ReconcilingDependents";
        },
        pool.since("Ready"));
    Resources usage = state.usage(name);
    status.put("nodes", usage.quantity("nodes").whole());
    ObjectNode resources = status.putObject("resources");
    usage.map().forEach((key, amount) -> resources.put(key, amount.toString()));
    return object;
  }

  /** Counts anew what the nodes of a pool have together. */
  void count(String name) {
    state.soon(
        "count " + name,
        COUNT,
        () -> {
          NodePoolState pool = state.pools.get(name);
          if (pool != null) {
            writeStatus(name, pool);
          }
        });
  }

  private void registrationHealthy(String name, NodePoolState pool, String status) {
    if (!pool.registrationHealthy.equals(status)) {
      pool.registrationHealthy = status;
      pool.since.put("NodeRegistrationHealthy", state.time.instant());
      writeStatus(name, pool);
    }
  }

  /** A launch has registered, or was given up: of the last few, not too many may have failed. */
  void registration(String name, boolean success) {
    NodePoolState pool = state.pools.get(name);
    if (pool != null) {
      pool.registrations.addLast(success);
      if (pool.registrations.size() > REGISTRATIONS) {
        pool.registrations.removeFirst();
      }
      long failures = pool.registrations.stream().filter(each -> !each).count();
      if (failures >= REGISTRATION_FAILURES) {
        registrationHealthy(name, pool, "False");
      } else if (success) {
        registrationHealthy(name, pool, "True");
      }
    }
  }
}
