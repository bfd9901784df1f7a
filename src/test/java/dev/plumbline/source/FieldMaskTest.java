package dev.plumbline.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.RecordType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What facts declare that they are read from is what they are read from, so that the fields that
 * watches and snapshots keep are all that anybody reads.
 */
class FieldMaskTest {

  private static final Set<String> ALWAYS =
      Set.of("apiVersion", "kind", "metadata", "metadata.name", "metadata.namespace");

  /** By what EC2 and SSM call their lists. */
  private static final Map<String, Function<JsonNode, Ec2Answer>> ANSWERS =
      Map.of(
          "Images",
          Ec2Answer::images,
          "InstanceTypes",
          document -> Ec2Answer.instanceTypes(document, "us-east-1"),
          "InstanceTypeOfferings",
          Ec2Answer::offerings,
          "Instances",
          rows ->
              Ec2Answer.instances(
                  document("Reservations", JsonNodeFactory.instance.arrayNode().add(rows))),
          "SpotPriceHistory",
          Ec2Answer::spotPrices,
          "Parameters",
          Ec2Answer::ssmParameters);

  @Test
  void objectsWithEveryDeclaredFieldComeThroughWatchAndSnapshotAsTheyWere() throws IOException {
    for (JsonNode object : fullObjects()) {
      String kind = object.path("kind").asText();
      FieldMask mask = FieldMask.of(kind);
      List<Fact> facts = KarpenterObjects.facts(object);

      assertThat(facts).as(kind).isNotEmpty();
      ObjectNode watched = mask.keepFields(object);
      assertThat(KarpenterObjects.facts(watched)).isEqualTo(facts);
      assertThat(KarpenterObjects.facts(mask.record(watched))).isEqualTo(facts);
      assertThat(mask.record(object).toString()).doesNotContain("secret");
    }
    rows()
        .forEach(
            (list, rows) -> {
              Ec2Answer whole = ANSWERS.get(list).apply(document(list, rows));
              assertThat(whole.facts()).as(list).noneMatch(f -> f.key().startsWith("ObjectFault"));
              assertThat(ANSWERS.get(list).apply(document(list, FieldMask.of(list).keep(rows))))
                  .isEqualTo(whole);
            });
  }

  /** The objects are those of the first test, so that it tries every path there is. */
  @Test
  void readersReadWhatIsDeclaredAndAllOfIt() throws IOException {
    var readByObject = new TreeMap<String, Set<String>>();
    for (JsonNode object : fullObjects()) {
      var read =
          readByObject.computeIfAbsent(object.path("kind").asText(), kind -> new TreeSet<>());
      KarpenterObjects.facts(recording(object, "", read));
    }
    rows()
        .forEach(
            (list, rows) -> {
              var read = readByObject.computeIfAbsent(list, name -> new TreeSet<>());
              ANSWERS.get(list).apply(document(list, recording(rows, "", read)));
            });

    assertThat(readByObject.keySet()).isEqualTo(declared().keySet());
    declared()
        .forEach(
            (object, paths) -> {
              Set<String> read = readByObject.get(object);
              assertThat(read)
                  .as("what is read of " + object + " and not declared")
                  .allMatch(path -> declares(paths, path));
              assertThat(paths)
                  .as("what is declared of " + object + " and not read")
                  .allMatch(
                      path ->
                          read.contains(path)
                              || read.stream().anyMatch(each -> each.startsWith(path + ".")));
            });
  }

  @Test
  void objectsOfTheExamplesTellTheSame() throws IOException {
    int count = 0;
    for (JsonNode object : examples()) {
      FieldMask mask = FieldMask.of(object.path("kind").asText());
      if (object.path("metadata").has("name")) {
        assertThat(KarpenterObjects.facts(mask.record(mask.keepFields(object))))
            .isEqualTo(KarpenterObjects.facts(object));
        count++;
      }
    }
    assertThat(count).as("objects").isGreaterThan(20);
  }

  private static boolean declares(Set<String> declared, String read) {
    boolean everything = read.endsWith(".*");
    String path = everything ? read.substring(0, read.length() - 2) : read;
    return ALWAYS.contains(path)
        || declared.stream()
            .anyMatch(
                each ->
                    each.equals(path)
                        || path.startsWith(each + ".")
                        || !everything && each.startsWith(path + "."));
  }

  /** By object; through lists. */
  private static Map<String, Set<String>> declared() {
    var paths = new TreeMap<String, Set<String>>();
    for (RecordType type : FactTypes.ALL) {
      for (RecordType.Read read : type.reads()) {
        if (!read.path().isEmpty() && !read.secret()) {
          Set<String> of = paths.computeIfAbsent(read.object(), object -> new TreeSet<>());
          of.add(read.path().replaceAll("\\[.*?]", ""));
          if (read.path().contains("[")) {
            of.add(read.path().replaceFirst("\\[.*", ".type"));
          }
        }
      }
    }
    return paths;
  }

  /** The same document, which adds to {@code read} what is asked of it. */
  private static JsonNode recording(JsonNode node, String path, Set<String> read) {
    if (node.isArray()) {
      ArrayNode items = JsonNodeFactory.instance.arrayNode();
      node.forEach(item -> items.add(recording(item, path, read)));
      return items;
    }
    return node.isObject() ? new Recording((ObjectNode) node, path, read) : node;
  }

  private static final class Recording extends ObjectNode {

    private final String path;
    private final transient Set<String> read;

    Recording(ObjectNode object, String path, Set<String> read) {
      super(JsonNodeFactory.instance);
      this.path = path;
      this.read = read;
      object
          .properties()
          .forEach(
              field ->
                  set(field.getKey(), recording(field.getValue(), pathOf(field.getKey()), read)));
    }

    private String pathOf(String field) {
      return path.isEmpty() ? field : path + "." + field;
    }

    @Override
    public JsonNode get(String field) {
      read.add(pathOf(field));
      return super.get(field);
    }

    @Override
    public Set<Map.Entry<String, JsonNode>> properties() {
      read.add(path + ".*");
      return super.properties();
    }
  }

  private static ObjectNode document(String list, JsonNode rows) {
    return JsonNodeFactory.instance.objectNode().set(list, rows);
  }

  private static List<JsonNode> fullObjects() throws IOException {
    return documents(Path.of("src/test/resources/source/every-field.yaml"));
  }

  private static Map<String, JsonNode> rows() throws IOException {
    var rows = new TreeMap<String, JsonNode>();
    new YAMLMapper()
        .readTree(Path.of("src/test/resources/source/every-row.yaml").toFile())
        .properties()
        .forEach(list -> rows.put(list.getKey(), list.getValue()));
    return rows;
  }

  private static List<JsonNode> examples() throws IOException {
    var objects = new ArrayList<JsonNode>();
    try (Stream<Path> files = Files.walk(Path.of("examples"))) {
      for (Path file : files.filter(f -> f.toString().matches(".*/cluster/.*\\.yaml")).toList()) {
        objects.addAll(documents(file));
      }
    }
    return objects;
  }

  private static List<JsonNode> documents(Path file) throws IOException {
    var objects = new ArrayList<JsonNode>();
    try (MappingIterator<JsonNode> documents =
        new YAMLMapper().readerFor(JsonNode.class).readValues(file.toFile())) {
      documents.forEachRemaining(
          document -> {
            objects.add(document);
            document.path("items").forEach(objects::add);
          });
    }
    return objects;
  }
}
