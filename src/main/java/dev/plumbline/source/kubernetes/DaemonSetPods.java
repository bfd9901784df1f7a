package dev.plumbline.source.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.Pods.DaemonSetPod;
import dev.plumbline.source.FactUpdate;
import dev.plumbline.source.InvalidSourceException.InvalidObjectException;
import dev.plumbline.source.KarpenterObjects;
import dev.plumbline.source.kubernetes.ListWatch.ObjectHandler;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The pods of DaemonSets that are evidence on images. A large cluster has tens of thousands, nearly
 * all of which are ready: published are those on nodes of Karpenter that are not, and for each
 * DaemonSet and image one that is.
 */
final class DaemonSetPods implements ObjectHandler {

  private static final Logger LOG = Logger.getLogger(DaemonSetPods.class);

  /** A pod that starts is no evidence. */
  private static final Duration STARTUP = Duration.ofMinutes(1);

  /** More that are not ready prove no more. */
  private static final int MAX_PUBLISHED = 1_000;

  private static final String CLAIM = ObjectKind.NODE_CLAIM.key("");

  private final Map<String, DaemonSetPod> pods = new HashMap<>();
  private final Map<String, Set<String>> byNode = new HashMap<>();
  private final Map<String, String> images = new HashMap<>(); // by node
  private final Map<String, String> nodes = new HashMap<>(); // by claim
  private final Map<Run, String> shown = new HashMap<>(); // the one that is ready
  private final Map<String, DaemonSetPod> published = new HashMap<>();
  private final Set<String> changed = new TreeSet<>();
  private final Set<String> waiting = new HashSet<>(); // what time alone may change

  private record Run(String daemonSet, String ami) {}

  @Override
  public synchronized List<FactUpdate> all(List<JsonNode> objects) {
    var gone = new HashSet<>(pods.keySet());
    for (JsonNode object : objects) {
      gone.remove(key(object));
      put(object);
    }
    gone.forEach(this::remove);
    return List.of();
  }

  @Override
  public void put(JsonNode object, List<FactUpdate> updates) {
    put(object);
  }

  @Override
  public void remove(JsonNode object, List<FactUpdate> updates) {
    remove(key(object));
  }

  /** Of thousands of pods in a list, all but this is dropped page by page. */
  @Override
  public JsonNode trimmed(JsonNode object) {
    DaemonSetPod pod = read(object);
    return pod == null ? object : document(pod);
  }

  private synchronized void put(JsonNode object) {
    DaemonSetPod now = read(object);
    if (now == null) {
      remove(key(object));
    } else if (!now.equals(pods.put(now.key(), now))) {
      byNode.computeIfAbsent(now.node(), node -> new TreeSet<>()).add(now.key());
      changed.add(now.key());
    }
  }

  private synchronized void remove(String key) {
    DaemonSetPod before = pods.remove(key);
    if (before != null) {
      Set<String> there = byNode.getOrDefault(before.node(), new TreeSet<>());
      there.remove(key);
      if (there.isEmpty()) {
        byNode.remove(before.node());
      }
      changed.add(key);
    }
  }

  private static String key(JsonNode object) {
    JsonNode metadata = object.path("metadata");
    String namespace = metadata.path("namespace").asText();
    return DaemonSetPod.keyOf(namespace, metadata.path("name").asText());
  }

  private static @Nullable DaemonSetPod read(JsonNode object) {
    try {
      for (Fact fact : KarpenterObjects.facts(KubernetesKind.DAEMON_SET_PODS.document(object))) {
        if (fact instanceof DaemonSetPod pod) {
          return pod;
        }
      }
    } catch (InvalidObjectException e) {
      // It is no evidence then; what it says of itself matters to nobody else.
      LOG.debugf("pod cannot be read: %s", e.getMessage());
    }
    return null;
  }

