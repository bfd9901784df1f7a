package dev.plumbline.loop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.plumbline.action.Action;
import dev.plumbline.action.ApiServer;
import dev.plumbline.action.Change;
import dev.plumbline.action.LiveObjects;
import dev.plumbline.action.Plan;
import dev.plumbline.action.plan.ClusterPlanner;
import dev.plumbline.action.plan.PlanJson;
import dev.plumbline.action.plan.ReleasePlanner;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.conclusion.Conclusions;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.fact.RecordType;
import dev.plumbline.scenario.RecordReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every folder of src/test/resources/plan is a case: {@code objects.yaml} as they are, {@code
 * conclusions.yaml} as scenarios give them (none for a release), {@code plan.yaml} what is to be
 * done. {@code -Dgolden.update=true} takes the new plan, to review as a diff.
 */
class PlanGoldenTest {

  private static final Path CASES = Path.of("src/test/resources/plan");

  private static final YAMLMapper YAML =
      new YAMLMapper(
          YAMLFactory.builder()
              .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
              .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
              .disable(YAMLGenerator.Feature.SPLIT_LINES)
              .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
              .build());

  private static final Instant AT = Instant.parse("2026-11-20T12:20:00Z");

  static List<String> cases() throws IOException {
    try (var folders = Files.list(CASES)) {
      return folders.map(folder -> folder.getFileName().toString()).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void isPlannedAsReviewed(String name) throws IOException {
    Plan plan = plan(name, objects(name));

    String text = plan.actions().isEmpty() ? "[]\n" : YAML.writeValueAsString(PlanJson.of(plan));
    Path golden = CASES.resolve(name).resolve("plan.yaml");
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(golden, text);
    }
    assertThat(text).isEqualTo(Files.readString(golden));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void isDoneOnce(String name) throws IOException {
    var server = new ApiServer(objects(name));

    for (int round = 0; round < 3; round++) {
      plan(name, server.objects()).actions().stream()
          .filter(Action::due)
          .forEach(action -> server.write(action.object(), action.change()));
    }

    assertThat(plan(name, server.objects()).actions().stream().filter(PlanGoldenTest::writes))
        .as("what is left to do after it was done")
        .isEmpty();
  }

  private static boolean writes(Action action) {
    return action.due()
        && !(action.change() instanceof Change.PublishFindings)
        && !(action.change() instanceof Change.PublishReport)
        && !(action.change() instanceof Change.TagImage);
  }

  private static Plan plan(String name, LiveObjects objects) throws IOException {
    Path conclusions = CASES.resolve(name).resolve("conclusions.yaml");
    return Files.exists(conclusions)
        ? new ClusterPlanner().plan(conclusions(conclusions), objects.at(AT))
        : new ReleasePlanner().plan(objects);
  }

  private static LiveObjects objects(String name) throws IOException {
    var objects = new TreeMap<ObjectRef, JsonNode>();
    try (var documents =
        YAML.readerFor(JsonNode.class)
            .<JsonNode>readValues(CASES.resolve(name).resolve("objects.yaml").toFile())) {
      for (JsonNode object : documents.readAll()) {
        if (object instanceof ObjectNode) {
          objects.put(
              new ObjectRef(
                  object.get("apiVersion").asText(),
                  object.get("kind").asText(),
                  null,
                  object.at("/metadata/name").asText()),
              object);
        }
      }
    }
    return new LiveObjects(objects);
  }

  private static Conclusions conclusions(Path file) throws IOException {
    var byType = new TreeMap<String, List<Conclusion>>();
    for (JsonNode item : YAML.readTree(file.toFile())) {
      for (Map.Entry<String, JsonNode> entry : item.properties()) {
        RecordType type = Objects.requireNonNull(ConclusionTypes.named(entry.getKey()));
        Conclusion conclusion = (Conclusion) RecordReader.read(type, entry.getValue());
        byType.computeIfAbsent(type.name(), none -> new ArrayList<>()).add(conclusion);
      }
    }
    return new Conclusions() {
      @Override
      public <T extends Conclusion> List<T> of(Class<T> type) {
        return byType.getOrDefault(type.getSimpleName(), List.of()).stream()
            .map(type::cast)
            .toList();
      }
    };
  }
}
