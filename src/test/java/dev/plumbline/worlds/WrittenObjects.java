package dev.plumbline.worlds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.LiveObjects;
import dev.plumbline.fact.Disruption.DisruptionBudget;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.NodeClasses.AmiSelectorTerm;
import dev.plumbline.fact.NodeClasses.BlockDeviceMapping;
import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import dev.plumbline.fact.NodeClasses.KubeletConfiguration;
import dev.plumbline.fact.NodeClasses.NetworkInterface;
import dev.plumbline.fact.NodeOverlays.NodeOverlay;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.fact.Pods.DaemonSet;
import dev.plumbline.fact.Pods.NodeAffinityTerm;
import dev.plumbline.fact.Pods.Pod;
import dev.plumbline.fact.Pools.MinValues;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.Pools.NodePoolTaint;
import dev.plumbline.fact.Pools.PreferenceItem;
import dev.plumbline.fact.Requirement;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import dev.plumbline.fact.Verdicts.ImageVerdict;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The objects that people would have written for the facts of a world to be as they are. */
public final class WrittenObjects {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final Collection<Fact> facts;

  public WrittenObjects(Collection<Fact> facts) {
    this.facts = facts;
  }

  /** What the object is called that {@code fact} is told in; null when it is in no object. */
  public static @Nullable Named object(Fact fact) {
    return switch (fact) {
      case NodePool pool -> new Named("NodePool", pool.name());
      case DisruptionBudget budget -> new Named("NodePool", budget.nodePool());
      case MinValues minimum -> new Named("NodePool", minimum.nodePool());
      case NodePoolTaint taint -> new Named("NodePool", taint.nodePool());
      case PreferenceItem item -> new Named("NodePool", item.nodePool());
      case EC2NodeClass nodeClass -> new Named("EC2NodeClass", nodeClass.name());
      case AmiSelectorTerm term -> new Named("EC2NodeClass", term.nodeClass());
      case BlockDeviceMapping mapping -> new Named("EC2NodeClass", mapping.nodeClass());
      case KubeletConfiguration kubelet -> new Named("EC2NodeClass", kubelet.nodeClass());
      case NetworkInterface nic -> new Named("EC2NodeClass", nic.nodeClass());
      case NodeOverlay overlay -> new Named("NodeOverlay", overlay.name());
      case ImageVerdict verdict -> new Named("ImageVerdict", verdict.release());
      case Pod pod -> new Named("Pod", pod.path());
      case DaemonSet set -> new Named("DaemonSet", set.path());
      case NodeAffinityTerm term -> new Named(term.kind(), term.object());
      default -> null;
    };
  }

  /** A kind and a name, with the namespace where it has one. */
  public record Named(String kind, String name) {}

  /** The object as it would be written; null when it is not there. */
  public @Nullable ObjectNode of(Named named) {
    return switch (named.kind()) {
      case "NodePool" -> first(NodePool.class, named, NodePool::name, this::nodePool);
      case "EC2NodeClass" -> first(EC2NodeClass.class, named, EC2NodeClass::name, this::nodeClass);
      case "NodeOverlay" ->
          first(NodeOverlay.class, named, NodeOverlay::name, WrittenObjects::overlay);
      case "ImageVerdict" ->
          first(ImageVerdict.class, named, ImageVerdict::release, WrittenObjects::verdict);
      case "Pod" -> first(Pod.class, named, Pod::path, this::pod);
      case "DaemonSet" -> first(DaemonSet.class, named, DaemonSet::path, this::daemonSet);
      default -> throw new IllegalArgumentException(named.kind());
    };
  }

  /** Of every kind that actions change. */
  public LiveObjects live() {
    var live = new TreeMap<ObjectRef, JsonNode>();
    for (Fact each : facts) {
      Named named = object(each);
      ObjectNode object =
          each instanceof NodePool
                  || each instanceof EC2NodeClass
                  || each instanceof NodeOverlay
                  || each instanceof ImageVerdict
              ? of(Objects.requireNonNull(named))
              : null;
      if (object != null) {
        String name = object.path("metadata").path("name").asText();
        live.put(
            new ObjectRef(
                object.path("apiVersion").asText(), object.path("kind").asText(), null, name),
            object);
      }
    }
    return new LiveObjects(live);
  }

