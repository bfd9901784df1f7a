package dev.plumbline.action;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.fact.ObjectRef;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * As much of an API server as changes need: merge patches, server-side apply by one manager, and
 * what it fills in by itself.
 */
public final class ApiServer {

  private final Map<ObjectRef, JsonNode> objects;

  /** For each object, the paths of the fields that were applied last. */
  private final Map<ObjectRef, Set<String>> applied = new HashMap<>();

  private int uids;

  /** One that holds {@code objects}. */
  public ApiServer(LiveObjects objects) {
    this.objects = new TreeMap<>(objects.all());
  }

  /** What it holds. */
  public LiveObjects objects() {
    return new LiveObjects(objects);
  }

  /** Somebody else writes an object. */
  public void put(ObjectRef ref, JsonNode object) {
    objects.put(ref, object);
  }

  /** Carries out a change. */
  public void write(ObjectRef ref, Change change) {
    switch (change) {
      case Change.Patch patch -> objects.put(ref, tidy(merged(objects.get(ref), patch.patch())));
      case Change.Apply apply -> apply(ref, apply.applied());
      case Change.Status status -> objects.put(ref, tidy(merged(objects.get(ref), status.patch())));
      case Change.Delete delete -> objects.remove(ref);
      case Change.TagImage tags -> {}
      case Change.PublishFindings publish -> {}
      case Change.PublishReport publish -> {}
    }
  }

  private void apply(ObjectRef ref, JsonNode fields) {
    ObjectNode object = (ObjectNode) tidy(merged(objects.get(ref), fields));
    var now = new HashSet<String>();
    leaves("", fields, now);
    for (String old : applied.getOrDefault(ref, Set.of())) {
      if (!now.contains(old)) {
        int last = old.lastIndexOf('\n');
        if (object.at(pointer(old.substring(0, last))) instanceof ObjectNode parent) {
          parent.remove(old.substring(last + 1));
        }
      }
    }
    applied.put(ref, now);
    ObjectNode metadata = object.withObject("/metadata");
    if (!metadata.has("uid")) {
      metadata.put("uid", "uid-" + ++uids);
    }
    if (ref.kind().equals("NodePool")) {
      ObjectNode disruption = object.withObject("/spec/disruption");
      if (!disruption.has("budgets")) {
        disruption.putArray("budgets").addObject().put("nodes", "10%");
      }
      disruption.put(
          "consolidationPolicy", disruption.path("consolidationPolicy").asText("Default"));
      ObjectNode template = object.withObject("/spec/template/spec");
      template.put("expireAfter", template.path("expireAfter").asText("720h"));
    }
    objects.put(ref, object);
  }

  private static String pointer(String path) {
    var pointer = new StringBuilder();
    for (String step : path.substring(Math.min(1, path.length())).split("\n", -1)) {
      pointer.append('/').append(step.replace("~", "~0").replace("/", "~1"));
    }
    return pointer.toString();
  }

  private static void leaves(String path, JsonNode node, Set<String> leaves) {
    if (node.isObject() && !node.isEmpty()) {
      node.properties().forEach(f -> leaves(path + "\n" + f.getKey(), f.getValue(), leaves));
    } else {
      leaves.add(path);
    }
  }

  private static JsonNode merged(JsonNode target, JsonNode patch) {
    if (!patch.isObject()) {
      return patch;
    }
    ObjectNode merged =
        target instanceof ObjectNode object
            ? object.deepCopy()
            : com.fasterxml.jackson.databind.node.JsonNodeFactory.instance.objectNode();
    patch
        .properties()
        .forEach(
            field -> {
              if (field.getValue().isNull()) {
                merged.remove(field.getKey());
              } else {
                merged.set(field.getKey(), merged(merged.get(field.getKey()), field.getValue()));
              }
            });
    return merged;
  }

  /** Without annotations that are none. */
  private static JsonNode tidy(JsonNode object) {
    if (object.at("/metadata/annotations").isObject()
        && object.at("/metadata/annotations").isEmpty()) {
      ((ObjectNode) object.get("metadata")).remove("annotations");
    }
    return object;
  }
}
