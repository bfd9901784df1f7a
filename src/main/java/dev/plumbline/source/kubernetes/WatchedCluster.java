package dev.plumbline.source.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.source.FactUpdate;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The facts of a cluster whose watch events somebody else brings, read as those of a live one. */
public final class WatchedCluster {

  private final Map<String, WatchedObjects> byKind =
      Arrays.stream(KubernetesKind.values())
          .filter(KubernetesKind::single)
          .collect(Collectors.toMap(KubernetesKind::kind, WatchedObjects::new));

  private final PastLaunches launches;
  private final DaemonSetPods daemonSets = new DaemonSetPods();
  private final LaunchFailures failures = new LaunchFailures();
  private final InstantSource clock;

  public WatchedCluster(PastLaunches launches, InstantSource clock) {
    this.launches = launches;
    this.clock = clock;
  }

  /** What follows from an object as it is now. */
  public List<FactUpdate> put(JsonNode object) {
    if (isPod(object)) {
      daemonSets.put(object, List.of());
    }
    return with(object, isWaiting(object) ? WatchedObjects::put : WatchedObjects::remove);
  }

  /** What follows from an object's deletion. */
  public List<FactUpdate> remove(JsonNode object) {
    if (isPod(object)) {
      daemonSets.remove(object, List.of());
    }
    return with(object, WatchedObjects::remove);
  }

  /** What follows from the time that has passed. */
  public List<FactUpdate> later() {
    return after(List.of());
  }

  private List<FactUpdate> with(JsonNode object, Change change) {
    WatchedObjects kind = byKind.get(object.path("kind").asText());
    if (kind == null) {
      return List.of();
    }
    var updates = new ArrayList<FactUpdate>();
    change.of(kind, object, updates);
    return after(updates);
  }

  private List<FactUpdate> after(List<FactUpdate> updates) {
    var more = new ArrayList<>(failures.after(updates, clock.instant()));
    more.addAll(launches.after(updates, clock.instant()));
    more.addAll(daemonSets.after(updates, clock.instant()));
    return more;
  }

  /** As the field selector of {@link KubernetesKind#PODS}; true for what is not a pod. */
  private static boolean isWaiting(JsonNode object) {
    return !isPod(object)
        || (object.at("/spec/nodeName").asText().isEmpty()
            && object.at("/status/phase").asText("Pending").equals("Pending"));
  }

  private static boolean isPod(JsonNode object) {
    return object.path("kind").asText().equals(KubernetesKind.PODS.kind());
  }

  private interface Change {
    void of(WatchedObjects kind, JsonNode object, List<FactUpdate> updates);
  }
}
