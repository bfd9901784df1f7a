package dev.plumbline.rehearsal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.ChangeWriter.WriteFaultException;
import dev.plumbline.action.kubernetes.ObjectApi;
import dev.plumbline.action.kubernetes.ObjectServer;
import dev.plumbline.action.plan.MergePatch;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.ObjectRef;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An API server in memory, as far as Karpenter and Plumbline can tell: resourceVersion, generation
 * (which only a changed spec or a deletion raises), uid, finalizers, preconditions, merge patches,
 * the ownership of server-side apply, and a watch. The methods of {@link ObjectServer} write as
 * Plumbline; {@link #put}, {@link #edit} and {@link #remove} as anybody else. Stored documents are
 * never changed, only replaced. Not thread-safe.
 */
public final class MemoryApiServer implements ObjectServer {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final Set<String> WITHOUT_GENERATION = Set.of(ObjectKind.NODE.kind(), "Event");

  /** What a watch reports. */
  public enum WatchType {
    ADDED,
    MODIFIED,
    DELETED
  }

  /**
   * One event of the watch.
   *
   * @param before null when it was added
   * @param object as it is now; as it last was when it was deleted
   * @param ours whether Plumbline wrote it
   */
  public record WatchEvent(
      Instant at,
      WatchType type,
      ObjectRef ref,
      @Nullable JsonNode before,
      JsonNode object,
      boolean ours) {}

  private final InstantSource clock;
  private final NavigableMap<ObjectRef, ObjectNode> objects = new TreeMap<>();
  private final List<Consumer<WatchEvent>> watchers = new ArrayList<>();
  private final Deque<WatchEvent> undelivered = new ArrayDeque<>();
  private long version;
  private long uids;

  public MemoryApiServer(InstantSource clock) {
    this.clock = clock;
  }

  /** Reports every later change to {@code watcher}, at once and in order. */
  public void watch(Consumer<WatchEvent> watcher) {
    watchers.add(watcher);
  }

  @Override
  public @Nullable JsonNode get(ObjectRef ref) {
    return objects.get(ref);
  }

  /** The objects of a kind, sorted by name. */
  public List<ObjectNode> all(String kind) {
    return objects
        .subMap(new ObjectRef("", kind, null, ""), new ObjectRef("", kind + "0", null, ""))
        .values()
        .stream()
        .toList();
  }

  @Override
  public ArrayNode list(String apiVersion, String kind, String selector) {
    ArrayNode items = JSON.arrayNode();
    int equals = selector.indexOf('=');
    for (ObjectNode object : all(kind)) {
      if (object.path("apiVersion").asText().equals(apiVersion)
          && (equals < 0
              || object
                  .at("/metadata/labels")
                  .path(selector.substring(0, equals))
                  .asText()
                  .equals(selector.substring(equals + 1)))) {
        items.add(object);
      }
    }
    return items;
  }

  /** No reports: what they say is in the Events too. */
  @Override
  public boolean serves(String apiVersion, String kind) {
    return !apiVersion.startsWith("openreports.io/");
  }

  @Override
  public JsonNode create(ObjectRef ref, JsonNode object) {
    if (objects.containsKey(ref)) {
      throw new WriteFaultException("AlreadyExists", ref + " already exists");
    }
    return store(ref, null, object.deepCopy(), true);
  }

  @Override
  public JsonNode merge(ObjectRef ref, JsonNode patch) {
    ObjectNode live = existing(ref);
    verifyPreconditions(ref, live, patch.path("metadata"));
    return store(ref, live, (ObjectNode) MergePatch.apply(live, patch), true);
  }

  @Override
  public JsonNode mergeStatus(ObjectRef ref, JsonNode patch) {
    ObjectNode live = existing(ref);
    verifyPreconditions(ref, live, patch.path("metadata"));
    ObjectNode next = live.deepCopy();
    next.set("status", MergePatch.apply(live.path("status"), patch.path("status")));
    return store(ref, live, next, true);
  }

  @Override
  public JsonNode apply(ObjectRef ref, JsonNode applied, boolean force) {
    ObjectNode live = objects.get(ref);
    if (live == null) {
      if (applied.path("metadata").hasNonNull("uid")) {
        throw new WriteFaultException("Conflict", ref + " is another object than was applied to");
      }
      ObjectNode created = applied.deepCopy();
      AppliedFields.own(created, applied);
      return store(ref, null, created, true);
    }
    verifyPreconditions(ref, live, applied.path("metadata"));
    ObjectNode next = live.deepCopy();
    JsonNode owned = AppliedFields.owned(live);
    if (!force) {
      AppliedFields.verifyNoConflict(live, applied, owned, ref);
    }
    AppliedFields.removeLeftOut(next, owned, applied);
    AppliedFields.set(next, applied);
    AppliedFields.own(next, applied);
    return store(ref, live, next, true);
  }

  @Override
  public void delete(ObjectRef ref, JsonNode live) {
    ObjectNode now = existing(ref);
    verifyPreconditions(ref, now, live.path("metadata"));
    delete(ref, now, true);
  }

  /** Creates or replaces an object; what the server manages of it is kept. */
  public JsonNode put(ObjectRef ref, ObjectNode object) {
    ObjectNode live = objects.get(ref);
    ObjectNode next = object.deepCopy();
    if (live != null) {
      ObjectNode metadata = next.withObjectProperty("metadata");
      for (String field : List.of("uid", "creationTimestamp", "generation", "deletionTimestamp")) {
        if (live.path("metadata").has(field)) {
          metadata.set(field, live.path("metadata").get(field));
        }
      }
    }
    return store(ref, live, next, false);
  }

  /** Changes a copy of an object; does nothing if it does not exist. */
  public void edit(ObjectRef ref, UnaryOperator<ObjectNode> change) {
    ObjectNode live = objects.get(ref);
    if (live != null) {
      store(ref, live, change.apply(live.deepCopy()), false);
    }
  }

  /** Deletes an object, which stays until its finalizers are gone; does nothing without it. */
  public void remove(ObjectRef ref) {
    ObjectNode live = objects.get(ref);
    if (live != null) {
      delete(ref, live, false);
    }
  }

  private void delete(ObjectRef ref, ObjectNode live, boolean ours) {
    if (live.at("/metadata/finalizers").isEmpty()) {
      objects.remove(ref);
      report(WatchType.DELETED, ref, live, live, ours);
    } else if (!live.path("metadata").has("deletionTimestamp")) {
      ObjectNode next = live.deepCopy();
      next.withObjectProperty("metadata").put("deletionTimestamp", time());
      store(ref, live, next, ours);
    }
  }

  private ObjectNode existing(ObjectRef ref) {
    ObjectNode live = objects.get(ref);
    if (live == null) {
      throw new WriteFaultException("NotFound", ref + " not found");
    }
    return live;
  }

  private static void verifyPreconditions(ObjectRef ref, JsonNode live, JsonNode metadata) {
    for (String field : List.of("resourceVersion", "uid")) {
      String wanted = metadata.path(field).asText();
      if (!wanted.isEmpty() && !wanted.equals(live.path("metadata").path(field).asText())) {
        throw new WriteFaultException(
            "Conflict", "the object " + ref + " has been modified: its " + field + " differs");
      }
    }
  }

  private JsonNode store(ObjectRef ref, @Nullable ObjectNode live, ObjectNode next, boolean ours) {
    if (live != null && next.equals(live)) {
      return live;
    }
    ObjectNode metadata = next.withObjectProperty("metadata");
    next.put("apiVersion", ref.apiVersion()).put("kind", ref.kind());
    metadata.put("name", ref.name());
    if (ref.namespace() != null) {
      metadata.put("namespace", ref.namespace());
    }
    if (live == null) {
      metadata.put("uid", "uid-%08d".formatted(++uids));
      metadata.put("creationTimestamp", metadata.path("creationTimestamp").asText(time()));
      if (!WITHOUT_GENERATION.contains(ref.kind())) {
        metadata.put("generation", 1);
      }
    } else if (metadata.has("generation")
        && (!next.path("spec").equals(live.path("spec"))
            || metadata.has("deletionTimestamp")
                != live.at("/metadata").has("deletionTimestamp"))) {
      metadata.put("generation", live.at("/metadata/generation").asLong() + 1);
    }
    metadata.put("resourceVersion", String.valueOf(++version));
    if (metadata.has("deletionTimestamp") && metadata.path("finalizers").isEmpty()) {
      objects.remove(ref);
      report(WatchType.DELETED, ref, live, next, ours);
    } else {
      objects.put(ref, next);
      report(live == null ? WatchType.ADDED : WatchType.MODIFIED, ref, live, next, ours);
    }
    return next;
  }

  private void report(
      WatchType type, ObjectRef ref, @Nullable JsonNode before, JsonNode object, boolean ours) {
    // A watcher that writes is not to overtake the event for those after it.
    boolean reporting = !undelivered.isEmpty();
    undelivered.addLast(new WatchEvent(clock.instant(), type, ref, before, object, ours));
    while (!reporting && !undelivered.isEmpty()) {
      WatchEvent event = undelivered.getFirst();
      watchers.forEach(watcher -> watcher.accept(event));
      undelivered.removeFirst();
    }
  }

  private String time() {
    return clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /**
   * Server-side apply of one manager, as far as the writers use it: lists are atomic, and every
   * field that it does not own is somebody else's.
   */
  private static final class AppliedFields {

    private AppliedFields() {}

    /** The fields ({@code fieldsV1}) that were applied last. */
    static JsonNode owned(JsonNode live) {
      for (JsonNode entry : live.at("/metadata/managedFields")) {
        if (entry.path("manager").asText().equals(ObjectApi.FIELD_MANAGER)) {
          return entry.path("fieldsV1");
        }
      }
      return JSON.objectNode();
    }

    static void own(ObjectNode object, JsonNode applied) {
      ObjectNode entry = JSON.objectNode();
      entry.put("manager", ObjectApi.FIELD_MANAGER).put("operation", "Apply");
      ObjectNode fields = fields(applied);
      fields.remove(List.of("f:apiVersion", "f:kind"));
      ObjectNode metadata = fields.withObjectProperty("f:metadata");
      metadata.remove(List.of("f:name", "f:namespace", "f:uid", "f:resourceVersion"));
      if (metadata.isEmpty()) {
        fields.remove("f:metadata");
      }
      entry.set("fieldsV1", fields);
      object.withObjectProperty("metadata").putArray("managedFields").add(entry);
    }

    private static ObjectNode fields(JsonNode applied) {
      ObjectNode fields = JSON.objectNode();
      for (var field : applied.properties()) {
        fields.set(
            "f:" + field.getKey(),
            field.getValue().isObject() ? fields(field.getValue()) : JSON.objectNode());
      }
      return fields;
    }

    static void verifyNoConflict(JsonNode live, JsonNode applied, JsonNode owned, ObjectRef ref) {
      for (var field : applied.properties()) {
        JsonNode there = live.get(field.getKey());
        JsonNode ownedField = owned.path("f:" + field.getKey());
        if (there == null || field.getKey().equals("metadata")) {
          continue;
        }
        if (there.isObject() && field.getValue().isObject()) {
          verifyNoConflict(there, field.getValue(), ownedField, ref);
        } else if (!there.equals(field.getValue()) && ownedField.isMissingNode()) {
          throw new WriteFaultException(
              "Conflict", "conflict with another manager of " + ref + ": " + field.getKey());
        }
      }
    }

    /** Removes the fields that were applied last and no longer are. */
    static void removeLeftOut(ObjectNode object, JsonNode owned, JsonNode applied) {
      for (var field : owned.properties()) {
        String key = field.getKey().substring(2);
        if (!applied.has(key)) {
          if (object.get(key) instanceof ObjectNode child && !field.getValue().isEmpty()) {
            removeLeftOut(child, field.getValue(), JSON.objectNode());
          } else {
            object.remove(key);
          }
        } else if (object.get(key) instanceof ObjectNode child) {
          removeLeftOut(child, field.getValue(), applied.get(key));
        }
      }
    }

    static void set(ObjectNode object, JsonNode applied) {
      for (var field : applied.properties()) {
        if (field.getValue().isObject()) {
          set(object.withObjectProperty(field.getKey()), field.getValue());
        } else if (!field.getKey().equals("resourceVersion")) {
          object.set(field.getKey(), field.getValue());
        }
      }
    }
  }
}