  private <T extends Fact> @Nullable ObjectNode first(
      Class<T> type, Named named, Function<T, String> name, Function<T, ObjectNode> written) {
    return parts(type, name, named.name()).stream().findFirst().map(written).orElse(null);
  }

  private <T extends Fact> List<T> parts(Class<T> type, Function<T, String> owner, String of) {
    return facts.stream()
        .filter(type::isInstance)
        .map(type::cast)
        .filter(each -> owner.apply(each).equals(of))
        .toList();
  }

  private static ObjectNode object(String apiVersion, String kind, String path) {
    ObjectNode object = JSON.objectNode().put("apiVersion", apiVersion).put("kind", kind);
    int slash = path.indexOf('/');
    ObjectNode metadata = object.putObject("metadata").put("name", path.substring(slash + 1));
    if (slash > 0) {
      metadata.put("namespace", path.substring(0, slash));
    }
    return object;
  }

  // ---- NodePool

  private ObjectNode nodePool(NodePool pool) {
    ObjectNode object = object("karpenter.sh/v1", "NodePool", pool.name());
    String name = pool.name();
    ObjectNode annotations = metadata(object, pool.annotations(), pool.labels());
    List<PreferenceItem> items =
        parts(PreferenceItem.class, PreferenceItem::nodePool, name).stream()
            .sorted(Comparator.comparing(PreferenceItem::position))
            .toList();
    if (!items.isEmpty()) {
      annotations.put(
          "plumbline.dev/prefer",
          String.join(
              ",", items.stream().map(it -> (it.excluded() ? "!" : "") + it.text()).toList()));
    }
    ObjectNode spec = object.putObject("spec");
    if (pool.weight() != null) {
      spec.put("weight", pool.weight());
    }
    if (pool.replicas() != null) {
      spec.put("replicas", pool.replicas());
    }
    if (!pool.limits().none()) {
      resources(spec.putObject("limits"), pool.limits());
    }
    List<DisruptionBudget> budgets =
        parts(DisruptionBudget.class, DisruptionBudget::nodePool, name).stream()
            .sorted(Comparator.comparing(DisruptionBudget::position))
            .toList();
    ObjectNode disruption = spec.putObject("disruption").put("consolidateAfter", "1m");
    if (!budgets.isEmpty()) {
      ArrayNode list = disruption.putArray("budgets");
      for (DisruptionBudget each : budgets) {
        ObjectNode budget = list.addObject().put("nodes", each.nodes());
        if (each.schedule() != null) {
          budget.put("schedule", each.schedule());
        }
        if (each.duration() != null) {
          budget.put("duration", each.duration().toMinutes() + "m");
        }
        if (each.noReason() || !each.reasons().none()) {
          texts(budget.putArray("reasons"), each.reasons().list());
        }
      }
    }
    ObjectNode template = spec.putObject("template").putObject("spec");
    template
        .putObject("nodeClassRef")
        .put("group", "karpenter.k8s.aws")
        .put("kind", "EC2NodeClass")
        .put("name", pool.nodeClass());
    ArrayNode requirements = requirements(template.putArray("requirements"), pool.requirements());
    for (MinValues each : parts(MinValues.class, MinValues::nodePool, name)) {
      for (var requirement : requirements) {
        if (Requirements.label(requirement.path("key").asText()).equals(each.label())) {
          ((ObjectNode) requirement).put("minValues", each.count());
        }
      }
    }
    for (NodePoolTaint each : parts(NodePoolTaint.class, NodePoolTaint::nodePool, name)) {
      ObjectNode taint =
          template
              .withArray(each.startup() ? "startupTaints" : "taints")
              .addObject()
              .put("key", each.taintKey())
              .put("effect", each.effect());
      if (!each.value().isEmpty()) {
        taint.put("value", each.value());
      }
    }
    return object;
  }

