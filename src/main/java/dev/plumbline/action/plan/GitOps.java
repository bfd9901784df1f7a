package dev.plumbline.action.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.LiveObjects;
import dev.plumbline.fact.ObjectRef;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A plan as documents that a GitOps tool can apply instead of Plumbline. */
public final class GitOps {

  private static final List<OwnedField> FIELDS =
      List.of(OwnedField.SELECTOR_TERMS, OwnedField.WEIGHT);

  private static final List<OwnedEntries> LISTS =
      List.of(OwnedEntries.LEFT_OUT, OwnedEntries.NARROWING, OwnedEntries.HOLD);

  private GitOps() {}

  public enum Form {
    RESOURCE,
    /** A merge patch, with the fields that identify the object. */
    PATCH,
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
   * tiers, and of all others the fields that we write.
   */
  public static List<Document> desired(LiveObjects then) {
    var documents = new ArrayList<Document>();
    then.all()
        .forEach(
            (ref, object) -> {
              if (Tiers.ours(object)) {
                documents.add(new Document(ref, Form.RESOURCE, resource(object, false)));
              } else {
                ObjectNode patch = written(ref, object);
                if (patch != null) {
                  documents.add(new Document(ref, Form.PATCH, patch));
                }
              }
            });
    return List.copyOf(documents);
  }

  private static @Nullable ObjectNode written(ObjectRef ref, JsonNode object) {
    ObjectNode patch = ObjectRefs.named(ref);
    boolean any = false;
    for (OwnedField field : FIELDS) {
      any |= copy(object, field.annotation(), field.path(), patch);
    }
    for (OwnedEntries list : LISTS) {
      any |= copy(object, list.annotation(), list.path(), patch);
    }
    return any ? patch : null;
  }

  private static boolean copy(
      JsonNode object, String annotation, List<String> path, ObjectNode patch) {
    JsonNode memory = object.path("metadata").path("annotations").get(annotation);
    JsonNode value = MergePatch.get(object, path);
    if (memory == null || value.isMissingNode()) {
      return false;
    }
    ObjectNode with = MergePatch.at(List.of("metadata", "annotations", annotation), memory);
    patch.setAll(MergePatch.and(MergePatch.and(patch, with), MergePatch.at(path, value)));
    return true;
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
