package dev.plumbline.action;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.conclusion.FindingConclusions.Finding;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** The content of a write. Its JSON trees must not be modified. */
public sealed interface Change {

  /**
   * Server-side apply of an object or fields that Plumbline owns.
   *
   * @param before the live object; null if it does not exist
   * @param applied the owned fields, with apiVersion, kind and metadata.name
   */
  record Apply(@Nullable JsonNode before, JsonNode applied) implements Change {}

  /**
   * A JSON merge patch of an object that Plumbline does not own, with the resourceVersion that it
   * was planned from as precondition.
   *
   * @param patch the merge patch, without the resourceVersion
   */
  record Patch(JsonNode before, JsonNode patch) implements Change {}

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
}
