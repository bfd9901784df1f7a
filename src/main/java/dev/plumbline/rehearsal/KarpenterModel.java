package dev.plumbline.rehearsal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.InstanceTypes.InstanceTypeOffering;
import dev.plumbline.fact.InstanceTypes.OnDemandPrice;
import dev.plumbline.fact.NodeClasses.AmiSelectorTerm;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.fact.Pools.DisruptionBudget;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Requirement;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import dev.plumbline.rehearsal.AmiResolver.Resolved;
import dev.plumbline.rehearsal.ImageBehavior.Failure;
import dev.plumbline.rehearsal.MemoryApiServer.WatchEvent;
import dev.plumbline.rehearsal.MemoryApiServer.WatchType;
import dev.plumbline.rehearsal.ModelNode.Conditions;
import dev.plumbline.rehearsal.ModelNode.ModelPod;
import dev.plumbline.source.KarpenterObjects;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * An imitation of Karpenter 1.13 on AWS with the scheduler, the workloads and the instances around
 * it, in virtual time: what replaces and launches nodes, and what of it can be seen. Held against
 * recorded watch streams of the real one by {@code RecordedKarpenterTest}.
 *
 * <p>Left out: consolidation of nodes that are in use, interruption, static pools, and eviction
 * from nodes that are not ready. A pod takes a node for itself.
 */
public final class KarpenterModel {

  /** {@code --ami-refresh-interval}: how long images are cached for one generation of a class. */
  static final Duration IMAGE_REFRESH = Duration.ofMinutes(1);

  /** A controller reconciles what it watches. Recorded: under a second. */
  static final Duration RECONCILE = Duration.ofMillis(100);

  /** From the spec of a node class to its status.amis. Recorded: a second. */
  static final Duration RESOLVE = Duration.ofSeconds(1);

  /** From status.amis to Drifted. Recorded: a second. */
  static final Duration DRIFT = Duration.ofSeconds(1);

  /** {@code BATCH_IDLE_DURATION}: pods are provisioned for together. */
  static final Duration PROVISION = Duration.ofSeconds(1);

  /** From a NodeClaim to its instance. Recorded: up to a second. */
  static final Duration LAUNCH = Duration.ofMillis(800);

  /** From the instance to its Node. Recorded (simulated instances): 30 s. */
  static final Duration REGISTER = Duration.ofSeconds(30);

  /** From the Node to its Ready condition, and from there to initialization. Recorded: 1 s. */
  static final Duration KUBELET = Duration.ofSeconds(1);

  /** {@code lifecycle/liveness.go}, {@code launchTTL}. */
  static final Duration LAUNCH_TTL = Duration.ofMinutes(5);

  /** {@code lifecycle/liveness.go}, {@code registrationTTL}. */
  static final Duration REGISTRATION_TTL = Duration.ofMinutes(15);

  /** {@code RepairPolicies} of the provider: Ready False or Unknown. */
  static final Duration REPAIR = Duration.ofMinutes(30);

  /** {@code node/health/controller.go}, {@code allowedUnhealthyPercent}. */
  static final int REPAIR_MAX_UNHEALTHY_PERCENT = 20;

  /** {@code nodeclaim/consistency}: the first look after the launch. Recorded. */
  static final Duration CONSISTENCY = Duration.ofMinutes(10);

  /** Between two disruption commands. Recorded: 1 to 2 s. */
  static final Duration NEXT_COMMAND = Duration.ofMillis(1500);

  /**
   * {@code disruption/queue.go}: a command whose replacement does not come up is given up. Recorded
   * (1.13): 10 min; newer versions wait for an hour.
   */
  static final Duration COMMAND_TIMEOUT = Duration.ofMinutes(10);

  /** From the deletion to the end of draining, and to the end of the instance. Recorded. */
  static final Duration DRAIN = Duration.ofSeconds(5);

  static final Duration TERMINATE = Duration.ofSeconds(10);

  /** {@code state/nodepoolhealth}: the launches that NodeRegistrationHealthy looks at. */
  static final int REGISTRATIONS = 4;

  /** Of those, so many failures make it False. */
  static final int REGISTRATION_FAILURES = 2;

  /** {@code nodepool/counter}: until status.resources is counted anew. */
  static final Duration COUNT = Duration.ofSeconds(5);

  /** How often what is blocked without an event (a schedule, a share of nodes) is tried again. */
  static final Duration BLOCKED_RETRY = Duration.ofMinutes(5);

  private static final Duration FLICKER = Duration.ofMillis(100);
  private static final String POOL_HASH = "karpenter.sh/nodepool-hash";
  private static final String CLASS_HASH = "karpenter.k8s.aws/ec2nodeclass-hash";
  private static final String ZONE = "topology.kubernetes.io/zone";
  private static final String CAPACITY_TYPE = "karpenter.sh/capacity-type";

  /** The selector terms, which drift by what they select and are therefore not hashed. */
  private static final List<String> NOT_HASHED =
      List.of(
          "amiSelectorTerms",
          "subnetSelectorTerms",
          "securityGroupSelectorTerms",
          "capacityReservationSelectorTerms",
          "requirements");

