package dev.plumbline.rehearsal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.fact.Disruption.DisruptionBudget;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Resources;
import dev.plumbline.rehearsal.AmiResolver.Resolved;
import dev.plumbline.rehearsal.ModelNode.ModelPod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the controllers share: the objects as each of them sees them ({@code
 * pkg/controllers/state}), virtual time, random numbers, and what runs soon.
 */
final class ModelState {

  /** A controller reconciles what it watches. Recorded: under a second. */
  static final Duration RECONCILE = Duration.ofMillis(100);

  /** From status.amis to Drifted. Recorded: a second. */
  static final Duration DRIFT = Duration.ofSeconds(1);

  /** {@code BATCH_IDLE_DURATION}: pods are provisioned for together. */
  static final Duration PROVISION = Duration.ofSeconds(1);

  /** From the Node to its Ready condition, and from there to initialization. Recorded: 1 s. */
  static final Duration KUBELET = Duration.ofSeconds(1);

  /** Between two disruption commands. Recorded: 1 to 2 s. */
  static final Duration NEXT_COMMAND = Duration.ofMillis(1500);

  /** How often what is blocked without an event (a schedule, a share of nodes) is tried again. */
  static final Duration BLOCKED_RETRY = Duration.ofMinutes(5);

  /** A controller that looks at the whole cluster whenever it is requested to. */
  enum Singleton {
    PROVISION,
    DRIFT,
    DISRUPTION
  }

  /** A node class, as last observed and resolved. */
  static final class NodeClassState {

    static final String HASH = "karpenter.k8s.aws/ec2nodeclass-hash";

    long generation;
    boolean resolved;
    List<Resolved> amis = List.of();
    boolean ready;
    String hash = "";
    Instant since = Instant.EPOCH;

    /** The first image of the list whose requirements a type meets; null if there is none. */
    @Nullable Resolved mapped(InstanceType type) {
      return amis.stream()
          .filter(image -> image.requirements().compatible(type.labels()))
          .findFirst()
          .orElse(null);
    }
  }

  /** A NodePool, as last observed, and what its status says. */
  static final class NodePoolState {

    static final String HASH = "karpenter.sh/nodepool-hash";

    NodePool pool;
    JsonNode spec;
    long generation;
    List<DisruptionBudget> budgets = List.of();
    String hash = "";
    boolean settled;
    String ready = "";
    String nodeClassReady = "Unknown";
    String registrationHealthy = "Unknown";
    String registrationsOf = "";
    final Deque<Boolean> registrations = new ArrayDeque<>();
    final Map<String, Instant> since = new HashMap<>();
    private final Instant created;

    NodePoolState(NodePool pool, JsonNode spec, Instant now) {
      this.pool = pool;
      this.spec = spec;
      this.created = now;
    }

    Instant since(String condition) {
      return since.getOrDefault(condition, created);
    }
  }

  final Timeline time;
  final MemoryApiServer server;
  final SplittableRandom random;
  final Map<String, NodeClassState> classes = new TreeMap<>();
  final Map<String, NodePoolState> pools = new TreeMap<>();
  final Map<String, ModelNode> nodes = new LinkedHashMap<>();
  final List<ModelPod> pods = new ArrayList<>();
  private final Map<Singleton, Runnable> singletons = new EnumMap<>(Singleton.class);
  private final Map<String, Instant> scheduled = new HashMap<>();
  private long names;

  ModelState(Timeline time, MemoryApiServer server, SplittableRandom random) {
    this.time = time;
    this.server = server;
    this.random = random;
  }

  /** A name that no other object has. */
  String nextName(String prefix) {
    return "%s-%05d".formatted(prefix, ++names);
  }

  boolean alive(ModelNode node) {
    return node.deleted == null && nodes.containsKey(node.name);
  }

  void publish(ModelNode node) {
    server.put(node.claimRef(), node.claim());
    if (node.registered != null) {
      server.put(node.nodeRef(), node.node());
    }
  }

  /** What the nodes of a pool have together; {@code nodes} is how many they are. */
  Resources usage(String pool) {
    long count = 0;
    long vcpus = 0;
    long memory = 0;
    for (ModelNode node : nodes.values()) {
      if (node.pool.equals(pool) && node.type != null) {
        count++;
        vcpus += node.type.vcpus();
        memory += node.type.memoryMiB();
      }
    }
    return Resources.of(
        Map.of(
            "nodes",
            Quantity.ofWhole(count),
            "cpu",
            Quantity.ofWhole(vcpus),
            "memory",
            Quantity.ofMebibytes(memory)));
  }

  /** What a controller does when it is requested to. */
  void onRequest(Singleton controller, Runnable what) {
    singletons.put(controller, what);
  }

  /** Runs a controller after {@code delay}, once however often it is requested until then. */
  void request(Singleton controller, Duration delay) {
    soon(controller.name(), delay, Objects.requireNonNull(singletons.get(controller)));
  }

  /** Runs {@code what} after {@code delay}, once however often it is requested until then. */
  void soon(String name, Duration delay, Runnable what) {
    Instant at = time.instant().plus(delay);
    Instant before = scheduled.get(name);
    if (before == null || before.isAfter(at)) {
      scheduled.put(name, at);
      time.at(
          at,
          () -> {
            if (scheduled.remove(name, at)) {
              what.run();
            }
          });
    }
  }
}
