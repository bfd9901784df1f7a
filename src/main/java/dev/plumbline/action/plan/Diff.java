package dev.plumbline.action.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.Change;
import dev.plumbline.conclusion.FindingConclusions.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The field-level diff of a change. */
public final class Diff {

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_-]+");

  private Diff() {}

  /**
   * A changed field.
   *
   * @param path {@code spec.weight}, {@code metadata.annotations["a/b"]}
   * @param before the current value; null if absent. Lists are compared as a whole
   * @param after the new value; null if removed
   */
  public record Difference(String path, @Nullable JsonNode before, @Nullable JsonNode after) {

    List<String> lines() {
      boolean nothingListed = entries(before).isEmpty() && entries(after).isEmpty();
      if (nothingListed || (!list(before) && !list(after))) {
        return List.of(
            before == null
                ? "+ " + path + ": " + after
                : after == null
                    ? "- " + path + ": " + before
                    : "~ " + path + ": " + before + " -> " + after);
      }
      List<JsonNode> gone = entries(before);
      List<JsonNode> come = entries(after);
      List<JsonNode> same = new ArrayList<>();
      gone.removeIf(entry -> come.remove(entry) && same.add(entry));
      var lines = new ArrayList<String>();
      lines.add("~ " + path + (gone.isEmpty() && come.isEmpty() ? ": in another order" : ""));
      gone.forEach(entry -> lines.add("  - " + entry));
      come.forEach(entry -> lines.add("  + " + entry));
      return lines;
    }

    private static boolean list(@Nullable JsonNode node) {
      return node != null && node.isArray();
    }

    private static List<JsonNode> entries(@Nullable JsonNode node) {
      var entries = new ArrayList<JsonNode>();
      if (node != null && node.isArray()) {
        node.forEach(entries::add);
      } else if (node != null) {
        entries.add(node);
      }
      return entries;
    }
  }

  /** The fields that {@code change} changes, sorted by path; none for an object that goes. */
  public static List<Difference> of(Change change) {
    var differences = new ArrayList<Difference>();
    switch (change) {
      case Change.Patch patch ->
          walk("", patch.before(), MergePatch.apply(patch.before(), patch.patch()), differences);
      case Change.Apply apply -> {
        JsonNode before =
            apply.before() == null ? JsonNodeFactory.instance.objectNode() : apply.before();
        var shown = new Change.Apply(apply.before(), apply.shown());
        walk("", before, ProjectedState.applied(shown), differences);
      }
      case Change.TagImage tags -> {
        tags.set()
            .forEach(
                (key, value) ->
                    differences.add(
                        new Difference(step("tags", key), tag(tags, key), text(value))));
        tags.removed()
            .forEach(
                key -> differences.add(new Difference(step("tags", key), tag(tags, key), null)));
      }
      case Change.Status status -> {
        JsonNode before = status.before().path("status");
        walk("status", told(before), told(MergePatch.apply(before, status.status())), differences);
      }
      case Change.Delete delete -> {}
      case Change.PublishFindings publish -> {}
      case Change.PublishReport publish ->
          walk("", JsonNodeFactory.instance.objectNode(), publish.report(), differences);
    }
    return List.copyOf(differences);
  }

  /** The change in lines: {@code ~ spec.weight: 10 -> 30}; findings by their reason. */
  public static List<String> lines(Change change) {
    var lines = new ArrayList<String>();
    switch (change) {
      case Change.Delete delete -> lines.add("- the whole object");
      case Change.PublishFindings publish -> {
        for (Finding finding : publish.findings()) {
          lines.add(finding.result() + " " + finding.severity() + " " + finding.reason());
        }
      }
      default -> of(change).forEach(difference -> lines.addAll(difference.lines()));
    }
    return List.copyOf(lines);
  }

  /** Without the names of what is counted: there may be a thousand, and the counts tell of them. */
  private static JsonNode told(JsonNode status) {
    return status instanceof ObjectNode object
        ? object.deepCopy().without("counted")
        : JsonNodeFactory.instance.objectNode();
  }

  private static void walk(
      String path, @Nullable JsonNode before, @Nullable JsonNode after, List<Difference> to) {
    JsonNode one = CanonicalJson.of(before);
    JsonNode other = CanonicalJson.of(after);
    boolean inside =
        (one == null || one.isObject()) && (other == null || other.isObject()) && one != other;
    if (one == null ? other == null : one.equals(other)) {
      return;
    }
    if (!inside) {
      to.add(new Difference(path, one, other));
      return;
    }
    var names = new TreeSet<String>();
    for (JsonNode object : new JsonNode[] {orEmpty(one), orEmpty(other)}) {
      object.properties().forEach(field -> names.add(field.getKey()));
    }
    for (String name : names) {
      walk(step(path, name), orEmpty(one).get(name), orEmpty(other).get(name), to);
    }
  }

  private static JsonNode orEmpty(@Nullable JsonNode node) {
    ObjectNode none = JsonNodeFactory.instance.objectNode();
    return node == null ? none : node;
  }

  private static String step(String path, String name) {
    return PLAIN.matcher(name).matches()
        ? path.isEmpty() ? name : path + "." + name
        : path + "[\"" + name + "\"]";
  }

  private static @Nullable JsonNode tag(Change.TagImage tags, String key) {
    String value = tags.before().get(key);
    return value == null ? null : text(value);
  }

  private static JsonNode text(String value) {
    return JsonNodeFactory.instance.textNode(value);
  }
}