  // ---- EC2NodeClass

  private ObjectNode nodeClass(EC2NodeClass written) {
    String name = written.name();
    ObjectNode object = object("karpenter.k8s.aws/v1", "EC2NodeClass", name);
    metadata(object, written.annotations(), Tags.NONE);
    ObjectNode spec = object.putObject("spec").put("role", "nodes");
    for (String selector : List.of("subnetSelectorTerms", "securityGroupSelectorTerms")) {
      spec.putArray(selector).addObject().putObject("tags").put("a", "b");
    }
    put(spec, "amiFamily", written.amiFamily());
    put(spec, "instanceStorePolicy", written.instanceStorePolicy());
    ArrayNode terms = spec.putArray("amiSelectorTerms");
    parts(AmiSelectorTerm.class, AmiSelectorTerm::nodeClass, name).stream()
        .sorted(Comparator.comparing(AmiSelectorTerm::index))
        .forEach(
            each -> {
              ObjectNode term = terms.addObject();
              put(term, "alias", each.alias());
              put(term, "id", each.id());
              put(term, "name", each.name());
              put(term, "owner", each.owner());
              put(term, "ssmParameter", each.ssmParameter());
              if (!each.tags().none()) {
                each.tags().map().forEach(term.putObject("tags")::put);
              }
            });
    parts(BlockDeviceMapping.class, BlockDeviceMapping::nodeClass, name)
        .forEach(
            each -> {
              ObjectNode mapping =
                  spec.withArray("blockDeviceMappings")
                      .addObject()
                      .put("deviceName", each.deviceName())
                      .put("rootVolume", each.rootVolume());
              if (each.volumeSizeGiB() == null) {
                mapping.putObject("ebs").put("snapshotID", "snap-1");
              } else {
                mapping.putObject("ebs").put("volumeSize", each.volumeSizeGiB() + "Gi");
              }
            });
    parts(NetworkInterface.class, NetworkInterface::nodeClass, name).stream()
        .sorted(Comparator.comparing(NetworkInterface::position))
        .forEach(
            each ->
                spec.withArray("networkInterfaces")
                    .addObject()
                    .put("networkCardIndex", each.networkCardIndex())
                    .put("deviceIndex", each.networkCardIndex() == 0 ? each.position() : 1)
                    .put("interfaceType", each.interfaceType()));
    parts(KubeletConfiguration.class, KubeletConfiguration::nodeClass, name)
        .forEach(
            each -> {
              ObjectNode kubelet = spec.putObject("kubelet");
              if (each.maxPods() != null) {
                kubelet.put("maxPods", each.maxPods());
              }
              if (each.podsPerCore() != null) {
                kubelet.put("podsPerCore", each.podsPerCore());
              }
              resources(kubelet.putObject("kubeReserved"), each.kubeReserved());
              resources(kubelet.putObject("systemReserved"), each.systemReserved());
              each.evictionHard().map().forEach(kubelet.putObject("evictionHard")::put);
            });
    return object;
  }

  // ---- others

  private static ObjectNode overlay(NodeOverlay overlay) {
    ObjectNode object = object("karpenter.sh/v1alpha1", "NodeOverlay", overlay.name());
    metadata(object, overlay.annotations(), overlay.labels());
    ObjectNode spec = object.putObject("spec").put("priceAdjustment", "-10%");
    spec.putArray("requirements")
        .addObject()
        .put("key", "karpenter.sh/nodepool")
        .put("operator", "Exists");
    return object;
  }

  private static ObjectNode verdict(ImageVerdict verdict) {
    ObjectNode object =
        object("plumbline.dev/v1alpha1", "ImageVerdict", verdict.release().replace('@', '.'));
    ObjectNode spec = object.putObject("spec");
    put(spec, "decision", verdict.decision());
    put(spec, "reason", verdict.reason());
    put(spec, "author", verdict.author());
    put(spec, "expires", verdict.expires() == null ? null : verdict.expires().toString());
    return object;
  }