  /** A launch. */
  public record Launch(
      Instant at, String nodeClaim, String nodePool, String nodeClass, String image) {}

  private record Command(ModelNode candidate, @Nullable ModelNode replacement) {}

  private static final class NodeClassState {
    long generation;
    boolean resolved;
    List<Resolved> amis = List.of();
    boolean ready;
    String hash = "";
    Instant since = Instant.EPOCH;
  }

  private static final class NodePoolState {
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

  private final Timeline time;
  private final MemoryApiServer server;
  private final AmiResolver resolver;
  private final SplittableRandom random;
  private final Map<String, ImageBehavior> behaviors = new HashMap<>();
  private final Map<String, NodeClassState> classes = new TreeMap<>();
  private final Map<String, NodePoolState> pools = new TreeMap<>();
  private final Map<String, ModelNode> nodes = new LinkedHashMap<>();
  private final List<ModelPod> pods = new ArrayList<>();
  private boolean daemonSet; // whether each node runs a pod of one
  private final List<Command> commands = new ArrayList<>();
  private final List<Launch> launches = new ArrayList<>();
  private final List<InstanceType> types;
  private final Map<String, List<String>> zonesByType = new HashMap<>();
  private final Map<String, Instant> scheduled = new HashMap<>();
  private long names;

  /**
   * Starts with no node. Reacts to what is in the server and what comes there.
   *
   * @param facts of the region: instance types, offerings, prices
   */
  KarpenterModel(
      Timeline time,
      MemoryApiServer server,
      AmiResolver resolver,
      Collection<? extends Fact> facts,
      SplittableRandom random) {
    this.time = time;
    this.server = server;
    this.resolver = resolver;
    this.random = random;
    var prices = new HashMap<String, Long>();
    var found = new ArrayList<InstanceType>();
    for (Fact fact : facts) {
      switch (fact) {
        case InstanceType type -> found.add(type);
        case OnDemandPrice price -> prices.put(price.instanceType(), price.microUsdPerHour());
        case InstanceTypeOffering offering ->
            zonesByType
                .computeIfAbsent(offering.instanceType(), type -> new ArrayList<>())
                .add(offering.zone());
        default -> {}
      }
    }
    zonesByType.values().forEach(zones -> zones.sort(null));
    found.sort(
        Comparator.comparing(
                (InstanceType type) -> prices.getOrDefault(type.name(), Long.MAX_VALUE))
            .thenComparing(InstanceType::vcpus)
            .thenComparing(InstanceType::name));
    this.types = found;
    server.watch(this::observe);
  }

  /** What becomes of the nodes that will boot an image; healthy if nothing is said. */
  public void behavior(String image, ImageBehavior behavior) {
    behaviors.put(image, behavior);
    if (behavior.failure() == Failure.DAEMON_SET_FAILS && !daemonSet) {
      daemonSet = true;
      nodes.values().stream()
          .filter(node -> node.registered != null)
          .forEach(node -> agent(node, true));
    }
  }

  /** The pod of the DaemonSet on a node: it is ready, or in a crash loop from now on. */
  private void agent(ModelNode node, boolean ready) {
    if (daemonSet && alive(node)) {
      server.put(node.agentRef(), node.agent(ready, time.instant()));
    }
  }

  /** Every launch so far, in order. */
  public List<Launch> launches() {
    return launches;
  }

  /** The images that nodes run now, by NodeClaim. */
  public Map<String, String> running() {
    var running = new TreeMap<String, String>();
    nodes.values().stream()
        .filter(node -> node.launched != null)
        .forEach(node -> running.put(node.name, String.valueOf(node.image)));
    return running;
  }

  /** Calls {@code each} with the node class and the image of every node. */
  void eachRunning(BiConsumer<String, String> each) {
    nodes.values().stream()
        .filter(node -> node.launched != null)
        .forEach(node -> each.accept(node.nodeClass, String.valueOf(node.image)));
  }

  /** Whether a node class has images. */
  boolean resolved(String nodeClass) {
    NodeClassState state = classes.get(nodeClass);
    return state != null && state.ready;
  }

  /** Whether every pod has a node. */
  public boolean allScheduled() {
    return pods.stream().allMatch(pod -> pod.node != null);
  }

  /**
   * Sets how many pods a workload has.
   *
   * @param nodeSelector the labels that their nodes must have
   */
  public void demand(String workload, Map<String, String> nodeSelector, int count) {
    List<ModelPod> own = pods.stream().filter(pod -> pod.workload.equals(workload)).toList();
    for (int i = own.size(); i < count; i++) {
      newPod(workload, nodeSelector);
    }
    for (int i = count; i < own.size(); i++) {
      removePod(own.get(i));
    }
    soon("provision", PROVISION, this::provision);
  }

