package dev.plumbline.wiring;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.fact.Images.SsmParameter;
import dev.plumbline.fact.Pods.NodeWorkload;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.source.Ec2Answer;
import dev.plumbline.source.FieldMask;
import dev.plumbline.source.PolicyData;
import dev.plumbline.source.WorkloadRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Writes live state as a snapshot folder, without secrets and fields that no fact is read from. */
public final class SnapshotWriter {

  private static final Set<String> FILES =
      Set.of(
          "images",
          "instance-types",
          "instance-type-offerings",
          "ssm-parameters",
          "instances",
          "prices",
          "spot-prices");

  private final Path folder;
  private final PolicyData policy;
  private final ObjectWriter json =
      JsonMapper.builder()
          .build()
          .writer(
              new DefaultPrettyPrinter()
                  .withArrayIndenter(DefaultIndenter.SYSTEM_LINEFEED_INSTANCE));
  private final ObjectWriter yaml =
      YAMLMapper.builder()
          .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
          .disable(YAMLGenerator.Feature.SPLIT_LINES)
          .build()
          .writer();

  /** Writes into {@code folder}, which is missing or empty. */
  public SnapshotWriter(Path folder, PolicyData policy) {
    this.folder = folder;
    this.policy = policy;
  }

  public void write(
      HostSnapshot live, SortedMap<String, JsonNode> documents, @Nullable String region)
      throws IOException {
    Files.createDirectories(folder);
    var files = new TreeMap<String, JsonNode>();
    var lists = new TreeMap<String, ArrayNode>();
    for (Map.Entry<String, JsonNode> each : documents.entrySet()) {
      JsonNode document = each.getValue();
      String source = each.getKey().replaceFirst("/.*", "");
      if (FILES.contains(source)) {
        files.merge(source, recorded(source, document), SnapshotWriter::joined);
      } else if (document.has("kind") && document.path("metadata").has("name")) {
        lists
            .computeIfAbsent(
                document.get("kind").asText(), kind -> JsonNodeFactory.instance.arrayNode())
            .add(recorded(document));
      }
    }
    if (watchesPods(live)) {
      files.put("node-workloads", WorkloadRows.written(live.facts(NodeWorkload.class)));
    }
    for (Map.Entry<String, JsonNode> file : files.entrySet()) {
      Files.writeString(
          folder.resolve(file.getKey() + ".json"), json.writeValueAsString(file.getValue()) + "\n");
    }
    if (!lists.isEmpty()) {
      Files.createDirectories(folder.resolve("cluster"));
    }
    for (Map.Entry<String, ArrayNode> list : lists.entrySet()) {
      ObjectNode root = JsonNodeFactory.instance.objectNode();
      root.put("apiVersion", "v1").put("kind", "List").set("items", list.getValue());
      write("cluster/" + list.getKey().toLowerCase(Locale.ROOT) + ".yaml", root);
    }
    write("snapshot.yaml", SnapshotSettingsTree.of(live, policy, region, documents.keySet()));
  }

  /** Whether what runs on nodes is known; without the file it is not. */
  private static boolean watchesPods(HostSnapshot live) {
    return !live.facts(NodeWorkload.class).isEmpty()
        || live.facts(SourceStatus.class).stream()
            .anyMatch(
                status ->
                    status.source().equals("node-workloads") && status.state().equals("synced"));
  }

  static ObjectNode recorded(JsonNode object) {
    return FieldMask.of(object.path("kind").asText()).record(object);
  }

  static JsonNode recorded(String source, JsonNode answer) {
    return switch (source) {
      case "instances" -> instances(answer);
      case "ssm-parameters" -> withoutSecrets(answer);
      default -> Ec2Answer.readable(source, answer);
    };
  }

  private static JsonNode instances(JsonNode answer) {
    ArrayNode instances = JsonNodeFactory.instance.arrayNode();
    for (JsonNode row : answer.isArray() ? answer : answer.path("Reservations")) {
      for (JsonNode each : row.has("Instances") ? row.get("Instances") : List.of(row)) {
        instances.add(FieldMask.of("Instances").keep(each));
      }
    }
    ObjectNode recorded = JsonNodeFactory.instance.objectNode();
    recorded.putArray("Reservations").addObject().set("Instances", instances);
    return Ec2Answer.readable("instances", recorded);
  }

  private static JsonNode withoutSecrets(JsonNode answer) {
    JsonNode recorded = answer.deepCopy();
    for (JsonNode row : recorded.isArray() ? recorded : recorded.path("Parameters")) {
      if (row instanceof ObjectNode parameter
          && parameter.path("Type").asText().equals(SsmParameter.SECRET)) {
        parameter.put("Value", SsmParameter.SECRET);
      }
    }
    return recorded;
  }

  private void write(String name, JsonNode root) throws IOException {
    Files.writeString(folder.resolve(name), yaml.writeValueAsString(root));
  }

  /** Merges two responses of one source: lists are concatenated, fields united. */
  private static JsonNode joined(JsonNode one, JsonNode other) {
    if (one.isArray() && other.isArray()) {
      ArrayNode all = one.deepCopy();
      all.addAll((ArrayNode) other);
      return all;
    }
    if (!one.isObject() || !other.isObject()) {
      return other;
    }
    ObjectNode all = one.deepCopy();
    other
        .properties()
        .forEach(
            field ->
                all.set(
                    field.getKey(),
                    all.has(field.getKey())
                        ? joined(all.get(field.getKey()), field.getValue())
                        : field.getValue()));
    return all;
  }
}
