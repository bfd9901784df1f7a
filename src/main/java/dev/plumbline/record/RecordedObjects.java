package dev.plumbline.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.LiveObjects;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.log.EntryForm;
import dev.plumbline.log.SortedNodes;
import dev.plumbline.source.FieldMask;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The objects that actions change, as they are recorded: what a plan is made from, so that it can
 * be made again. User data is replaced by its digest; of {@code status} there is what plans read.
 * Not thread-safe.
 */
final class RecordedObjects {

  private static final JsonNodeFactory JSON = SortedNodes.INSTANCE;

  /** What changes with every write, and no plan depends on. */
  private static final List<String> VERSIONS =
      List.of("resourceVersion", "generation", "creationTimestamp", "selfLink");

  private record Known(JsonNode live, ObjectNode recorded) {}

  private final Map<ObjectRef, Known> known = new HashMap<>();

  /** How the objects differ; empty when they do not. */
  @SuppressWarnings("ReferenceEquality")
  ObjectNode difference(LiveObjects before, LiveObjects now) {
    ObjectNode difference = JSON.objectNode();
    if (before.all() == now.all()) {
      return difference;
    }
    ArrayNode put = JSON.arrayNode();
    ArrayNode removed = JSON.arrayNode();
    var refs = new TreeSet<ObjectRef>(before.all().keySet());
    refs.addAll(now.all().keySet());
    for (ObjectRef ref : refs) {
      JsonNode old = before.get(ref);
      JsonNode live = now.get(ref);
      if (live == null) {
        removed.add(ref.key());
        known.remove(ref);
      } else if (old != live) {
        ObjectNode then = old == null ? null : recorded(ref, old);
        ObjectNode recorded = recorded(ref, live);
        if (!recorded.equals(then)) {
          put.add(recorded.deepCopy());
        }
      }
    }
    if (!put.isEmpty() || !removed.isEmpty()) {
      difference.set("put", put);
      difference.set("removed", removed);
    }
    return difference;
  }

  /** An object a line, sorted by reference, each canonical JSON. */
  byte[] lines(LiveObjects live, SecretMask masked) {
    var out = new ByteArrayOutputStream();
    for (Map.Entry<ObjectRef, JsonNode> each : live.all().entrySet()) {
      ObjectNode entry = JSON.objectNode();
      ObjectNode recorded = recorded(each.getKey(), each.getValue());
      entry.putObject("objects").putArray("put").add(recorded.deepCopy());
      masked.apply(entry);
      out.writeBytes(EntryForm.canonical(entry.path("objects").path("put").path(0)));
      out.write('\n');
    }
    return out.toByteArray();
  }

  @SuppressWarnings("ReferenceEquality")
  private ObjectNode recorded(ObjectRef ref, JsonNode live) {
    Known last = known.get(ref);
    if (last != null && last.live() == live) {
      return last.recorded();
    }
    ObjectNode recorded = of(live);
    known.put(ref, new Known(live, recorded));
    return recorded;
  }

  private static ObjectNode of(JsonNode live) {
    String kind = live.path("kind").asText();
    ObjectNode object = FieldMask.of(kind).record(live);
    if (object.path("metadata") instanceof ObjectNode metadata) {
      metadata.remove(VERSIONS);
    }
    JsonNode data = live.path("spec").path("userData");
    if (data.isTextual() && object.path("spec") instanceof ObjectNode spec) {
      byte[] text = data.textValue().getBytes(StandardCharsets.UTF_8);
      spec.put("userData", "sha256:" + WireForms.sha256(text));
    }
    if (!ObjectKind.IMAGE_VERDICT.is(kind)) {
      ArrayNode ready = JSON.arrayNode();
      for (JsonNode condition : object.path("status").path("conditions")) {
        if (condition.path("type").asText().equals("Ready")) {
          ready.addObject().put("type", "Ready").set("status", condition.path("status"));
        }
      }
      object.remove("status");
      if (!ready.isEmpty()) {
        object.putObject("status").set("conditions", ready);
      }
    }
    return object;
  }

  /** Which object it is that was recorded. */
  static ObjectRef ref(JsonNode recorded) {
    return new ObjectRef(
        recorded.path("apiVersion").asText(),
        recorded.path("kind").asText(),
        null,
        recorded.path("metadata").path("name").asText());
  }
}
