package dev.plumbline.action;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.conclusion.FindingConclusions.Finding;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** What is written where. JSON in a change is never modified after it was made. */
public sealed interface Change {

  /**
   * An object that is ours, or fields of one that are, by server-side apply.
   *
   * @param before the live object; null when there is none yet
   * @param applied the fields that are ours, with apiVersion, kind and metadata.name
   */
  record Apply(@Nullable JsonNode before, JsonNode applied) implements Change {}

  /**
   * Fields of an object of somebody else's, by JSON merge patch under the resourceVersion that it
   * was planned from.
   *
   * @param before the live object, which has metadata.resourceVersion
   * @param patch the merge patch, without the resourceVersion
   */
  record Patch(JsonNode before, JsonNode patch) implements Change {}

  /**
   * An object that is ours goes, under its uid.
   *
   * @param before the live object
   */
  record Delete(JsonNode before) implements Change {}

  /**
   * Tags of an image.
   *
   * @param before the tags it has
   * @param set the tags it gets
   * @param removed the keys it loses
   */
  record TagImage(
      SortedMap<String, String> before, SortedMap<String, String> set, List<String> removed)
      implements Change {}

  /**
   * Findings on one object, for Events and its report.
   *
   * @param findings sorted
   */
  record Say(List<Finding> findings) implements Change {}
}
