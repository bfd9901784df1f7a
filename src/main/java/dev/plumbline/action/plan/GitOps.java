package dev.plumbline.action.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.LiveObjects;
import dev.plumbline.fact.ObjectRef;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeSet;

/** A plan as documents that a GitOps tool can apply instead of Plumbline. */
public final class GitOps {

  private static final List<OwnedField> FIELDS =
      List.of(OwnedField.SELECTOR_TERMS, OwnedField.WEIGHT);

  private static final List<OwnedEntries> LISTS =
      List.of(OwnedEntries.LEFT_OUT, OwnedEntries.NARROWING, OwnedEntries.HOLD);

  private static final List<JsonNode> DEFAULT_BUDGETS =
      List.of(JsonNodeFactory.instance.objectNode().put("nodes", "10%"));

  private GitOps() {}

  public enum Form {
    RESOURCE,
    /** A merge patch, with the fields that identify the object. */
    PATCH,
    /** A JSON patch (RFC 6902) that appends entries to lists of the object. */
    APPEND,
    DELETE
  }

  public record Document(ObjectRef object, Form form, JsonNode content) {}

  /** Only what changes from {@code now} to {@code then}, sorted by object. */
  public static List<Document> changes(LiveObjects now, LiveObjects then) {
    var refs = new TreeSet<ObjectRef>(now.all().keySet());
    refs.addAll(then.all().keySet());
    var documents = new ArrayList<Document>();
    for (ObjectRef ref : refs) {
      JsonNode before = now.get(ref);
      JsonNode after = then.get(ref);
      if (after == null) {
        documents.add(
            new Document(ref, Form.DELETE, ObjectRefs.named(ref).put("$patch", "delete")));
      } else if (before == null) {
        documents.add(new Document(ref, Form.RESOURCE, after));
      } else if (!CanonicalJson.same(before, after)) {
        documents.add(
            Tiers.ours(after)
                ? new Document(ref, Form.RESOURCE, resource(after, true))
                : new Document(
                    ref,
                    Form.PATCH,
                    MergePatch.and(ObjectRefs.named(ref), MergePatch.between(before, after))));
      }
    }
    return List.copyOf(documents);
  }

  /**
   * Everything of {@code then} that is ours, changed or not, sorted by object: the objects made for
   * tiers, and of all others the fields that we write. Made for a base without what is ours, whose
   * own entries of a list are not repeated.
   */
  public static List<Document> desired(LiveObjects then) {
    var documents = new ArrayList<Document>();
    then.all()
        .forEach(
            (ref, object) -> {
              if (Tiers.ours(object)) {
                documents.add(new Document(ref, Form.RESOURCE, resource(object, false)));
              } else {
                documents.addAll(written(ref, object));
              }
            });
    return List.copyOf(documents);
  }

  private static List<Document> written(ObjectRef ref, JsonNode object) {
    ObjectNode ours = JsonNodeFactory.instance.objectNode();
    for (OwnedField field : FIELDS) {
      JsonNode value = CanonicalJson.of(MergePatch.get(object, field.path()));
      LastWritten memory = LastWritten.of(object, field.annotation());
      if (memory != null) {
        ours = MergePatch.and(ours, annotation(object, field.annotation()));
        // Another value is a veto: it is in the base.
        if (value != null && CanonicalJson.same(value, memory.written())) {
          ours = MergePatch.and(ours, MergePatch.at(field.path(), value));
        }
      }
    }
    var entries = new LinkedHashMap<List<String>, List<JsonNode>>();
    for (OwnedEntries list : LISTS) {
      if (LastWritten.of(object, list.annotation()) != null) {
        ours = MergePatch.and(ours, annotation(object, list.annotation()));
        entries.computeIfAbsent(list.path(), p -> new ArrayList<>()).addAll(list.standing(object));
      }
    }
    ArrayNode appended = JsonNodeFactory.instance.arrayNode();
    for (var list : entries.entrySet()) {
      JsonNode whole = MergePatch.get(object, list.getKey());
      if (isOfBase(whole, list.getValue())) {
        String end = "/" + String.join("/", list.getKey()) + "/-";
        for (JsonNode entry : list.getValue()) {
          appended.addObject().put("op", "add").put("path", end).set("value", entry);
        }
      } else if (!list.getValue().isEmpty()) {
        ours = MergePatch.and(ours, MergePatch.at(list.getKey(), whole));
      }
    }
    var documents = new ArrayList<Document>();
    if (!ours.isEmpty()) {
      documents.add(new Document(ref, Form.PATCH, MergePatch.and(ObjectRefs.named(ref), ours)));
    }
    if (!appended.isEmpty()) {
      documents.add(new Document(ref, Form.APPEND, appended));
    }
    return documents;
  }

  /** Whether the base has the list: not where all besides ours is what Karpenter fills in. */
  private static boolean isOfBase(JsonNode whole, List<JsonNode> ours) {
    var own = new ArrayList<>(ours);
    var theirs = new ArrayList<JsonNode>();
    for (JsonNode entry : whole) {
      if (!own.remove(CanonicalJson.of(entry))) {
        theirs.add(entry);
      }
    }
    return !theirs.isEmpty() && !theirs.equals(DEFAULT_BUDGETS);
  }

  private static ObjectNode annotation(JsonNode object, String name) {
    return MergePatch.at(
        List.of("metadata", "annotations", name),
        object.path("metadata").path("annotations").get(name));
  }

  /** An object of ours without what the API server alone writes. */
  private static ObjectNode resource(JsonNode object, boolean owned) {
    ObjectNode resource = JsonNodeFactory.instance.objectNode();
    resource.set("apiVersion", object.get("apiVersion"));
    resource.set("kind", object.get("kind"));
    ObjectNode metadata = resource.putObject("metadata");
    var fields = new ArrayList<>(List.of("name", "labels", "annotations"));
    if (owned) {
      fields.add("ownerReferences");
    }
    for (String field : fields) {
      JsonNode value = object.path("metadata").get(field);
      if (value != null) {
        metadata.set(field, value);
      }
    }
    resource.set("spec", object.path("spec"));
    return resource;
  }
}
