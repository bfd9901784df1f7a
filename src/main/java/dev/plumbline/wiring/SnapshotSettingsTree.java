package dev.plumbline.wiring;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.conclusion.CapacityConclusions.LearnedCapacity;
import dev.plumbline.fact.Cluster.Account;
import dev.plumbline.fact.Cluster.ClusterVersion;
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Cluster.ObjectFault;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Gates.SnapshotCoverage;
import dev.plumbline.fact.Gates.SourceScope;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.fact.InstanceTypes.RememberedCapacity;
import dev.plumbline.fact.InstanceTypes.UnavailableOffering;
import dev.plumbline.fact.Launches.LaunchFailure;
import dev.plumbline.fact.Launches.PastLaunch;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.fact.Policy.Waiver;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Values;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.source.ParameterKind.Shape;
import dev.plumbline.source.PolicyData;
import dev.plumbline.source.PolicyData.ParameterDeclaration;
import dev.plumbline.source.SnapshotFolder;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The content of {@code snapshot.yaml} for a live host. */
final class SnapshotSettingsTree {

  private final HostSnapshot live;
  private final PolicyData policy;
  private final Set<String> recorded;
  private final ObjectNode root = JsonNodeFactory.instance.objectNode();

  private SnapshotSettingsTree(HostSnapshot live, PolicyData policy, Set<String> recorded) {
    this.live = live;
    this.policy = policy;
    this.recorded = recorded;
  }

  /**
   * @param recorded the objects that the folder has: NodePool/default
   */
  static ObjectNode of(
      HostSnapshot live, PolicyData policy, @Nullable String region, Set<String> recorded) {
    var tree = new SnapshotSettingsTree(live, policy, recorded);
    tree.root.put("at", tree.at().toString());
    if (region != null) {
      tree.root.put("region", region);
    }
    for (Account account : tree.facts(Account.class)) {
      if (account.id() != null) {
        tree.root.put("accountId", account.id());
      }
    }
    tree.facts(ClusterVersion.class)
        .forEach(version -> tree.root.put("kubernetesVersion", version.version()));
    tree.sources();
    tree.unreadable();
    tree.parameters();
    tree.learned();
    memory(live, tree.root);
    // Even when there are none: a claim that failed may be there, and another launched since.
    tree.root.withArray("launchFailures");
    tree.waivers();
    return tree.root;
  }

  /** The learned state; what nodes confirm now and is not remembered yet, as of now. */
  private void learned() {
    ArrayNode learned = root.arrayNode();
    var remembered = new HashSet<String>();
    for (RememberedCapacity each : facts(RememberedCapacity.class)) {
      remembered.add(each.key());
      learned(learned, each.instanceType(), each.ami(), each.memory(), each.confirmed());
    }
    for (LearnedCapacity each : live.settlement().of(LearnedCapacity.class)) {
      Instant confirmed = each.confirmed() == null ? at() : each.confirmed();
      var now = new RememberedCapacity(each.instanceType(), each.ami(), each.memory(), confirmed);
      if (remembered.add(now.key())) {
        learned(learned, each.instanceType(), each.ami(), each.memory(), confirmed);
      }
    }
    setUnlessEmpty(root, "learnedCapacity", learned);
  }

  static void learned(
      ArrayNode to, String instanceType, String ami, Quantity memory, Instant confirmed) {
    to.addObject()
        .put("instanceType", instanceType)
        .put("ami", ami)
        .put("memory", memory.toString())
        .put("confirmed", confirmed.toString());
  }

  /**
   * Adds the earlier launches, those that failed and unavailable offerings to the learned capacity.
   */
  static void memory(HostSnapshot live, ObjectNode root) {
    ArrayNode unavailable = root.arrayNode();
    for (UnavailableOffering each : facts(live, UnavailableOffering.class)) {
      unavailable
          .addObject()
          .put("capacityType", each.capacityType())
          .put("instanceType", each.instanceType())
          .put("zone", each.zone())
          .put("reason", each.reason())
          .put("since", each.since().toString());
    }
    ArrayNode launches = root.arrayNode();
    for (PastLaunch each : facts(live, PastLaunch.class)) {
      ObjectNode launch =
          launches
              .addObject()
              .put("nodeClaim", each.nodeClaim())
              .put("nodePool", each.nodePool())
              .put("instanceType", each.instanceType())
              .put("ami", each.ami())
              .put("launched", each.launched().toString());
      amounts(launch.putObject("promised"), each.promised());
      Resources real = each.allocatable();
      if (real != null) {
        amounts(launch.putObject("allocatable"), real);
      }
      putUnlessNull(launch, "nodeClass", each.nodeClass());
      putUnlessNull(launch, "zone", each.zone());
      putUnlessNull(launch, "registered", each.registered());
      putUnlessNull(launch, "initialized", each.initialized());
      putUnlessNull(launch, "ready", each.ready());
      putUnlessNull(launch, "readySince", each.readySince());
      putUnlessNull(launch, "deleted", each.deleted());
      putUnlessNull(launch, "disruption", each.disruption());
      putUnlessNull(launch, "interrupted", each.interrupted());
      putUnlessNull(launch, "expires", each.expires());
      putUnlessNull(launch, "node", each.node());
      putUnlessNull(launch, "drift", each.drift());
      putUnlessNull(launch, "deletedWith", each.deletedWith());
    }
    ArrayNode failures = root.arrayNode();
    for (LaunchFailure each : facts(live, LaunchFailure.class)) {
      failures
          .addObject()
          .put("nodePool", each.nodePool())
          .put("capacityType", each.capacityType())
          .put("instanceType", each.instanceType())
          .put("zone", each.zone())
          .put("code", each.code())
          .put("message", each.message())
          .put("since", each.since().toString())
          .put("last", each.last().toString());
    }
    setUnlessEmpty(root, "unavailableOfferings", unavailable);
    setUnlessEmpty(root, "launchFailures", failures);
    setUnlessEmpty(root, "pastLaunches", launches);
  }

