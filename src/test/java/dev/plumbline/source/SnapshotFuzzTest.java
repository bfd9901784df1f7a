package dev.plumbline.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.fuzz.Fuzzer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a file of a snapshot holds, it is read, or refused by its name. */
class SnapshotFuzzTest {

  private static final Path EXAMPLES = Path.of("examples");
  private static final int MAX_SEED_BYTES = 20_000;
  private static final long VALUES = 1_000_000;

  private static final PolicyData POLICY = Texts.shipped();

  static List<String> names() {
    return List.copyOf(seeds().keySet());
  }

  private static Map<String, List<byte[]>> seeds() {
    var seeds = new TreeMap<String, List<byte[]>>();
    try (var files = Files.walk(EXAMPLES)) {
      for (Path each : files.filter(Files::isRegularFile).sorted().toList()) {
        Path name = EXAMPLES.relativize(each);
        name = name.subpath(1, name.getNameCount());
        boolean read = !name.startsWith("rules") && name.toString().matches(".*\\.(yaml|json)");
        if (read && Files.size(each) < MAX_SEED_BYTES) {
          String kind = name.startsWith("cluster") ? "cluster/objects.yaml" : name.toString();
          seeds.computeIfAbsent(kind, none -> new ArrayList<>()).add(Files.readAllBytes(each));
        }
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return seeds;
  }

  @ParameterizedTest
  @MethodSource("names")
  void isReadOrRefused(String name) {
    var fuzzer =
        new Fuzzer(
            seeds().get(name),
            Set.of(InvalidSourceException.class),
            message -> message.contains(name) && !Fuzzer.isOfTheInside(message));
    Fuzzer.Outcome outcome =
        fuzzer.run(300, input -> SnapshotFolder.given(Map.of(name, input), VALUES, POLICY, null));
    assertThat(outcome.refused()).isPositive();
  }
}
