package dev.plumbline.action;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.conclusion.FindingConclusions.Finding;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** The content of a write. Its JSON trees must not be modified. */
public sealed interface Change {

  /**
   * What is wanted, by which two writes of an object are compared: for fields of others' objects
   * what their annotation says is ours, whatever else stands beside it; null if it is given back or
   * deleted.
   */
  default @Nullable String value() {
    return switch (this) {
      case Apply apply -> WantedValue.of(apply.shown());
      case Patch patch -> WantedValue.of(patch.patch());
      // Counts go on from where they stood: no two writes of a status are the same.
      case Status status -> status.before().at("/metadata/resourceVersion").asText();
      case Delete delete -> null;
      case TagImage tags -> tags.set() + " without " + tags.removed();
      case PublishFindings publish -> publish.findings().toString();
      case PublishReport publish -> publish.report().toString();
    };
  }

  /**
   * Server-side apply of an object or fields that Plumbline owns.
   *
   * @param before the live object; null if it does not exist
   * @param applied the owned fields, with apiVersion, kind and metadata.name
   */
  record Apply(@Nullable JsonNode before, JsonNode applied) implements Change {

    /** What is applied, as it is shown and recorded: without user data, which may be secret. */
    public JsonNode shown() {
      if (!applied.path("spec").has("userData")) {
        return applied;
      }
      ObjectNode shown = applied.deepCopy();
      shown.withObjectProperty("spec").remove("userData");
      return shown;
    }
  }

  /**
   * A JSON merge patch of an object that Plumbline does not own, with the resourceVersion that it
   * was planned from as precondition.
   *
   * @param patch the merge patch, without the resourceVersion
   */
  record Patch(JsonNode before, JsonNode patch) implements Change {}

  /**
   * A new status of an object, through its status subresource, if that is still what it was planned
   * from.
   *
   * @param status every field that is ours; a field that is null is removed
   */
  record Status(JsonNode before, ObjectNode status) implements Change {

    /** As a merge patch of the object. */
    public ObjectNode patch() {
      ObjectNode patch = JsonNodeFactory.instance.objectNode();
      patch.set("status", status);
      return patch;
    }
  }

  record Delete(JsonNode before) implements Change {}

  record TagImage(
      SortedMap<String, String> before, SortedMap<String, String> set, List<String> removed)
      implements Change {}

  /**
   * Findings on one object, published as Events and in its report.
   *
   * @param findings sorted
   */
  record PublishFindings(List<Finding> findings) implements Change {}

  /**
   * A report to other clusters: one more object in a bucket, which nobody replaces.
   *
   * @param report all that it says but for its time, which is when it is signed
   */
  record PublishReport(ObjectNode report) implements Change {

    /** How many releases others read of one report. */
    public static final int MAX_RELEASES = 500;

    /** How many bundles of rules others read of one report. */
    public static final int MAX_BUNDLES = 10;

    /** How many characters of the message of a release or a bundle are published. */
    public static final int MAX_MESSAGE = 500;
  }

  /** The value that the annotation of an action holds as {@code written}. */
  final class WantedValue {

    private static final ObjectReader JSON = JsonMapper.builder().build().reader();
    private static final String OURS = "plumbline.dev/";

    private WantedValue() {}

    private static @Nullable String of(JsonNode change) {
      for (var annotation : change.at("/metadata/annotations").properties()) {
        if (annotation.getKey().startsWith(OURS)) {
          JsonNode written = written(annotation.getValue());
          if (written == null || !written.isMissingNode()) {
            return written == null ? null : written.toString();
          }
        }
      }
      return change.toString();
    }

    /** Null if the annotation is removed; missing if it holds something else. */
    private static @Nullable JsonNode written(JsonNode annotation) {
      if (annotation.isNull()) {
        return null;
      }
      try {
        return JSON.readTree(annotation.asText()).path("written");
      } catch (JsonProcessingException e) {
        return MissingNode.getInstance();
      }
    }
  }
}
