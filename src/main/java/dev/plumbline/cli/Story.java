package dev.plumbline.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What {@code plumbline demo} plays: what happens outside, and nothing of what follows from it.
 *
 * @param steps in their order
 */
record Story(List<Step> steps) {

  private static final String FILE = "demo/story.yaml";

  /** What the edited rules of a step come to. */
  enum Rules {
    /** They serve. */
    SERVES,
    /** They go beyond a limit, and wait for somebody. */
    HELD,
    /** They cannot be used. */
    REJECTED
  }

  /**
   * One step.
   *
   * @param title in a few words
   * @param happens in a sentence or two
   * @param at the time to judge by; null when it does not move
   * @param settings what the snapshot tells beside the time; null for what it told before
   * @param files the content of files by name below the folder; null for what goes away
   * @param rules what the edited rules come to; null when they are not edited
   * @param tells the types of conclusions that are shown when they come or go
   * @param show what is looked at
   */
  record Step(
      String title,
      String happens,
      @Nullable Instant at,
      @Nullable String settings,
      Map<String, @Nullable String> files,
      @Nullable Rules rules,
      List<String> tells,
      Show show) {}

  /**
   * What a step looks at.
   *
   * @param look a command line that shows more, which is only named; null for none
   * @param does one that somebody types, before anything follows; null for none
   * @param run one that is run to see what it says; null for none
   * @param most how many lines of its answer are shown
   * @param bundle a file of an auditor's that is unpacked and checked; null for none
   */
  record Show(
      @Nullable String look,
      @Nullable String does,
      @Nullable String run,
      int most,
      @Nullable String bundle) {}

  /** The one that ships with Plumbline. */
  static Story shipped() {
    try (InputStream file = Story.class.getClassLoader().getResourceAsStream(FILE)) {
      if (file == null) {
        throw new IllegalStateException(FILE + " is not in this program");
      }
      JsonNode root = new YAMLMapper().readTree(file);
      var steps = new ArrayList<Step>();
      for (JsonNode step : root.path("steps")) {
        steps.add(step(step, root.path("templates")));
      }
      return new Story(steps);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Step step(JsonNode step, JsonNode templates) {
    var files = new TreeMap<String, @Nullable String>();
    step.path("write")
        .properties()
        .forEach(file -> files.put(file.getKey(), text(file.getValue())));
    step.path("nodes")
        .properties()
        .forEach(
            node ->
                files.put(
                    StoryFolder.SNAPSHOT + "/cluster/" + node.getKey() + ".yaml",
                    filled(node.getValue(), templates)));
    var tells = new ArrayList<String>();
    step.path("tells").forEach(type -> tells.add(type.asText()));
    String at = text(step.path("at"));
    String rules = text(step.path("rules"));
    return new Step(
        step.path("title").asText(),
        step.path("happens").asText(),
        at == null ? null : Instant.parse(at),
        text(step.path("settings")),
        files,
        rules == null ? null : Rules.valueOf(rules.toUpperCase(Locale.ROOT)),
        tells,
        new Show(
            text(step.path("look")),
            text(step.path("does")),
            text(step.path("run")),
            step.path("most").asInt(20),
            text(step.path("bundle"))));
  }

  private static @Nullable String filled(JsonNode node, JsonNode templates) {
    if (node.path("gone").asBoolean()) {
      return null;
    }
    String text = templates.path(node.path("template").asText()).asText();
    for (var value : node.properties()) {
      text = text.replace("{" + value.getKey() + "}", value.getValue().asText());
    }
    return text;
  }

  private static @Nullable String text(JsonNode node) {
    return node.isMissingNode() || node.isNull() ? null : node.asText();
  }
}