  private ObjectNode pod(Pod pod) {
    ObjectNode object = object("v1", "Pod", pod.path());
    podSpec(
        object.putObject("spec"),
        "Pod",
        pod.path(),
        pod.requests(),
        pod.requirements(),
        pod.tolerations());
    return object;
  }

  private ObjectNode daemonSet(DaemonSet set) {
    ObjectNode object = object("apps/v1", "DaemonSet", set.path());
    ObjectNode spec = object.putObject("spec");
    spec.putObject("selector").putObject("matchLabels").put("a", "b");
    ObjectNode template = spec.putObject("template");
    template.putObject("metadata").putObject("labels").put("a", "b");
    podSpec(
        template.putObject("spec"),
        "DaemonSet",
        set.path(),
        set.requests(),
        set.requirements(),
        set.tolerations());
    return object;
  }

  private void podSpec(
      ObjectNode spec,
      String kind,
      String path,
      Resources requests,
      Requirements requirements,
      Values tolerations) {
    ObjectNode container =
        spec.putArray("containers").addObject().put("name", "a").put("image", "a");
    ObjectNode amounts = container.putObject("resources").putObject("requests");
    resources(amounts, requests);
    amounts.remove("pods");
    ObjectNode limits = container.withObject("/resources").putObject("limits");
    amounts
        .fields()
        .forEachRemaining(
            each -> {
              // Of what is not overcommitted, Kubernetes wants both to be equal.
              if (each.getKey().contains("/") || each.getKey().startsWith("hugepages-")) {
                limits.set(each.getKey(), each.getValue());
              }
            });
    List<Requirements> terms =
        Stream.concat(
                Stream.of(requirements),
                facts.stream()
                    .filter(NodeAffinityTerm.class::isInstance)
                    .map(NodeAffinityTerm.class::cast)
                    .filter(each -> each.kind().equals(kind) && each.object().equals(path))
                    .map(NodeAffinityTerm::requirements))
            .filter(each -> !each.none())
            .toList();
    if (!terms.isEmpty()) {
      ArrayNode alternatives =
          spec.putObject("affinity")
              .putObject("nodeAffinity")
              .putObject("requiredDuringSchedulingIgnoredDuringExecution")
              .putArray("nodeSelectorTerms");
      terms.forEach(
          each -> requirements(alternatives.addObject().putArray("matchExpressions"), each));
    }
    ArrayNode tolerated = spec.putArray("tolerations");
    for (String each : tolerations.list()) {
      int effect = each.indexOf(':');
      String what = effect < 0 ? each : each.substring(0, effect);
      int equals = what.indexOf('=');
      ObjectNode toleration = tolerated.addObject();
      if (!what.equals("*")) {
        toleration.put("key", equals < 0 ? what : what.substring(0, equals));
      }
      toleration.put("operator", equals < 0 ? "Exists" : "Equal");
      if (equals >= 0) {
        toleration.put("value", what.substring(equals + 1));
      }
      if (effect >= 0) {
        toleration.put("effect", each.substring(effect + 1));
      }
    }
  }

  // ---- parts

  private static ObjectNode metadata(ObjectNode object, Tags annotations, Tags labels) {
    ObjectNode metadata = object.withObject("/metadata");
    labels.map().forEach(metadata.putObject("labels")::put);
    ObjectNode all = metadata.putObject("annotations");
    annotations.map().forEach(all::put);
    return all;
  }

  private static ArrayNode requirements(ArrayNode list, Requirements requirements) {
    for (Requirement each : requirements.list()) {
      ObjectNode requirement =
          list.addObject().put("key", each.key()).put("operator", each.operator().wire());
      if (!each.operator().bare()) {
        texts(requirement.putArray("values"), each.values());
      }
    }
    return list;
  }

  private static void resources(ObjectNode to, Resources amounts) {
    amounts.map().forEach((name, amount) -> to.put(name, Objects.toString(amount)));
  }

  private static void texts(ArrayNode to, Collection<String> texts) {
    texts.forEach(to::add);
  }

  private static void put(ObjectNode to, String field, @Nullable String value) {
    if (value != null) {
      to.put(field, value);
    }
  }
}
