package dev.plumbline.cli.evaluate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.plumbline.action.Action;
import dev.plumbline.action.Change;
import dev.plumbline.action.plan.GitOps.Document;
import dev.plumbline.action.plan.GitOps.Form;
import dev.plumbline.view.EvaluationDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** A plan as YAML that others apply: a stream of documents, patches, or a kustomize component. */
public final class PlanDocuments {

  public static final String MARK = "# Written by plumbline plan.";

  private static final YAMLMapper YAML = new YAMLMapper(EvaluationDocument.YAML);

  private PlanDocuments() {}

  static String stream(List<Document> documents, List<Action> actions) {
    var text = new StringBuilder();
    for (Document document : documents) {
      text.append("---\n");
      reasons(document, actions, text);
      text.append(yaml(document.content()));
    }
    for (Action action : actions) {
      if (action.change() instanceof Change.TagImage tags && !tags.set().isEmpty()) {
        String set =
            tags.set().entrySet().stream()
                .map(tag -> "'Key=" + tag.getKey() + ",Value=" + tag.getValue() + "'")
                .collect(Collectors.joining(" "));
        text.append("# aws ec2 create-tags --resources ")
            .append(action.object().name())
            .append(" --tags ")
            .append(set)
            .append('\n');
      }
    }
    return text.toString();
  }

  private static void reasons(Document document, List<Action> actions, StringBuilder text) {
    for (Action action : actions) {
      if (action.object().equals(document.object())
          && !(action.change() instanceof Change.PublishFindings)) {
        String why = String.join("; ", action.reasons()).replace('\n', ' ');
        text.append("# ").append(action.kind().wire());
        text.append(why.isEmpty() ? "\n" : ": " + why + "\n");
      }
    }
  }

  /**
   * All that is ours, changed or not, as {@code patches} of a kustomization; after it, the objects
   * made for tiers. The same patches as those of {@link #component}.
   */
  static String patches(List<Document> documents, List<Action> actions) {
    var patches = new StringBuilder();
    var resources = new StringBuilder();
    for (Document document : documents) {
      StringBuilder text = document.form() == Form.RESOURCE ? resources : patches;
      if (document.form() == Form.RESOURCE) {
        text.append("---\n");
      }
      if (document.form() != Form.APPEND) {
        reasons(document, actions, text);
      }
      switch (document.form()) {
        case RESOURCE -> text.append(yaml(document.content()));
        case APPEND ->
            text.append("- target:\n")
                .append(yaml(target(document)).indent(4))
                .append("  patch: |-\n")
                .append(yaml(document.content()).indent(4));
        default -> text.append("- patch: |-\n").append(yaml(document.content()).indent(4));
      }
    }
    return MARK + (patches.isEmpty() ? "\npatches: []\n" : "\npatches:\n" + patches) + resources;
  }

  /** The files of a kustomize component, by path: all that is ours, whether it changes or not. */
  static SortedMap<String, String> component(List<Document> documents) {
    var files = new TreeMap<String, String>();
    ObjectNode kustomization = JsonNodeFactory.instance.objectNode();
    kustomization.put("apiVersion", "kustomize.config.k8s.io/v1alpha1").put("kind", "Component");
    ArrayNode resources = JsonNodeFactory.instance.arrayNode();
    ArrayNode patches = JsonNodeFactory.instance.arrayNode();
    for (Document document : documents) {
      String path =
          folder(document.form())
              + document.object().kind().toLowerCase(Locale.ROOT)
              + "-"
              + document.object().name()
              + ".yaml";
      files.put(path, MARK + "\n" + yaml(document.content()));
      switch (document.form()) {
        case RESOURCE -> resources.add(path);
        case APPEND -> patches.addObject().put("path", path).set("target", target(document));
        default -> patches.addObject().put("path", path);
      }
    }
    if (!resources.isEmpty()) {
      kustomization.set("resources", resources);
    }
    if (!patches.isEmpty()) {
      kustomization.set("patches", patches);
    }
    files.put("kustomization.yaml", MARK + "\n" + yaml(kustomization));
    return files;
  }

  private static String folder(Form form) {
    return switch (form) {
      case RESOURCE -> "resources/";
      case APPEND -> "entries/";
      case PATCH, DELETE -> "patches/";
    };
  }

  /** What a JSON patch is for; a merge patch names it itself, and fails where it is not there. */
  private static ObjectNode target(Document document) {
    String[] api = document.object().apiVersion().split("/", 2);
    return JsonNodeFactory.instance
        .objectNode()
        .put("group", api[0])
        .put("version", api[1])
        .put("kind", document.object().kind())
        .put("name", document.object().name());
  }

  static String named(SortedMap<String, String> files) {
    var names = new ArrayList<>(files.keySet());
    return names.stream()
        .map(name -> "---\n# " + name + "\n" + files.get(name))
        .collect(Collectors.joining());
  }

  private static String yaml(JsonNode node) {
    try {
      return YAML.writeValueAsString(node).replaceFirst("^---\\s", "");
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Writes {@code files} in place of those that were written there before.
   *
   * @throws ParameterException when the folder holds anything else
   */
  static void write(Path folder, SortedMap<String, String> files, CommandLine command)
      throws IOException {
    List<Path> before = files(folder, command);
    for (Path file : before) {
      if (!Files.readString(file).startsWith(MARK)) {
        throw new ParameterException(
            command,
            "--to "
                + folder
                + " holds "
                + folder.relativize(file)
                + ", which Plumbline did not write. Try: an empty folder.");
      }
    }
    for (Path file : before) {
      Files.delete(file);
    }
    for (Map.Entry<String, String> file : files.entrySet()) {
      Path path = folder.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue());
    }
  }

  private static List<Path> files(Path folder, CommandLine command) throws IOException {
    if (!Files.exists(folder)) {
      return List.of();
    }
    if (!Files.isDirectory(folder)) {
      throw new ParameterException(
          command, "--to " + folder + " is not a folder. Try: a folder that does not exist yet.");
    }
    try (var paths = Files.walk(folder)) {
      return paths.filter(Files::isRegularFile).sorted().toList();
    }
  }
}