  /** Images or parameters have changed: node classes see it once their caches expire. */
  void imagesChanged() {
    for (String nodeClass : classes.keySet()) {
      Duration left = Duration.ofMillis(random.nextLong(IMAGE_REFRESH.toMillis()) + 1);
      soon("resolve " + nodeClass, left, () -> resolve(nodeClass));
    }
  }

  private void observe(WatchEvent event) {
    ObjectRef ref = event.ref();
    switch (ObjectKind.of(ref.kind())) {
      case EC2_NODE_CLASS -> observeNodeClass(event);
      case NODE_POOL -> observeNodePool(event);
      case NODE_CLAIM -> {
        ModelNode node = nodes.get(ref.name());
        if (node != null
            && node.deleted == null
            && event.object().path("metadata").has("deletionTimestamp")) {
          terminating(node);
        }
      }
      case null, default -> {}
    }
  }

  // Node classes

  private void observeNodeClass(WatchEvent event) {
    String name = event.ref().name();
    if (event.type() == WatchType.DELETED) {
      classes.remove(name);
      return;
    }
    finalizeNodeClass(name);
    long generation = event.object().at("/metadata/generation").asLong();
    NodeClassState state = classes.computeIfAbsent(name, unused -> new NodeClassState());
    if (state.generation != generation) {
      state.generation = generation;
      soon("resolve " + name, RESOLVE, () -> resolve(name));
    }
  }

  /** A node class that is deleted stays until no NodeClaim uses it. */
  private void finalizeNodeClass(String name) {
    ObjectRef ref = ObjectKind.EC2_NODE_CLASS.ref(name);
    JsonNode live = server.get(ref);
    if (live != null
        && live.path("metadata").has("deletionTimestamp")
        && nodes.values().stream().noneMatch(node -> node.nodeClass.equals(name))) {
      server.edit(
          ref,
          object -> {
            object.withObjectProperty("metadata").remove("finalizers");
            return object;
          });
    }
  }

  /** Resolves the images of a node class, and writes its status. */
  private void resolve(String name) {
    NodeClassState state = classes.get(name);
    JsonNode live = server.get(ObjectKind.EC2_NODE_CLASS.ref(name));
    if (state == null || live == null || live.path("metadata").has("deletionTimestamp")) {
      return;
    }
    List<AmiSelectorTerm> terms =
        KarpenterObjects.facts(asKarpenterSeesIt(live)).stream()
            .filter(AmiSelectorTerm.class::isInstance)
            .map(AmiSelectorTerm.class::cast)
            .toList();
    boolean first = !state.resolved;
    state.amis = resolver.resolve(terms);
    boolean ready = !state.amis.isEmpty();
    if (first || state.ready != ready) {
      state.since = time.instant();
    }
    state.ready = ready;
    state.resolved = true;
    state.hash = hash(live.path("spec"));
    server.edit(ObjectKind.EC2_NODE_CLASS.ref(name), object -> nodeClassStatus(object, state));
    Instant expiry = resolver.nextExpiry();
    if (expiry != null) {
      time.at(expiry, () -> soon("resolve " + name, Duration.ZERO, () -> resolve(name)));
    }
    for (var pool : pools.entrySet()) {
      if (pool.getValue().pool.nodeClass().equals(name)) {
        soon("pool " + pool.getKey(), RECONCILE, () -> reconcilePool(pool.getKey()));
      }
    }
    soon("drift", DRIFT, this::drift);
    soon("provision", PROVISION, this::provision);
  }

  private ObjectNode nodeClassStatus(ObjectNode object, NodeClassState state) {
    ObjectNode metadata = object.withObjectProperty("metadata");
    metadata.withObjectProperty("annotations").put(CLASS_HASH, state.hash);
    metadata.putArray("finalizers").add("karpenter.k8s.aws/termination");
    ObjectNode status = object.withObjectProperty("status");
    ArrayNode amis = status.putArray("amis");
    for (Resolved image : state.amis) {
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
      zonesByType.values().stream()
          .flatMap(List::stream)
          .distinct()
          .sorted()
          .forEach(zone -> subnets.addObject().put("id", "subnet-" + zone).put("zone", zone));
      status.putArray("securityGroups").addObject().put("id", "sg-1");
    }
    var conditions = new Conditions(status.putArray("conditions"), state.generation);
    if (state.ready) {
      conditions.put("AMIsReady", "True", "AMIsReady", state.since);
    } else {
      conditions.put("AMIsReady", "False", "AMINotFound", state.since);
    }
    for (String type :
        List.of(
            "PlacementGroupReady",
            "SubnetsReady",
            "SecurityGroupsReady",
            "InstanceProfileReady",
            "ValidationSucceeded")) {
      conditions.put(type, "True", type, state.since);
    }
    conditions.put(
        "Ready",
        state.ready ? "True" : "False",
        state.ready ? "Ready" : "UnhealthyDependents",
        state.since);
    return object;
  }

  // Node pools

