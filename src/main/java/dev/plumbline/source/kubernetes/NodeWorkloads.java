package dev.plumbline.source.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.POJONode;
import dev.plumbline.fact.Pods.NodeWorkload;
import dev.plumbline.source.EvictionBudget;
import dev.plumbline.source.FactUpdate;
import dev.plumbline.source.RunningPod;
import dev.plumbline.source.Workloads;
import dev.plumbline.source.kubernetes.ListWatch.ObjectHandler;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What runs on which node. Pods come and go all the time: what changes is published together, five
 * minutes after the first change, and of a node only when its counts differ then.
 */
final class NodeWorkloads {

  static final Duration WINDOW = Duration.ofMinutes(5);

  private final Workloads workloads = new Workloads();
  private Map<String, NodeWorkload> published = new TreeMap<>();
  private boolean listed;
  private boolean due;
  private @Nullable Instant changed;
  private boolean dirty;

  /** What is published by now: at once when all of either kind were listed for the first time. */
  synchronized List<FactUpdate> after(Instant now) {
    if (dirty && changed == null) {
      changed = now;
    }
    if (!listed || changed == null || !(due || !changed.plus(WINDOW).isAfter(now))) {
      return List.of();
    }
    due = false;
    dirty = false;
    changed = null;
    Map<String, NodeWorkload> counted = workloads.count();
    var updates = new ArrayList<FactUpdate>();
    counted.forEach(
        (node, workload) -> {
          if (!workload.equals(published.get(node))) {
            updates.add(FactUpdate.of(workload));
          }
        });
    published.forEach(
        (node, workload) -> {
          if (!counted.containsKey(node)) {
            updates.add(FactUpdate.gone(workload.key()));
          }
        });
    published = counted;
    return updates;
  }

  ObjectHandler pods() {
    return new Handler() {
      private boolean first = true;

      @Override
      public JsonNode trimmed(JsonNode object) {
        return JsonNodeFactory.instance.pojoNode(RunningPod.of(object));
      }

      @Override
      boolean put(JsonNode object) {
        return workloads.put(RunningPod.of(object));
      }

      @Override
      boolean remove(JsonNode object) {
        return workloads.remove(RunningPod.of(object));
      }

      @Override
      boolean replaceAll(List<JsonNode> objects) {
        workloads.replacePods(
            objects.stream().map(each -> (RunningPod) ((POJONode) each).getPojo()).toList());
        listed = true;
        boolean begins = first;
        first = false;
        return begins;
      }
    };
  }

  ObjectHandler budgets() {
    return new Handler() {
      private boolean first = true;

      @Override
      public JsonNode trimmed(JsonNode object) {
        return JsonNodeFactory.instance.pojoNode(EvictionBudget.of(object));
      }

      @Override
      boolean put(JsonNode object) {
        return workloads.put(EvictionBudget.of(object));
      }

      @Override
      boolean remove(JsonNode object) {
        return workloads.remove(EvictionBudget.of(object));
      }

      @Override
      boolean replaceAll(List<JsonNode> objects) {
        workloads.replaceBudgets(
            objects.stream().map(each -> (EvictionBudget) ((POJONode) each).getPojo()).toList());
        boolean begins = first;
        first = false;
        return begins;
      }
    };
  }

  private abstract class Handler implements ObjectHandler {

    abstract boolean put(JsonNode object);

    abstract boolean remove(JsonNode object);

    /** Whether that is the first time. */
    abstract boolean replaceAll(List<JsonNode> objects);

    @Override
    public List<FactUpdate> all(List<JsonNode> objects) {
      synchronized (NodeWorkloads.this) {
        due |= replaceAll(objects);
        dirty = true;
      }
      return List.of();
    }

    @Override
    public void put(JsonNode object, List<FactUpdate> updates) {
      synchronized (NodeWorkloads.this) {
        dirty |= put(object);
      }
    }

    @Override
    public void remove(JsonNode object, List<FactUpdate> updates) {
      synchronized (NodeWorkloads.this) {
        dirty |= remove(object);
      }
    }
  }
}
