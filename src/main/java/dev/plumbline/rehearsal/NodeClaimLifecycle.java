package dev.plumbline.rehearsal;

import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.Tags;
import dev.plumbline.rehearsal.ImageBehavior.Failure;
import dev.plumbline.rehearsal.InstanceTypeProvider.Choice;
import dev.plumbline.rehearsal.KarpenterModel.Launch;
import dev.plumbline.rehearsal.ModelState.NodeClassState;
import dev.plumbline.rehearsal.ModelState.NodePoolState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Launches the instances of NodeClaims and registers their nodes; deletes NodeClaims that are not
 * launched or registered in time ({@code pkg/controllers/nodeclaim/lifecycle} of karpenter).
 */
final class NodeClaimLifecycle {

  /** From a NodeClaim to its instance. Recorded: up to a second. */
  private static final Duration LAUNCH = Duration.ofMillis(800);

  /** From the instance to its Node. Recorded (simulated instances): 30 s. */
  private static final Duration REGISTER = Duration.ofSeconds(30);

  /** {@code lifecycle/liveness.go}, {@code launchTTL}. */
  private static final Duration LAUNCH_TTL = Duration.ofMinutes(5);

  /** {@code lifecycle/liveness.go}, {@code registrationTTL}. */
  private static final Duration REGISTRATION_TTL = Duration.ofMinutes(15);

  /** {@code nodeclaim/consistency}: the first look after the launch. Recorded. */
  private static final Duration CONSISTENCY = Duration.ofMinutes(10);

  private static final Duration FLICKER = Duration.ofMillis(100);
  private static final String ZONE = "topology.kubernetes.io/zone";
  private static final String CAPACITY_TYPE = "karpenter.sh/capacity-type";

  private final ModelState state;
  private final InstanceTypeProvider instanceTypes;
  private final NodePoolController nodePools;
  private final NodeReadiness readiness;
  private final Map<String, ImageBehavior> behaviors = new HashMap<>();
  private final List<Launch> launches = new ArrayList<>();

  NodeClaimLifecycle(
      ModelState state,
      InstanceTypeProvider instanceTypes,
      NodePoolController nodePools,
      NodeReadiness readiness) {
    this.state = state;
    this.instanceTypes = instanceTypes;
    this.nodePools = nodePools;
    this.readiness = readiness;
  }

  /** What becomes of the nodes that will boot an image. */
  void behavior(String image, ImageBehavior behavior) {
    behaviors.put(image, behavior);
    if (behavior.failure() == Failure.DAEMON_SET_FAILS) {
      readiness.runDaemonSet();
    }
  }

  /** Every launch so far, in order. */
  List<Launch> launches() {
    return launches;
  }

  /** Creates a NodeClaim, whose instance is launched next. */
  void add(ModelNode node) {
    state.nodes.put(node.name, node);
    state.publish(node);
    node.reconciled = true;
    state.publish(node);
    state.time.in(LAUNCH, () -> launch(node));
    state.time.in(LAUNCH_TTL, () -> giveUp(node, node.launched == null));
    state.time.in(REGISTRATION_TTL, () -> giveUp(node, node.registered == null));
    NodePoolState pool = state.pools.get(node.pool);
    String expireAfter =
        pool == null ? "" : pool.spec.at("/template/spec/expireAfter").asText("720h");
    node.expireAfter = expireAfter;
    Duration lifetime = ObservedObject.duration(expireAfter);
    if (lifetime != null) {
      state.time.in(lifetime, () -> state.server.remove(node.claimRef()));
    }
  }

  private void launch(ModelNode node) {
    NodePoolState pool = state.pools.get(node.pool);
    NodeClassState nodeClass = state.classes.get(node.nodeClass);
    if (node.deleted != null || pool == null || nodeClass == null) {
      return;
    }
    Choice choice = instanceTypes.choose(nodeClass, pool);
    if (choice == null) {
      // NodeClassNotReady or InsufficientCapacity: the claim is deleted, the pod waits.
      state.server.remove(node.claimRef());
      return;
    }
    InstanceType type = choice.type();
    node.type = type;
    node.image = choice.image().ami().id();
    node.launched = state.time.instant();
    node.annotations.put(NodeClassState.HASH, nodeClass.hash);
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
        pool.pool.requirements().allow(CAPACITY_TYPE, "on-demand") ? "on-demand" : "spot");
    List<String> zones =
        instanceTypes.zones(type).stream()
            .filter(zone -> pool.pool.requirements().allowZone(zone, Tags.NONE))
            .toList();
    node.labels.put(ZONE, zones.get(state.random.nextInt(zones.size())));
    launches.add(
        new Launch(
            state.time.instant(),
            node.name,
            node.pool,
            node.nodeClass,
            String.valueOf(node.image)));
    state.publish(node);
    nodePools.count(node.pool);
    ImageBehavior behavior =
        behaviors.getOrDefault(String.valueOf(node.image), ImageBehavior.HEALTHY);
    Failure failure =
        state.random.nextDouble() < behavior.probability() ? behavior.failure() : null;
    state.time.in(
        CONSISTENCY,
        () -> {
          if (state.alive(node) && node.registered != null) {
            node.consistent = state.time.instant();
            state.publish(node);
          }
        });
    if (failure != Failure.NEVER_REGISTERED) {
      state.time.in(REGISTER, () -> register(node, failure, behavior.after()));
    }
  }

  private void register(ModelNode node, @Nullable Failure failure, Duration after) {
    if (!state.alive(node)) {
      return;
    }
    state.server.put(node.nodeRef(), node.node());
    node.registered = state.time.instant();
    state.publish(node);
    nodePools.registration(node.pool, true);
    state.time.in(
        ModelState.KUBELET, () -> readiness.kubelet(node, failure != Failure.NEVER_READY));
    readiness.agent(node, true);
    if (failure == Failure.DAEMON_SET_FAILS) {
      state.time.in(ModelState.KUBELET.plus(after), () -> readiness.agent(node, false));
    }
    if (failure == Failure.NOT_READY || failure == Failure.FLICKERS) {
      state.time.in(
          ModelState.KUBELET.plus(after),
          () -> {
            readiness.kubelet(node, false);
            if (failure == Failure.FLICKERS) {
              state.time.in(FLICKER, () -> readiness.kubelet(node, true));
              state.time.in(FLICKER.multipliedBy(2), () -> readiness.kubelet(node, false));
            }
          });
    }
  }

  private void giveUp(ModelNode node, boolean failed) {
    if (failed && state.alive(node)) {
      nodePools.registration(node.pool, false);
      state.server.remove(node.claimRef());
    }
  }
}