  private void observeNodePool(WatchEvent event) {
    String name = event.ref().name();
    if (event.type() == WatchType.DELETED) {
      pools.remove(name);
      nodes.values().stream()
          .filter(node -> node.pool.equals(name))
          .map(ModelNode::claimRef)
          .toList()
          .forEach(server::remove);
      return;
    }
    long generation = event.object().at("/metadata/generation").asLong();
    NodePoolState state = pools.get(name);
    if (state == null || state.generation != generation) {
      List<Fact> facts = KarpenterObjects.facts(asKarpenterSeesIt(event.object()));
      if (!(facts.getFirst() instanceof NodePool pool)) {
        return;
      }
      if (state == null) {
        state = new NodePoolState(pool, event.object().path("spec"), time.instant());
        pools.put(name, state);
      }
      state.generation = generation;
      state.pool = pool;
      state.spec = event.object().path("spec");
      state.budgets =
          facts.stream()
              .filter(DisruptionBudget.class::isInstance)
              .map(DisruptionBudget.class::cast)
              .toList();
      state.settled = false;
      soon("pool " + name, RECONCILE, () -> reconcilePool(name));
    }
  }

  /** Follows a changed spec or node class, in the steps in which Karpenter's controllers do. */
  private void reconcilePool(String name) {
    NodePoolState state = pools.get(name);
    if (state == null) {
      return;
    }
    JsonNode template = state.spec.path("template");
    state.hash = hash(template.path("spec")) + hash(template.path("metadata"));
    if (!state.settled) {
      poolStatus(name, state);
    }
    time.in(
        RECONCILE,
        () -> {
          NodeClassState nodeClass = classes.get(state.pool.nodeClass());
          String ready = nodeClass != null && nodeClass.ready ? "True" : "False";
          if (!ready.equals(state.nodeClassReady)) {
            state.nodeClassReady = ready;
            state.since.put("NodeClassReady", time.instant());
          }
          state.settled = true;
          poolStatus(name, state);
          String observed = state.generation + "/" + (nodeClass == null ? 0 : nodeClass.generation);
          if (!observed.equals(state.registrationsOf)) {
            state.registrationsOf = observed;
            state.registrations.clear();
            time.in(RECONCILE, () -> registrationHealthy(name, state, "Unknown"));
          }
          soon("drift", DRIFT, this::drift);
          soon("provision", PROVISION, this::provision);
          soon("disrupt", NEXT_COMMAND, this::disrupt);
        });
  }

  private void poolStatus(String name, NodePoolState state) {
    server.edit(ObjectKind.NODE_POOL.ref(name), object -> poolStatus(object, name, state));
  }

  private ObjectNode poolStatus(ObjectNode object, String name, NodePoolState state) {
    object
        .withObjectProperty("metadata")
        .withObjectProperty("annotations")
        .put(POOL_HASH, state.hash);
    ObjectNode status = object.withObjectProperty("status");
    var conditions = new Conditions(status.putArray("conditions"), state.generation);
    boolean known = !state.nodeClassReady.equals("Unknown");
    boolean usable = state.nodeClassReady.equals("True");
    conditions.put(
        "ValidationSucceeded",
        known ? "True" : "Unknown",
        known ? "ValidationSucceeded" : ModelNode.AWAITING,
        state.since("ValidationSucceeded"));
    conditions.put(
        "NodeClassReady",
        state.nodeClassReady,
        usable ? "NodeClassReady" : known ? "NodeClassReadinessUnknown" : ModelNode.AWAITING,
        state.since("NodeClassReady"));
    conditions.put(
        "NodeRegistrationHealthy",
        state.registrationHealthy,
        switch (state.registrationHealthy) {
          case "True" -> "NodeRegistrationHealthy";
          case "False" -> "RegistrationFailed";
          default -> ModelNode.AWAITING;
        },
        state.since("NodeRegistrationHealthy"));
    String ready = !state.settled ? "Unknown" : usable ? "True" : "False";
    if (!ready.equals(state.ready)) {
      state.ready = ready;
      state.since.put("Ready", time.instant());
    }
    conditions.put(
        "Ready",
        ready,
        switch (ready) {
          case "True" -> "Ready";
          case "False" -> "UnhealthyDependents";
          default -> "ReconcilingDependents";
        },
        state.since("Ready"));
    Resources usage = usage(name);
    status.put("nodes", usage.quantity("nodes").whole());
    ObjectNode resources = status.putObject("resources");
    usage.map().forEach((key, amount) -> resources.put(key, amount.toString()));
    return object;
  }

