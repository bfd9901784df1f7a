package dev.plumbline.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.fact.Fact;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.source.SnapshotFolder.ReadFile;
import dev.plumbline.source.SnapshotFolder.SnapshotUpdates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A folder that is read again, without the files that are as they were, says what a new one says.
 */
class SnapshotReadAgainTest {

  private static final PolicyData POLICY = PolicyData.read(RuleFiles.shipped().all());

  private static final List<String> FILES =
      List.of(
          "images.json",
          "images-ami-1.json",
          "images-ami-2.json",
          "instance_types.json",
          "instance_type_offerings.json",
          "ssm_parameters.json",
          "ssm_parameters-bottlerocket.json",
          "snapshot.yaml");

  private static final String IMAGE =
      """
      {"ImageId": "%s", "State": "%s", "Architecture": "x86_64", "OwnerId": "1"}
      """;

  @TempDir private Path folder;

  private final SplittableRandom random = new SplittableRandom(19);

  @Test
  void saysWhatItSaysWhenAllIsRead() throws IOException {
    var stamps = new TreeMap<String, String>();
    Map<String, ReadFile> before = Map.of();
    Map<String, List<? extends Fact>> last = Map.of();
    int spared = 0;
    int refused = 0;
    for (int step = 0; step < 400; step++) {
      String name = FILES.get(random.nextInt(FILES.size()));
      Path file = folder.resolve(name);
      String text = text(name);
      if (text == null) {
        Files.deleteIfExists(file);
        stamps.remove(name);
      } else {
        Files.writeString(file, text);
        stamps.put(name, "written " + step);
      }
      String wanted = said(Map.of(), Map.of());

      assertThat(said(stamps, before)).as("step %d: %s", step, name).isEqualTo(wanted);

      if (wanted.startsWith("refused")) {
        refused++;
        continue;
      }
      SnapshotUpdates read = SnapshotFolder.updates(folder, POLICY, stamps, before);
      Map<String, List<? extends Fact>> known = byOwner(read);
      for (String owner : read.asBefore()) {
        assertThat(known.get(owner)).as("step %d: %s", step, owner).isEqualTo(last.get(owner));
      }
      spared += read.asBefore().size();
      before = read.files();
      last = known;
    }
    assertThat(spared).as("files that were not read again").isGreaterThan(300);
    assertThat(refused).as("folders that cannot be read").isBetween(20, 200);
  }

  /** A region is held once, not once more by what reads it. */
  @Test
  void whatIsNotReadAgainIsTheSame() throws IOException {
    Files.writeString(folder.resolve("images.json"), "{\"Images\": [" + image() + "]}");
    Map<String, String> stamps = Map.of("images.json", "written");
    SnapshotUpdates first = SnapshotFolder.updates(folder, POLICY, stamps);

    SnapshotUpdates again = SnapshotFolder.updates(folder, POLICY, stamps, first.files());

    Fact image = byOwner(first).get("images").getFirst();
    assertThat(byOwner(again).get("images").getFirst()).isSameAs(image);
    assertThat(again.files().get("images.json").facts().getFirst()).isSameAs(image);
  }

  /** One image of hundreds has changed: the others are not held twice. */
  @Test
  void whatIsEqualInAFileThatWasWrittenIsTheSame() throws IOException {
    Path file = folder.resolve("images.json");
    String pending = IMAGE.formatted("ami-1", "pending");
    Files.writeString(file, "[" + pending + ", " + IMAGE.formatted("ami-2", "available") + "]");
    SnapshotUpdates first = SnapshotFolder.updates(folder, POLICY, Map.of("images.json", "1"));
    Files.writeString(file, "[" + pending + ", " + IMAGE.formatted("ami-2", "pending") + "]");

    SnapshotUpdates again =
        SnapshotFolder.updates(folder, POLICY, Map.of("images.json", "2"), first.files());

    List<? extends Fact> before = byOwner(first).get("images");
    List<? extends Fact> after = byOwner(again).get("images");
    assertThat(again.asBefore()).isEmpty();
    assertThat(after.getFirst()).isSameAs(before.getFirst());
    assertThat(after.getLast()).isNotEqualTo(before.getLast());
    assertThat(again.files().get("images.json").facts()).first().isSameAs(before.getFirst());
  }

  private String said(Map<String, String> stamps, Map<String, ReadFile> before) {
    try {
      SnapshotUpdates read = SnapshotFolder.updates(folder, POLICY, stamps, before);
      return read.at() + " " + byOwner(read);
    } catch (InvalidSourceException e) {
      return "refused: " + e.getMessage();
    }
  }

  private static Map<String, List<? extends Fact>> byOwner(SnapshotUpdates read) {
    var byOwner = new TreeMap<String, List<? extends Fact>>();
    read.updates().forEach(update -> byOwner.put(update.owner(), update.facts()));
    return byOwner;
  }

  /** Null for a file that goes. Few names, so that files often hold the same. */
  private String text(String name) {
    int what = random.nextInt(60);
    if (what < 9 && !name.equals("snapshot.yaml")) {
      return null;
    }
    if (what == 9) {
      return "[{";
    }
    return switch (name) {
      case "instance_types.json" -> list("InstanceTypes", this::type);
      case "instance_type_offerings.json" -> list("InstanceTypeOfferings", this::offering);
      case "ssm_parameters.json", "ssm_parameters-bottlerocket.json" ->
          list("Parameters", this::parameter);
      case "snapshot.yaml" ->
          "region: " + (random.nextBoolean() ? "us-east-1" : "eu-west-1") + "\n";
      default -> list("Images", this::image);
    };
  }

  private String list(String wrapper, Supplier<String> row) {
    List<String> rows = Stream.generate(row).limit(1 + random.nextInt(3)).distinct().toList();
    return "{\"" + wrapper + "\": " + rows + "}";
  }

  private String image() {
    return """
    {"ImageId": "ami-%d", "State": "%s", "Architecture": "x86_64", "OwnerId": "%d"}
    """
        .formatted(
            random.nextInt(6),
            random.nextInt(30) == 0 ? "pending" : "available",
            1 + random.nextInt(40) / 39);
  }

  private String type() {
    return """
    {"InstanceType": "m%d.large", "VCpuInfo": {"DefaultVCpus": 2},
     "MemoryInfo": {"SizeInMiB": 8192}, "SupportedUsageClasses": ["spot"],
     "ProcessorInfo": {"SupportedArchitectures": ["x86_64"]}}
    """
        .formatted(random.nextInt(4));
  }

  private String offering() {
    return """
    {"InstanceType": "m%d.large", "LocationType": "availability-zone", "Location": "us-east-1%s"}
    """
        .formatted(random.nextInt(4), "abc".charAt(random.nextInt(3)));
  }

  private String parameter() {
    return """
    {"Name": "/aws/service/%s/%d", "Value": "ami-%d"}
    """
        .formatted(
            random.nextBoolean() ? "eks" : "bottlerocket",
            random.nextInt(3),
            random.nextInt(12) / 11);
  }
}