  /** What follows from updates of others, from what was put and removed, and from the time. */
  synchronized List<FactUpdate> after(List<FactUpdate> updates, Instant now) {
    for (FactUpdate each : updates) {
      for (Fact fact : each.facts()) {
        if (fact instanceof NodeClaim claim && claim.nodeName() != null && claim.ami() != null) {
          nodes.put(claim.name(), claim.nodeName());
          if (!claim.ami().equals(images.put(claim.nodeName(), claim.ami()))) {
            changed.addAll(byNode.getOrDefault(claim.nodeName(), Set.of()));
          }
        }
      }
      if (each.facts().isEmpty() && each.owner().startsWith(CLAIM)) {
        String node = nodes.remove(each.owner().substring(CLAIM.length()));
        if (node != null) {
          images.remove(node);
          changed.addAll(byNode.getOrDefault(node, Set.of()));
        }
      }
    }
    return decided(now);
  }

  private List<FactUpdate> decided(Instant now) {
    changed.addAll(waiting);
    waiting.clear();
    shown.entrySet().removeIf(each -> changed.contains(each.getValue()) && isLost(each, now));
    var more = new ArrayList<FactUpdate>();
    for (String key : changed) {
      DaemonSetPod pod = pods.get(key);
      DaemonSetPod before = published.get(key);
      if (pod != null && isEvidence(pod, now)) {
        if (!pod.equals(before)) {
          published.put(key, pod);
          more.add(new FactUpdate(key, List.of(pod), document(pod)));
        }
      } else if (before != null) {
        published.remove(key);
        more.add(FactUpdate.gone(key));
      }
    }
    changed.clear();
    return more;
  }

  /** Whether what is shown of a run is steady no more; another pod takes its place. */
  private boolean isLost(Map.Entry<Run, String> each, Instant now) {
    Run run = each.getKey();
    if (isOf(run, pods.get(each.getValue()), now)) {
      return false;
    }
    images.entrySet().stream()
        .filter(node -> node.getValue().equals(run.ami()))
        .flatMap(node -> byNode.getOrDefault(node.getKey(), Set.of()).stream())
        .filter(key -> isOf(run, pods.get(key), now))
        .findFirst()
        .ifPresent(changed::add);
    return true;
  }

  private boolean isOf(Run run, @Nullable DaemonSetPod pod, Instant now) {
    return pod != null
        && pod.daemonSet().equals(run.daemonSet())
        && run.ami().equals(images.get(pod.node()))
        && pod.steady(now);
  }

  private boolean isEvidence(DaemonSetPod pod, Instant now) {
    String ami = images.get(pod.node());
    if (ami == null) {
      return false;
    }
    if (pod.steady(now)) {
      return pod.key()
          .equals(shown.computeIfAbsent(new Run(pod.daemonSet(), ami), run -> pod.key()));
    }
    boolean starts = pod.created() != null && pod.created().plus(STARTUP).isAfter(now);
    if (starts || pod.ready()) {
      waiting.add(pod.key());
    }
    return !starts && (published.containsKey(pod.key()) || published.size() < MAX_PUBLISHED);
  }

  /** What its facts are read from, and nothing else. */
  private static ObjectNode document(DaemonSetPod pod) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("apiVersion", ObjectKind.POD.apiVersion()).put("kind", ObjectKind.POD.kind());
    ObjectNode metadata = document.putObject("metadata");
    metadata.put("namespace", pod.namespace()).put("name", pod.name());
    if (pod.created() != null) {
      metadata.put("creationTimestamp", pod.created().toString());
    }
    metadata
        .putArray("ownerReferences")
        .addObject()
        .put("kind", ObjectKind.DAEMON_SET.kind())
        .put("name", pod.daemonSet().substring(pod.daemonSet().indexOf('/') + 1));
    document.putObject("spec").put("nodeName", pod.node());
    ObjectNode status = document.putObject("status");
    ObjectNode ready = status.putArray("conditions").addObject();
    ready.put("type", "Ready").put("status", pod.ready() ? "True" : "False");
    if (pod.since() != null) {
      ready.put("lastTransitionTime", pod.since().toString());
    }
    ObjectNode container = status.putArray("containerStatuses").addObject();
    container.put("restartCount", pod.restarts());
    if (!pod.waiting().isEmpty()) {
      container.putObject("state").putObject("waiting").put("reason", pod.waiting());
    }
    return document;
  }
}
