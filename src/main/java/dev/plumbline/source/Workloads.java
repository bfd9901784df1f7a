package dev.plumbline.source;

import dev.plumbline.fact.Pods.NodeWorkload;
import dev.plumbline.source.RunningPod.PodKind;
import dev.plumbline.source.RunningPod.PodOwner;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The pods that run in a cluster, counted by node. Of each no more is kept than the numbers of its
 * node and of what it is, which many pods share; everything is counted anew when it is asked for.
 */
public final class Workloads {

  private final PodTable pods = new PodTable();
  private final Numbered<String> nodes = new Numbered<>();
  private final Numbered<PodKind> kinds = new Numbered<>();
  private final Map<String, EvictionBudget> budgets = new TreeMap<>();
  private boolean budgetsKnown;

  /** Whether that changes what is counted. */
  public boolean put(RunningPod pod) {
    return pod.node() == null
        ? pods.remove(pod.key())
        : pods.put(pod.key(), nodes.of(pod.node()), kinds.of(pod.kind()));
  }

  public boolean remove(RunningPod pod) {
    return pods.remove(pod.key());
  }

  public void replacePods(List<RunningPod> all) {
    pods.clear();
    all.forEach(this::put);
  }

  /** Whether that changes what is counted. */
  public boolean put(EvictionBudget budget) {
    return !budget.equals(budgets.put(budget.path(), budget));
  }

  public boolean remove(EvictionBudget budget) {
    return budgets.remove(budget.path()) != null;
  }

  /** All budgets there are; until they are given, what they block is not known. */
  public void replaceBudgets(List<EvictionBudget> all) {
    budgets.clear();
    all.forEach(this::put);
    budgetsKnown = true;
  }

  /** How many pods run. */
  public int size() {
    return pods.size();
  }

  /** What runs on each node that anything runs on, by its name. */
  public Map<String, NodeWorkload> count() {
    @Nullable Boolean[] blocked = new @Nullable Boolean[kinds.end()];
    var blockedBefore = new BitSet();
    var byNode = new @Nullable Counts[nodes.end()];
    var usedKinds = new BitSet();
    Map<String, List<EvictionBudget>> byNamespace = new HashMap<>();
    budgets
        .values()
        .forEach(
            each ->
                byNamespace.computeIfAbsent(each.namespace(), n -> new ArrayList<>()).add(each));
    pods.each(
        (node, kind) -> {
          PodKind what = kinds.at(kind);
          if (!blockedBefore.get(kind)) {
            blockedBefore.set(kind);
            blocked[kind] = blocked(what, byNamespace.getOrDefault(what.namespace(), List.of()));
          }
          usedKinds.set(kind);
          Counts counts = byNode[node];
          if (counts == null) {
            counts = new Counts();
            byNode[node] = counts;
          }
          counts.add(what, blocked[kind]);
        });
    var all = new TreeMap<String, NodeWorkload>();
    var usedNodes = new BitSet();
    for (int node = 0; node < byNode.length; node++) {
      Counts counts = byNode[node];
      if (counts != null) {
        usedNodes.set(node);
        all.put(nodes.at(node), counts.of(nodes.at(node)));
      }
    }
    kinds.retain(usedKinds);
    nodes.retain(usedNodes);
    return all;
  }

  /** As the eviction API decides, which knows one budget of a pod; null if it is not known. */
  private @Nullable Boolean blocked(PodKind pod, List<EvictionBudget> inNamespace) {
    if (!pod.owner().moves()) {
      return false;
    }
    if (!budgetsKnown) {
      return null;
    }
    int covering = 0;
    boolean allowed = true;
    for (EvictionBudget budget : inNamespace) {
      Boolean covers = budget.covers(pod);
      if (covers == null) {
        return null;
      }
      if (covers) {
        covering++;
        allowed &= budget.allows();
      }
    }
    return covering > 1 || !allowed;
  }

  private static final class Counts {

    private final Map<PodOwner, Integer> byOwner = new EnumMap<>(PodOwner.class);
    private int volume;
    private int doNotDisrupt;
    private int blocked;
    private boolean blockedUnknown;

    void add(PodKind pod, @Nullable Boolean isBlocked) {
      byOwner.merge(pod.owner(), 1, Integer::sum);
      volume += pod.volume() ? 1 : 0;
      doNotDisrupt += pod.doNotDisrupt() ? 1 : 0;
      blocked += Boolean.TRUE.equals(isBlocked) ? 1 : 0;
      blockedUnknown |= isBlocked == null;
    }

    NodeWorkload of(String node) {
      return new NodeWorkload(
          node,
          of(PodOwner.STATEFUL_SET),
          of(PodOwner.REPLICA_SET),
          of(PodOwner.JOB),
          of(PodOwner.OTHER),
          of(PodOwner.NOBODY),
          of(PodOwner.DAEMON_SET),
          of(PodOwner.NODE),
          volume,
          doNotDisrupt,
          blockedUnknown ? null : blocked);
    }

    private int of(PodOwner owner) {
      return byOwner.getOrDefault(owner, 0);
    }
  }

  /** Things by small numbers; a number that is not in use any more is given again. */
  private static final class Numbered<T> {

    private final Map<T, Integer> numbers = new HashMap<>();
    private final List<@Nullable T> things = new ArrayList<>();
    private final BitSet free = new BitSet();

    int of(T thing) {
      Integer known = numbers.get(thing);
      if (known != null) {
        return known;
      }
      int number = free.nextSetBit(0);
      if (number < 0) {
        number = things.size();
        things.add(thing);
      } else {
        free.clear(number);
        things.set(number, thing);
      }
      numbers.put(thing, number);
      return number;
    }

    T at(int number) {
      T thing = things.get(number);
      if (thing == null) {
        throw new IllegalStateException("nothing has number " + number);
      }
      return thing;
    }

    int end() {
      return things.size();
    }

    void retain(BitSet used) {
      for (int number = 0; number < things.size(); number++) {
        T thing = things.get(number);
        if (thing != null && !used.get(number)) {
          numbers.remove(thing);
          things.set(number, null);
          free.set(number);
        }
      }
    }
  }
}
