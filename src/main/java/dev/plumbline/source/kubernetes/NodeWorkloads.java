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
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
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
    return new Handler<>(
        RunningPod.class,
        RunningPod::of,
        workloads::put,
        workloads::remove,
        all -> {
          workloads.replacePods(all);
          listed = true;
        });
  }

  ObjectHandler budgets() {
    return new Handler<>(
        EvictionBudget.class,
        EvictionBudget::of,
        workloads::put,
        workloads::remove,
        workloads::replaceBudgets);
  }

  /** What is read of one kind goes into the counts; nothing is published for a single object. */
  private final class Handler<T> implements ObjectHandler {

    private final Class<T> type;
    private final Function<JsonNode, T> reader;
    private final Predicate<T> put;
    private final Predicate<T> remove;
    private final Consumer<List<T>> replace;
    private boolean first = true;

    Handler(
        Class<T> type,
        Function<JsonNode, T> reader,
        Predicate<T> put,
        Predicate<T> remove,
        Consumer<List<T>> replace) {
      this.type = type;
      this.reader = reader;
      this.put = put;
      this.remove = remove;
      this.replace = replace;
    }

    @Override
    public JsonNode trimmed(JsonNode object) {
      return JsonNodeFactory.instance.pojoNode(reader.apply(object));
    }

    @Override
    public List<FactUpdate> all(List<JsonNode> objects) {
      synchronized (NodeWorkloads.this) {
        replace.accept(
            objects.stream().map(each -> type.cast(((POJONode) each).getPojo())).toList());
        due |= first;
        first = false;
        dirty = true;
      }
      return List.of();
    }

    @Override
    public void put(JsonNode object, List<FactUpdate> updates) {
      synchronized (NodeWorkloads.this) {
        dirty |= put.test(reader.apply(object));
      }
    }

    @Override
    public void remove(JsonNode object, List<FactUpdate> updates) {
      synchronized (NodeWorkloads.this) {
        dirty |= remove.test(reader.apply(object));
      }
    }
  }
}
