package dev.plumbline.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The files below k8s/, as kustomize reads them. */
final class Manifests {

  static final Path ROOT = Path.of("k8s");

  private static final YAMLMapper YAML = new YAMLMapper();

  private Manifests() {}

  /** Every document of a file. */
  static List<JsonNode> read(Path file) {
    try (var documents =
        YAML.readerFor(JsonNode.class).<JsonNode>readValues(Files.readString(file))) {
      return documents.readAll();
    } catch (IOException e) {
      throw new UncheckedIOException(file.toString(), e);
    }
  }

  /** Every file with this ending. */
  static List<Path> files(String ending) {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The objects that a kustomization names, those of what it builds on first. */
  static List<JsonNode> objects(Path kustomization) {
    var objects = new ArrayList<JsonNode>();
    JsonNode root = read(kustomization).getFirst();
    for (String list : List.of("resources", "components")) {
      for (JsonNode resource : root.path(list)) {
        Path path = kustomization.resolveSibling(resource.asText()).normalize();
        if (Files.isDirectory(path)) {
          objects.addAll(objects(path.resolve("kustomization.yaml")));
        } else {
          objects.addAll(read(path));
        }
      }
    }
    return objects;
  }

  /** The one object of this kind and name. */
  static JsonNode object(List<JsonNode> objects, String kind, String name) {
    return objects.stream()
        .filter(
            object ->
                object.path("kind").asText().equals(kind)
                    && object.at("/metadata/name").asText().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("there is no " + kind + " " + name));
  }
}
