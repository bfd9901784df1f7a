package dev.plumbline.rehearsal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What happens to a real Karpenter, and what must hold of it: a file of {@code
 * src/test/resources/karpenter}.
 *
 * @param cluster the file of the objects that there are at first
 * @param objects more of them
 * @param nodeClasses fields of the spec of every node class, instead of those in that file
 * @param parameters what the policy is set to
 * @param release how images are named and where SSM lists them
 * @param steps one verb and its object each, in order
 * @param expect what must hold at the end
 */
record KarpenterScenario(
    String cluster,
    @Nullable List<ObjectNode> objects,
    @Nullable ObjectNode nodeClasses,
    ObjectNode parameters,
    Release release,
    List<Map<String, JsonNode>> steps,
    Expect expect) {

  private static final Path FOLDER = Path.of("src/test/resources/karpenter");
  private static final YAMLMapper YAML = new YAMLMapper();

  /**
   * Images of one kind.
   *
   * @param image as in DescribeImages; VERSION stands for that of the release
   * @param paths of the SSM parameters of a release
   * @param pointers the SSM parameters that name the latest one
   */
  record Release(ObjectNode image, @Nullable List<String> paths, @Nullable List<String> pointers) {}

  /**
   * What must hold at the end.
   *
   * @param failing the release that no node may stay on, and that must not come back; null if none
   *     fails
   * @param verdicts the states of releases
   * @param pins by node class, what it was pinned to, one after the other
   * @param isGivenBack whether all is given back after that
   */
  record Expect(
      @Nullable String failing,
      Map<String, String> verdicts,
      Map<String, List<String>> pins,
      boolean isGivenBack) {}

  static KarpenterScenario read(String name) {
    try {
      return YAML.readValue(FOLDER.resolve(name + ".yaml").toFile(), KarpenterScenario.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The names of {@code all}, or those that are wanted. */
  static List<String> names(String wanted) {
    if (!wanted.equals("all")) {
      return List.of(wanted.split(","));
    }
    try (Stream<Path> files = Files.list(FOLDER)) {
      var names = new ArrayList<String>();
      for (Path file : files.sorted().toList()) {
        if (YAML.readTree(file.toFile()).has("steps")) {
          names.add(file.getFileName().toString().replace(".yaml", ""));
        }
      }
      return names;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The objects that there are at first, as a list that is YAML too. */
  String applied() {
    ObjectNode list = YAML.createObjectNode().put("apiVersion", "v1").put("kind", "List");
    ArrayNode items = list.putArray("items");
    try (MappingIterator<ObjectNode> first =
        YAML.readerFor(ObjectNode.class).readValues(FOLDER.resolve(cluster).toFile())) {
      while (first.hasNext()) {
        ObjectNode object = first.next();
        if (nodeClasses != null && object.path("kind").asText().equals("EC2NodeClass")) {
          ((ObjectNode) object.path("spec")).setAll(nodeClasses);
        }
        items.add(object);
      }
      if (objects != null) {
        items.addAll(objects);
      }
      return YAML.writeValueAsString(list);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