  /** What the nodes of a pool have together; {@code nodes} is how many they are. */
  private Resources usage(String pool) {
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

  private void count(String pool) {
    soon(
        "count " + pool,
        COUNT,
        () -> {
          NodePoolState state = pools.get(pool);
          if (state != null) {
            poolStatus(pool, state);
          }
        });
  }

  private void registrationHealthy(String pool, NodePoolState state, String status) {
    if (!state.registrationHealthy.equals(status)) {
      state.registrationHealthy = status;
      state.since.put("NodeRegistrationHealthy", time.instant());
      poolStatus(pool, state);
    }
  }

  /** A launch has registered, or was given up: of the last few, not too many may have failed. */
  private void registration(String pool, boolean success) {
    NodePoolState state = pools.get(pool);
    if (state != null) {
      state.registrations.addLast(success);
      if (state.registrations.size() > REGISTRATIONS) {
        state.registrations.removeFirst();
      }
      long failures = state.registrations.stream().filter(each -> !each).count();
      if (failures >= REGISTRATION_FAILURES) {
        registrationHealthy(pool, state, "False");
      } else if (success) {
        registrationHealthy(pool, state, "True");
      }
    }
  }

  // Pods

  private void newPod(String workload, Map<String, String> nodeSelector) {
    var pod =
        new ModelPod(
            "%s-%05d".formatted(workload, ++names),
            workload,
            nodeSelector,
            random.nextLong(),
            time.instant());
    pods.add(pod);
    server.put(pod.ref(), pod.object(false, false, time.instant()));
    time.in(RECONCILE, this::schedule);
  }

  private void removePod(ModelPod pod) {
    pods.remove(pod);
    ModelNode node = pod.node;
    if (node != null) {
      node.pod = null;
      node.podEvent = time.instant();
      consolidatable(node);
    }
    server.remove(pod.ref());
  }

  /** The scheduler: binds pods to nodes that are ready and free. */
  private void schedule() {
    for (ModelPod pod : List.copyOf(pods)) {
      if (pod.node != null) {
        continue;
      }
      ModelNode free =
          nodes.values().stream()
              .filter(node -> node.schedulable() && fits(pod, node))
              .findFirst()
              .orElse(null);
      if (free != null) {
        pod.node = free;
        free.pod = pod;
        free.podEvent = time.instant();
        time.in(KUBELET, () -> running(pod));
        consolidatable(free);
      }
      server.put(pod.ref(), pod.object(true, false, pod.created));
    }
  }

  private void running(ModelPod pod) {
    if (pods.contains(pod) && pod.node != null) {
      server.put(pod.ref(), pod.object(true, true, pod.created));
    }
  }

  private static boolean fits(ModelPod pod, ModelNode node) {
    return pod.nodeSelector.entrySet().stream()
        .allMatch(label -> label.getValue().equals(node.labels.get(label.getKey())));
  }

  /**
   * Places pods as Karpenter's simulated scheduling does, in the order of their uids: on nodes that
   * are free or under way, else on new ones.
   *
   * @param more pods beside those that wait or whose node is to go
   * @return those that need a new node, and which take a node that is not initialized yet
   */
  private Placement place(List<ModelPod> more) {
    var waiting = new ArrayList<>(more);
    for (ModelPod pod : pods) {
      if (!more.contains(pod) && (pod.node == null || pod.node.marked())) {
        waiting.add(pod);
      }
    }
    waiting.sort(Comparator.comparingLong(pod -> pod.rank));
    List<ModelNode> free =
        new ArrayList<>(
            nodes.values().stream()
                .filter(node -> node.pod == null && !node.marked())
                .sorted(Comparator.comparing(node -> node.initialized == null))
                .toList());
    var unplaced = new ArrayList<ModelPod>();
    var nominated = new HashMap<ModelPod, ModelNode>();
    for (ModelPod pod : waiting) {
      ModelNode node = free.stream().filter(each -> fits(pod, each)).findFirst().orElse(null);
      if (node == null) {
        unplaced.add(pod);
      } else {
        free.remove(node);
        nominated.put(pod, node);
      }
    }
    return new Placement(unplaced, nominated);
  }

  private record Placement(List<ModelPod> unplaced, Map<ModelPod, ModelNode> nominated) {}

  // Launches

  private void provision() {
    for (ModelPod pod : place(List.of()).unplaced()) {
      if (launch(pod) == null) {
        soon("provision", BLOCKED_RETRY, this::provision);
      }
    }
  }

  /** Makes a NodeClaim for a pod, of the first pool that admits it; null when none does. */
  private @Nullable ModelNode launch(ModelPod pod) {
    List<NodePool> order =
        pools.values().stream()
            .filter(state -> state.nodeClassReady.equals("True"))
            .map(state -> state.pool)
            .sorted(
                (one, other) ->
                    NodePool.triedBefore(
                            one.ownWeight(), one.name(), other.ownWeight(), other.name())
                        ? -1
                        : 1)
            .toList();
    for (NodePool pool : order) {
      NodePoolState state = pools.get(pool.name());
      if (state == null || pool.replicas() != null || pool.deleting()) {
        continue;
      }
      var node =
          new ModelNode(
              "%s-%05d".formatted(pool.name(), ++names),
              pool.name(),
              pool.nodeClass(),
              time.instant());
      state
          .spec
          .at("/template/metadata/labels")
          .properties()
          .forEach(label -> node.labels.put(label.getKey(), label.getValue().asText()));
      if (fits(pod, node) && choose(node, state) != null && withinLimits(pool)) {
        node.annotations.put(POOL_HASH, state.hash);
        add(node);
        return node;
      }
    }
    return null;
  }

  private boolean withinLimits(NodePool pool) {
    long underWay =
        nodes.values().stream()
            .filter(node -> node.pool.equals(pool.name()) && node.type == null)
            .count();
    Resources used =
        usage(pool.name()).plus(Resources.of(Map.of("nodes", Quantity.ofWhole(underWay + 1))));
    return pool.limits().map().entrySet().stream()
        .allMatch(limit -> used.quantity(limit.getKey()).compareTo(limit.getValue()) <= 0);
  }

  private record Choice(InstanceType type, Resolved image) {}

  /** The cheapest type that the pool admits and an image of the node class serves. */
  private @Nullable Choice choose(ModelNode node, NodePoolState state) {
    NodeClassState nodeClass = classes.get(node.nodeClass);
    if (nodeClass == null || !nodeClass.ready) {
      return null;
    }
    for (InstanceType type : types) {
      if (state.pool.requirements().admit(type.labels())
          && state.pool.requirements().admitZone(Values.of(zones(type)), Tags.NONE)) {
        Resolved image = mapped(nodeClass, type);
        if (image != null) {
          return new Choice(type, image);
        }
      }
    }
    return null;
  }

  private List<String> zones(InstanceType type) {
    return zonesByType.getOrDefault(type.name(), List.of());
  }

  /** The first image of the list whose requirements a type meets; null if there is none. */
  private static @Nullable Resolved mapped(NodeClassState nodeClass, InstanceType type) {
    return nodeClass.amis.stream()
        .filter(image -> image.requirements().compatible(type.labels()))
        .findFirst()
        .orElse(null);
  }

  private void add(ModelNode node) {
    nodes.put(node.name, node);
    publish(node);
    node.reconciled = true;
    publish(node);
    time.in(LAUNCH, () -> launch(node));
    time.in(LAUNCH_TTL, () -> giveUp(node, node.launched == null));
    time.in(REGISTRATION_TTL, () -> giveUp(node, node.registered == null));
    NodePoolState state = pools.get(node.pool);
    String expireAfter =
        state == null ? "" : state.spec.at("/template/spec/expireAfter").asText("720h");
    node.expireAfter = expireAfter;
    Duration lifetime = duration(expireAfter);
    if (lifetime != null) {
      time.in(lifetime, () -> server.remove(node.claimRef()));
    }
  }

  private void launch(ModelNode node) {
    NodePoolState state = pools.get(node.pool);
    NodeClassState nodeClass = classes.get(node.nodeClass);
    if (node.deleted != null || state == null || nodeClass == null) {
      return;
    }
    Choice choice = choose(node, state);
    if (choice == null) {
      // NodeClassNotReady or InsufficientCapacity: the claim is deleted, the pod waits.
      server.remove(node.claimRef());
      return;
    }
    InstanceType type = choice.type();
    node.type = type;
    node.image = choice.image().ami().id();
    node.launched = time.instant();
    node.annotations.put(CLASS_HASH, nodeClass.hash);
    type.labels()
        .map()
        .forEach(
            (key, values) -> {
              if (values.size() == 1 && !key.startsWith("plumbline.dev/")) {
                node.labels.put(key, values.getFirst());
              }
            });
    node.labels.put("kubernetes.io/os", "linux");
    node.labels.put(
        CAPACITY_TYPE,
        state.pool.requirements().allow(CAPACITY_TYPE, "on-demand") ? "on-demand" : "spot");
    List<String> zones =
        zones(type).stream()
            .filter(zone -> state.pool.requirements().allowZone(zone, Tags.NONE))
            .toList();
    node.labels.put(ZONE, zones.get(random.nextInt(zones.size())));
    launches.add(
        new Launch(
            time.instant(), node.name, node.pool, node.nodeClass, String.valueOf(node.image)));
    publish(node);
    count(node.pool);
    ImageBehavior behavior =
        behaviors.getOrDefault(String.valueOf(node.image), ImageBehavior.HEALTHY);
    Failure failure = random.nextDouble() < behavior.probability() ? behavior.failure() : null;
    time.in(
        CONSISTENCY,
        () -> {
          if (alive(node) && node.registered != null) {
            node.consistent = time.instant();
            publish(node);
          }
        });
    if (failure != Failure.NEVER_REGISTERED) {
      time.in(REGISTER, () -> register(node, failure, behavior.after()));
    }
  }

  private void register(ModelNode node, @Nullable Failure failure, Duration after) {
    if (!alive(node)) {
      return;
    }
    server.put(node.nodeRef(), node.node());
    node.registered = time.instant();
    publish(node);
    registration(node.pool, true);
    time.in(KUBELET, () -> kubelet(node, failure != Failure.NEVER_READY));
    agent(node, true);
    if (failure == Failure.DAEMON_SET_FAILS) {
      time.in(KUBELET.plus(after), () -> agent(node, false));
    }
    if (failure == Failure.NOT_READY || failure == Failure.FLICKERS) {
      time.in(
          KUBELET.plus(after),
          () -> {
            kubelet(node, false);
            if (failure == Failure.FLICKERS) {
              time.in(FLICKER, () -> kubelet(node, true));
              time.in(FLICKER.multipliedBy(2), () -> kubelet(node, false));
            }
          });
    }
  }

  /** The kubelet reports whether the node is ready. */
  private void kubelet(ModelNode node, boolean ready) {
    if (!alive(node) || (node.readySince != null && node.ready == ready)) {
      return;
    }
    node.ready = ready;
    Instant since = time.instant();
    node.readySince = since;
    publish(node);
    if (!ready) {
      time.in(REPAIR, () -> repair(node, since));
    } else if (node.initialized == null) {
      time.in(KUBELET, () -> initialize(node));
    } else {
      schedule();
    }
  }

  private void initialize(ModelNode node) {
    if (!alive(node) || !node.ready || node.initialized != null) {
      return;
    }
    node.initialized = time.instant();
    node.podEvent = time.instant();
    publish(node);
    for (Command command : List.copyOf(commands)) {
      if (command.replacement() == node) {
        complete(command);
      }
    }
    consolidatable(node);
    schedule();
    soon("disrupt", NEXT_COMMAND, this::disrupt);
  }

  private void consolidatable(ModelNode node) {
    NodePoolState state = pools.get(node.pool);
    Duration after =
        state == null ? null : duration(state.spec.at("/disruption/consolidateAfter").asText("0s"));
    if (after == null || node.initialized == null) {
      return;
    }
    Instant event = node.podEvent;
    time.in(
        after,
        () -> {
          if (alive(node) && event.equals(node.podEvent)) {
            if (node.consolidatable == null) {
              node.consolidatable = time.instant();
              publish(node);
            }
            soon("disrupt", NEXT_COMMAND, this::disrupt);
          }
        });
  }

  // Ends

  private void giveUp(ModelNode node, boolean failed) {
    if (failed && alive(node)) {
      registration(node.pool, false);
      server.remove(node.claimRef());
    }
  }

  /** Node repair: a node that is not ready for too long, unless too many are. */
  private void repair(ModelNode node, Instant since) {
    if (!alive(node) || node.ready || !since.equals(node.readySince)) {
      return;
    }
    List<ModelNode> all =
        nodes.values().stream()
            .filter(each -> each.pool.equals(node.pool) && each.registered != null)
            .toList();
    long unhealthy = all.stream().filter(each -> !each.ready).count();
    if (unhealthy * 100 > (long) REPAIR_MAX_UNHEALTHY_PERCENT * all.size() + 99) {
      time.in(BLOCKED_RETRY, () -> repair(node, since));
    } else {
      server.remove(node.claimRef());
    }
  }

  /** A NodeClaim is being deleted, by whomever. */
  private void terminating(ModelNode node) {
    node.deleted = time.instant();
    boolean joined = node.registered != null;
    if (joined) {
      server.remove(node.nodeRef());
    }
    publish(node);
    commands.stream()
        .filter(command -> command.replacement() == node && node.initialized == null)
        .toList()
        .forEach(this::rollBack);
    commands.removeIf(command -> command.candidate() == node);
    time.in(RECONCILE, () -> evict(node));
    if (joined) {
      time.in(
          DRAIN,
          () -> {
            node.drained = time.instant();
            publish(node);
          });
    }
    time.in(
        joined ? TERMINATE : KUBELET,
        () -> {
          node.gone = true;
          nodes.remove(node.name);
          if (joined) {
            server.put(node.nodeRef(), node.node());
            server.remove(node.agentRef());
          }
          server.put(node.claimRef(), node.claim());
          finalizeNodeClass(node.nodeClass);
          count(node.pool);
          soon("disrupt", RECONCILE, this::disrupt);
          soon("provision", PROVISION, this::provision);
        });
    soon("provision", PROVISION, this::provision);
  }

  private void evict(ModelNode node) {
    ModelPod pod = node.pod;
    if (pod != null) {
      removePod(pod);
      newPod(pod.workload, pod.nodeSelector);
    }
  }

  // Drift and disruption

  private void drift() {
    for (ModelNode node : List.copyOf(nodes.values())) {
      NodePoolState pool = pools.get(node.pool);
      NodeClassState nodeClass = classes.get(node.nodeClass);
      InstanceType type = node.type;
      if (!alive(node) || type == null || pool == null || nodeClass == null) {
        continue;
      }
      Resolved image = mapped(nodeClass, type);
      String reason =
          !pool.hash.equals(node.annotations.get(POOL_HASH))
              ? "NodePoolDrifted"
              : !pool.pool.ofClaims().allow(Tags.of(node.labels))
                  ? "RequirementsDrifted"
                  : !nodeClass.hash.equals(node.annotations.get(CLASS_HASH))
                      ? "NodeClassDrift"
                      : image != null && !image.ami().id().equals(node.image) ? "AMIDrift" : null;
      boolean unknown = reason == null && image == null;
      if (!unknown && !Objects.equals(reason, node.drift)) {
        node.drift = reason;
        node.drifted = reason == null ? null : time.instant();
        publish(node);
        soon("disrupt", NEXT_COMMAND, this::disrupt);
      }
    }
  }

  /**
   * Starts one command: drifted nodes without pods first, then the oldest drift, then empty ones.
   */
  private void disrupt() {
    boolean waits = false;
    for (String reason : List.of("Drifted", "Empty")) {
      for (ModelNode node : candidates(reason)) {
        if (allowed(node.pool, reason) <= 0) {
          waits |= budgets(node.pool).stream().anyMatch(budget -> budget.schedule() != null);
          continue;
        }
        if (start(node, reason)) {
          soon("disrupt", NEXT_COMMAND, this::disrupt);
          return;
        }
      }
    }
    if (waits) {
      soon("disrupt", BLOCKED_RETRY, this::disrupt);
    }
  }

  private List<ModelNode> candidates(String reason) {
    return nodes.values().stream()
        .filter(node -> node.initialized != null && !node.marked() && pools.containsKey(node.pool))
        .filter(
            node ->
                reason.equals("Drifted")
                    ? node.drifted != null
                    : node.pod == null && node.consolidatable != null)
        .sorted(
            Comparator.comparing((ModelNode node) -> node.pod != null)
                .thenComparing(node -> node.drifted == null ? node.created : node.drifted)
                .thenComparing(node -> node.created))
        .toList();
  }

  private List<DisruptionBudget> budgets(String pool) {
    NodePoolState state = pools.get(pool);
    return state == null ? List.of() : state.budgets;
  }

  /** How many nodes of a pool the budgets let go now, less those that are going or not ready. */
  private long allowed(String pool, String reason) {
    List<ModelNode> all =
        nodes.values().stream()
            .filter(node -> node.pool.equals(pool) && node.initialized != null)
            .filter(node -> node.drained == null)
            .toList();
    long going = all.stream().filter(node -> node.marked() || !node.ready).count();
    long limit = Long.MAX_VALUE;
    for (DisruptionBudget budget : budgets(pool)) {
      if (budget.broken(time.instant())) {
        return 0;
      }
      if (budget.active(time.instant()) && budget.concerns(reason)) {
        limit = Math.min(limit, budget.limit(all.size()));
      }
    }
    return limit - going;
  }

  private boolean start(ModelNode node, String reason) {
    ModelPod pod = node.pod;
    ModelNode replacement = null;
    if (pod != null) {
      Placement placement = place(List.of(pod));
      ModelNode taken = placement.nominated().get(pod);
      if (taken != null && taken.initialized == null) {
        // "would schedule against uninitialized nodeclaim"
        return false;
      }
      if (taken == null) {
        replacement = launch(pod);
        if (replacement == null) {
          return false;
        }
      }
    }
    node.disruption = reason;
    node.disrupted = time.instant();
    publish(node);
    var command = new Command(node, replacement);
    commands.add(command);
    if (replacement == null) {
      complete(command);
    } else {
      time.in(COMMAND_TIMEOUT, () -> rollBack(command));
    }
    return true;
  }

  private void complete(Command command) {
    commands.remove(command);
    server.remove(command.candidate().claimRef());
  }

  /** The replacement did not come up: the node stays, and may be tried again. */
  private void rollBack(Command command) {
    if (commands.remove(command)) {
      ModelNode node = command.candidate();
      node.disruption = null;
      node.disrupted = null;
      publish(node);
      soon("disrupt", NEXT_COMMAND, this::disrupt);
    }
  }

  private boolean alive(ModelNode node) {
    return node.deleted == null && nodes.containsKey(node.name);
  }

  private void publish(ModelNode node) {
    server.put(node.claimRef(), node.claim());
    if (node.registered != null) {
      server.put(node.nodeRef(), node.node());
    }
  }

  /** Runs {@code what} after {@code delay}, once however often it is asked for until then. */
  private void soon(String name, Duration delay, Runnable what) {
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

  /** Plumbline reads what it wrote itself differently. */
  private static JsonNode asKarpenterSeesIt(JsonNode object) {
    ObjectNode copy = object.deepCopy();
    ObjectNode annotations = copy.withObjectProperty("metadata").withObjectProperty("annotations");
    var ours = new ArrayList<String>();
    annotations.fieldNames().forEachRemaining(ours::add);
    ours.removeIf(key -> !key.startsWith("plumbline.dev/"));
    annotations.remove(ours);
    return copy;
  }

  private static String hash(JsonNode spec) {
    ObjectNode hashed = spec instanceof ObjectNode object ? object.deepCopy() : null;
    if (hashed != null) {
      hashed.remove(NOT_HASHED);
    }
    return Integer.toUnsignedString(String.valueOf(hashed).hashCode());
  }

  /** A duration of the API, {@code 720h} or {@code 1h30m}; null for {@code Never}. */
  private static @Nullable Duration duration(String text) {
    return text.isEmpty() || text.equals("Never")
        ? null
        : Duration.parse("PT" + text.toUpperCase(Locale.ROOT));
  }
}