  private Instant at() {
    List<EvaluationTime> times = facts(EvaluationTime.class);
    return times.isEmpty() ? live.at() : times.getFirst().instant();
  }

  /**
   * What could not be read is in no file, or nobody could read that. A fault of an object that is
   * in a file, an annotation for instance, is found again there.
   */
  private void unreadable() {
    ArrayNode unreadable = root.arrayNode();
    for (ObjectFault each : facts(ObjectFault.class)) {
      if (SnapshotFolder.holds(each.source()) && !recorded.contains(each.object())) {
        unreadable
            .addObject()
            .put("source", each.source())
            .put("object", each.object())
            .put("message", each.message());
      }
    }
    setUnlessEmpty(root, "unreadable", unreadable);
  }

  private void sources() {
    ObjectNode sources = root.objectNode();
    for (SourceStatus status : facts(SourceStatus.class)) {
      // How far the host's own sources are, its rules and replicas, tells nothing of the cluster.
      if (!SnapshotFolder.holds(status.source())
          || (status.state().equals("absent") && status.code() == null)) {
        continue;
      }
      ObjectNode source = sources.putObject(status.source()).put("state", status.state());
      if (!status.operation().equals(SnapshotFolder.operation(status.source()))) {
        source.put("operation", status.operation());
      }
      putUnlessNull(source, "code", status.code());
      putUnlessNull(source, "since", status.since());
      putUnlessNull(source, "lastSuccess", status.lastSuccess());
      if (status.failures() > 0) {
        source.put("failures", status.failures());
      }
      if (status.items() != null) {
        source.put("items", status.items());
      }
      if (status.held() > 0) {
        source.put("held", status.held());
      }
    }
    for (SourceScope scope : facts(SourceScope.class)) {
      list(sources.withObject(scope.source()), "queries", scope.asked());
    }
    for (SnapshotCoverage coverage : facts(SnapshotCoverage.class)) {
      list(sources.withObject(coverage.source()), "covers", coverage.covers());
    }
    if (!sources.isEmpty()) {
      root.set("sources", sources);
    }
  }

  private static void list(ObjectNode to, String name, Values values) {
    ArrayNode list = to.putArray(name);
    values.list().forEach(list::add);
  }

  private void parameters() {
    List<Parameter> all = facts(Parameter.class);
    List<Parameter> unset = policy.parameters();
    ObjectNode set = root.objectNode();
    for (ParameterDeclaration declared : policy.declarations()) {
      List<Parameter> now = named(declared.name(), all);
      // Written even when it is the default, so that other rule sets read the same value.
      if (same(now, declared.defaults()) && same(now, named(declared.name(), unset))) {
        continue;
      }
      if (now.isEmpty()) {
        set.putNull(declared.name());
      } else if (declared.kind().shape() == Shape.SINGLE) {
        set.put(declared.name(), now.getFirst().value());
      } else if (declared.kind().shape() == Shape.MAP) {
        ObjectNode map = set.putObject(declared.name());
        now.forEach(each -> map.put(each.item(), each.value()));
      } else {
        ArrayNode list = set.putArray(declared.name());
        now.stream()
            .sorted((a, b) -> Integer.parseInt(a.item()) - Integer.parseInt(b.item()))
            .forEach(each -> list.add(each.value()));
      }
    }
    if (!set.isEmpty()) {
      root.set("parameters", set);
    }
  }

  private static List<Parameter> named(String name, List<Parameter> all) {
    return all.stream().filter(each -> each.name().equals(name)).toList();
  }

  private static boolean same(List<Parameter> some, List<Parameter> others) {
    return some.size() == others.size() && some.containsAll(others);
  }

  private void waivers() {
    ArrayNode waivers = root.arrayNode();
    for (Waiver waiver : facts(Waiver.class)) {
      if (!policy.facts().contains(waiver)) {
        waivers
            .addObject()
            .put("id", waiver.id())
            .put("rule", waiver.rule())
            .put("subject", waiver.subject())
            .put("owner", waiver.owner())
            .put("reason", waiver.reason())
            .put("until", waiver.until().toString());
      }
    }
    setUnlessEmpty(root, "waivers", waivers);
  }

  private <T extends Fact> List<T> facts(Class<T> type) {
    return facts(live, type);
  }

  private static <T extends Fact> List<T> facts(HostSnapshot live, Class<T> type) {
    return live.facts(type);
  }

  private static void amounts(ObjectNode to, Resources amounts) {
    amounts.map().forEach((name, amount) -> to.put(name, amount.toString()));
  }

  private static void putUnlessNull(ObjectNode to, String name, @Nullable Object value) {
    if (value != null) {
      to.put(name, value.toString());
    }
  }

  private static void setUnlessEmpty(ObjectNode to, String name, ArrayNode list) {
    if (!list.isEmpty()) {
      to.set(name, list);
    }
  }
}
