package dev.plumbline.loop;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.action.LiveObjects;
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Cluster.ObjectFault;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.source.FactUpdate;
import dev.plumbline.source.FieldMask;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The published facts, each key held by one owner: when a second owner publishes the same key, the
 * first one keeps it and the second becomes a fault. Not thread-safe; returned lists are immutable.
 */
final class FactTable {

  private final Map<String, List<Fact>> byOwner = new HashMap<>();
  private final Map<String, String> ownerByKey = new HashMap<>();

  /** Owners that publish a key held by another owner, in order of arrival. */
  private final Map<String, List<String>> waitingByKey = new HashMap<>();

  private final Map<String, TreeMap<String, Fact>> byType = new TreeMap<>();

  private final Map<String, List<Fact>> lists = new HashMap<>();

  private final Map<String, @Nullable Fact> changed = new LinkedHashMap<>();

  void apply(FactUpdate update) {
    String owner = update.owner();
    Map<String, Fact> before = byKey(byOwner.getOrDefault(owner, List.of()), Map.of());
    Map<String, Fact> now = byKey(update.facts(), before);
    if (now.isEmpty()) {
      byOwner.remove(owner);
    } else {
      byOwner.put(owner, List.copyOf(now.values()));
    }
    before.forEach(
        (key, fact) -> {
          if (!now.containsKey(key)) {
            release(key, fact, owner);
          }
        });
    now.forEach((key, fact) -> claim(key, fact, owner));
  }

  FactUpdate current(String owner) {
    return new FactUpdate(owner, byOwner.getOrDefault(owner, List.of()), null);
  }

  /** The changes since the last call, by key; null for a deleted fact. */
  Map<String, @Nullable Fact> changes() {
    Map<String, @Nullable Fact> changes = new LinkedHashMap<>(changed);
    changed.clear();
    return changes;
  }

  /**
   * Every fact by type, sorted by key; a list is the same instance as before unless its type
   * changed.
   */
  SortedMap<String, List<Fact>> facts() {
    var facts = new TreeMap<String, List<Fact>>();
    byType.forEach(
        (type, byKey) ->
            facts.put(type, lists.computeIfAbsent(type, t -> List.copyOf(byKey.values()))));
    return Collections.unmodifiableSortedMap(facts);
  }

  /** The evaluation time; null before the first one. */
  @Nullable Instant time() {
    TreeMap<String, Fact> times = byType.get(EvaluationTime.class.getSimpleName());
    return times == null ? null : ((EvaluationTime) times.firstEntry().getValue()).instant();
  }

  /**
   * What an owner publishes, the first of each key; of what is as before the same objects, which
   * are held once.
   */
  private static Map<String, Fact> byKey(List<? extends Fact> facts, Map<String, Fact> before) {
    if (facts.size() == 1) {
      Fact only = facts.getFirst();
      return Map.of(only.key(), only);
    }
    var byKey = new LinkedHashMap<String, Fact>();
    for (Fact fact : facts) {
      String key = fact.key();
      Fact held = before.get(key);
      byKey.putIfAbsent(key, held != null && held.equals(fact) ? held : fact);
    }
    return byKey;
  }

  private void claim(String key, Fact fact, String owner) {
    String holder = ownerByKey.putIfAbsent(key, owner);
    if (holder == null || holder.equals(owner)) {
      set(key, fact);
      return;
    }
    List<String> waiting = waitingByKey.computeIfAbsent(key, k -> new ArrayList<>());
    if (!waiting.contains(owner)) {
      waiting.add(owner);
      ObjectFault fault = fault(key, owner, holder);
      set(fault.key(), fault);
    }
  }

  private void release(String key, Fact fact, String owner) {
    List<String> waiting = waitingByKey.getOrDefault(key, new ArrayList<>());
    if (owner.equals(ownerByKey.get(key))) {
      if (waiting.isEmpty()) {
        ownerByKey.remove(key);
        unset(key, fact);
        return;
      }
      String next = waiting.removeFirst();
      ownerByKey.put(key, next);
      withdraw(key, next);
      Fact other = byKey(byOwner.getOrDefault(next, List.of()), Map.of()).get(key);
      if (other != null) {
        set(key, other);
      }
    } else if (waiting.remove(owner)) {
      withdraw(key, owner);
    }
    if (waiting.isEmpty()) {
      waitingByKey.remove(key);
    }
  }

  private void withdraw(String key, String owner) {
    ObjectFault fault = fault(key, owner, "");
    unset(fault.key(), fault);
  }

  private static ObjectFault fault(String key, String owner, String holder) {
    return new ObjectFault(
        owner,
        key,
        key
            + " is published by "
            + holder
            + " already, whose value holds. Try: remove the duplicate.");
  }

  private void set(String key, Fact fact) {
    String type = fact.getClass().getSimpleName();
    TreeMap<String, Fact> ofType = byType.computeIfAbsent(type, t -> new TreeMap<>());
    Fact before = ofType.get(key);
    if (!fact.equals(before)) {
      ofType.put(key, fact);
      lists.remove(type);
      changed.put(key, fact);
    }
  }

  private void unset(String key, Fact fact) {
    String type = fact.getClass().getSimpleName();
    TreeMap<String, Fact> ofType = byType.get(type);
    if (ofType != null && ofType.remove(key) != null) {
      lists.remove(type);
      changed.put(key, null);
      if (ofType.isEmpty()) {
        byType.remove(type);
      }
    }
  }

  /** The objects that actions change, as last published. Not thread-safe. */
  static final class Objects {

    private static final List<ObjectKind> KINDS = FieldMask.wholeKinds();

    private final Map<String, ObjectRef> byOwner = new HashMap<>();
    private final Map<ObjectRef, JsonNode> byRef = new HashMap<>();
    private LiveObjects objects = LiveObjects.NONE;
    private boolean stale;

    void apply(FactUpdate update) {
      ObjectRef ref = ref(update.document());
      ObjectRef before =
          ref == null ? byOwner.remove(update.owner()) : byOwner.put(update.owner(), ref);
      if (before != null && !before.equals(ref)) {
        byRef.remove(before);
        stale = true;
      }
      JsonNode document = update.document();
      if (ref != null && document != null) {
        stale |= !document.equals(byRef.put(ref, document));
      }
    }

    LiveObjects objects() {
      if (stale) {
        objects = new LiveObjects(byRef);
        stale = false;
      }
      return objects;
    }

    private static @Nullable ObjectRef ref(@Nullable JsonNode document) {
      if (document == null
          || KINDS.stream().noneMatch(kind -> kind.is(document.path("kind").asText()))) {
        return null;
      }
      JsonNode name = document.path("metadata").path("name");
      return name.isTextual()
          ? new ObjectRef(
              document.path("apiVersion").asText(),
              document.path("kind").asText(),
              null,
              name.textValue())
          : null;
    }
  }
}
