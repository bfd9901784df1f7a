package dev.plumbline.revision;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.scenario.FailingScenarios;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * One edit of the shipped rules, as a file of edits has it.
 *
 * @param name what it does
 * @param changes to which files: {@code {file, replace, with}}, {@code {file, text}}, {@code {file,
 *     removed}}, or what becomes of its scenarios that fail: {@code {file, failing: removed}},
 *     {@code {file, failing: adapted}}
 * @param expect what becomes of it
 */
public record Edit(String name, List<JsonNode> changes, JsonNode expect) {

  private static final YAMLMapper YAML = new YAMLMapper();

  /** The edits of a file on the class path. */
  public static List<Edit> read(String resource) {
    try (InputStream stream = Edit.class.getResourceAsStream(resource)) {
      var edits = new ArrayList<Edit>();
      for (JsonNode edit : YAML.readTree(stream)) {
        var changes = new ArrayList<JsonNode>();
        edit.path("changes").forEach(changes::add);
        edits.add(new Edit(edit.path("name").asText(), List.copyOf(changes), edit.path("expect")));
      }
      return List.copyOf(edits);
    } catch (IOException e) {
      throw new UncheckedIOException(resource, e);
    }
  }

  /** The files after it. */
  public RuleFiles on(RuleFiles files) {
    RuleFiles edited = files;
    for (JsonNode change : changes) {
      String file = file(change.path("file").asText(), files);
      if (change.has("failing")) {
        edited = FailingScenarios.in(edited, file, change.path("failing").asText());
      } else if (change.has("removed")) {
        edited = edited.with(file, null);
      } else if (change.has("text")) {
        edited = edited.with(file, change.path("text").asText());
      } else {
        edited = edited.with(file, replaced(edited, file, change));
      }
    }
    return edited;
  }

  private String replaced(RuleFiles files, String file, JsonNode change) {
    String text = String.valueOf(files.text(file));
    String part = change.path("replace").asText();
    if (!text.contains(part)) {
      throw new IllegalStateException(name + ": " + file + " does not hold: " + part);
    }
    int at = text.indexOf(part);
    return text.substring(0, at)
        + change.path("with").asText()
        + text.substring(at + part.length());
  }

  private static String file(String name, RuleFiles files) {
    return name.equals("policy.parameters.yaml") && files.text(name) == null
        ? "parameters.yaml"
        : name;
  }
}
