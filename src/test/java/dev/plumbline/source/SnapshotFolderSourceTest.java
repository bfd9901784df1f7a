package dev.plumbline.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Cluster.ObjectFault;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.loop.Await;
import dev.plumbline.source.InvalidSourceException.InvalidSnapshotException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotFolderSourceTest {

  private static final Instant NOW = Instant.parse("2026-11-20T09:00:00Z");
  private static final PolicyData POLICY = PolicyData.read(RuleFiles.shipped().all());

  @TempDir private Path folder;

  private final Map<String, FactUpdate> published = new ConcurrentSkipListMap<>();
  private SnapshotFolderSource watch;

  @BeforeEach
  void start() throws IOException {
    write("snapshot.yaml", "at: 2026-11-19T00:00:00Z\n");
    write("images.json", image("ami-1"));
    Files.createDirectories(folder.resolve("cluster"));
    write("cluster/pool.yaml", pool("default"));
    watch =
        new SnapshotFolderSource(
            folder, POLICY, InstantSource.fixed(NOW), Duration.ofHours(1), Duration.ofMillis(50));
    watch.start(news -> news.forEach(each -> published.put(each.owner(), each)));
  }

  @AfterEach
  void close() {
    watch.close();
  }

  @Test
  void publishesAllThatASnapshotHoldsByOwner() {
    assertThat(published).containsKeys("Account", "parameters", "SourceStatus/images", "images");
    assertThat(facts("NodePool/default")).isNotEmpty();
    assertThat(published.get("NodePool/default").document().path("kind").asText())
        .isEqualTo("NodePool");
    assertThat(facts("EvaluationTime"))
        .containsExactly(new EvaluationTime(Instant.parse("2026-11-19T00:00:00Z")));
    var all = new ArrayList<Fact>();
    published.values().forEach(each -> all.addAll(each.facts()));
    assertThat(all)
        .containsExactlyInAnyOrderElementsOf(SnapshotFolder.read(folder, POLICY, null).facts());
  }

  @Test
  void anEditIsPublishedAndNothingElse() throws IOException {
    published.clear();

    write("images.json", image("ami-22"));

    Await.until("the edit is published", () -> published.containsKey("images"));
    assertThat(facts("images")).extracting(Fact::key).containsExactly("Ami/ami-22");
    assertThat(published).containsOnlyKeys("images");
  }

  @Test
  void aBrokenEditChangesNothingUntilItIsMended() throws IOException {
    published.clear();

    write("cluster/pool.yaml", pool("other"));
    write("images.json", "{ \"Images\": [ {");

    Await.until("the fault is published", () -> published.containsKey(SnapshotFolderSource.OWNER));
    assertThat(published).doesNotContainKeys("images", "NodePool/default", "NodePool/other");
    assertThat(facts(SnapshotFolderSource.OWNER))
        .singleElement()
        .isInstanceOfSatisfying(
            ObjectFault.class,
            fault ->
                assertThat(fault.message()).contains("images.json").contains("ends too early"));

    write("images.json", image("ami-333"));

    Await.until("it is mended", () -> published.containsKey("images"));
    Await.until("the fault goes", () -> facts(SnapshotFolderSource.OWNER).isEmpty());
    assertThat(facts("NodePool/default")).isEmpty();
    assertThat(facts("NodePool/other")).isNotEmpty();
  }

  @Test
  void whatIsRemovedIsGone() throws IOException {
    published.clear();

    Files.delete(folder.resolve("images.json"));

    Await.until("it is reported", () -> published.containsKey("images"));
    assertThat(facts("images")).isEmpty();
    assertThat(facts("SourceStatus/images").toString()).contains("absent");
  }

  @Test
  void aFolderThatIsGoneIsAFault() throws IOException {
    published.clear();

    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }

    Await.until("the fault is published", () -> published.containsKey(SnapshotFolderSource.OWNER));
    assertThat(published).containsOnlyKeys(SnapshotFolderSource.OWNER);
  }

  @Test
  void withoutATimeOfItsOwnTheTimePasses() throws IOException {
    write("snapshot.yaml", "accountId: \"123456789012\"\n");

    Await.until(
        "the time is published",
        () -> facts("EvaluationTime").equals(List.of(new EvaluationTime(NOW))));
  }

  @Test
  void aLinkThatIsSwappedIsAnEdit(@TempDir Path mount) throws IOException {
    Path first = Files.createDirectory(mount.resolve("..1"));
    Path second = Files.createDirectory(mount.resolve("..2"));
    Files.writeString(first.resolve("images.json"), image("ami-1"));
    Files.writeString(second.resolve("images.json"), image("ami-2"));
    Files.createSymbolicLink(mount.resolve("..data"), Path.of("..1"));
    Files.createSymbolicLink(mount.resolve("images.json"), Path.of("..data", "images.json"));
    var images = new ConcurrentSkipListMap<String, FactUpdate>();
    try (var mounted =
        new SnapshotFolderSource(
            mount, POLICY, InstantSource.fixed(NOW), Duration.ofHours(1), Duration.ofMillis(50))) {
      mounted.start(news -> news.forEach(each -> images.put(each.owner(), each)));
      assertThat(images.get("images").facts()).extracting(Fact::key).containsExactly("Ami/ami-1");

      Files.createSymbolicLink(mount.resolve("..tmp"), Path.of("..2"));
      Files.move(mount.resolve("..tmp"), mount.resolve("..data"), StandardCopyOption.ATOMIC_MOVE);

      Await.until(
          "the other is published",
          () -> ((Ami) images.get("images").facts().getFirst()).id().equals("ami-2"));
    }
  }

  @Test
  void whatCannotBeReadAtFirstIsRefused() throws IOException {
    write("images.json", "[");

    assertThatThrownBy(
            () ->
                new SnapshotFolderSource(
                    folder,
                    POLICY,
                    InstantSource.fixed(NOW),
                    Duration.ofHours(1),
                    Duration.ofMillis(50)))
        .isInstanceOf(InvalidSnapshotException.class);
  }

  /**
   * A region is large: a file that nobody has written, to judge by its stamp, is not read again.
   */
  @Test
  void onlyFilesThatWereWrittenAreReadAgain() throws IOException {
    write("instance_types.json", type("m5.large"));
    Await.until("the types are published", () -> published.containsKey("instance-types"));
    List<Fact> types = facts("instance-types");
    published.clear();

    Path file = folder.resolve("instance_types.json");
    FileTime written = Files.getLastModifiedTime(file);
    Files.writeString(file, "[".repeat((int) Files.size(file)));
    Files.setLastModifiedTime(file, written);
    write("images.json", image("ami-22"));
    Await.until("the edit is published", () -> published.containsKey("images"));
    write("images.json", image("ami-333"));
    Await.until("so is the next", () -> facts("images").getFirst().key().equals("Ami/ami-333"));
    assertThat(published).containsOnlyKeys("images");

    write("instance_types.json", type("m5.xlarge"));
    Await.until("the types are published", () -> published.containsKey("instance-types"));
    assertThat(facts("instance-types")).hasSameSizeAs(types).doesNotContainAnyElementsOf(types);
  }

  /** What two files hold is of the first; when that no longer has it, of the other. */
  @Test
  void whatSeveralFilesHoldIsThereAsLongAsInOne() throws IOException {
    write("images-ami-2.json", image("ami-2"));
    Await.until("both are published", () -> published.containsKey("images/ami-2"));
    write("images.json", image("ami-2"));
    Await.until("it is of the first", () -> facts("images/ami-2").isEmpty());
    assertThat(facts("images")).extracting(Fact::key).containsExactly("Ami/ami-2");
    write("images.json", image("ami-3"));
    Await.until("it is of the other", () -> !facts("images/ami-2").isEmpty());
    write("images.json", image("ami-2").replace("available", "pending"));
    Await.until("they differ", () -> !facts(SnapshotFolderSource.OWNER).isEmpty());

    assertThat(facts(SnapshotFolderSource.OWNER).getFirst().toString())
        .contains("is a second Ami/ami-2, and it differs");
  }

  /** A region is large: what was just read is not read again for its parameters. */
  @Test
  void itsParametersAreThoseThatWereReadUntilItStarts() throws IOException {
    write("snapshot.yaml", "parameters: { ami.minimumAge: 3d }\n");
    try (var other =
        new SnapshotFolderSource(
            folder, POLICY, InstantSource.fixed(NOW), Duration.ofHours(1), Duration.ofDays(1))) {
      write("snapshot.yaml", "parameters: { ami.minimumAge: 4d }\n");
      assertThat(minimumAge(other)).isEqualTo("3d");

      other.start(news -> {});

      assertThat(minimumAge(other)).isEqualTo("4d");
    }
  }

  private static String minimumAge(SnapshotFolderSource source) {
    return source.parameters(POLICY).facts().stream()
        .map(Parameter.class::cast)
        .filter(each -> each.name().equals("ami.minimumAge"))
        .map(Parameter::value)
        .findAny()
        .orElseThrow();
  }

  private List<Fact> facts(String owner) {
    FactUpdate last = published.get(owner);
    return last == null ? List.of() : List.copyOf(last.facts());
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  private static String image(String id) {
    return """
    {"Images": [{"ImageId": "%s", "State": "available", "Architecture": "x86_64", "OwnerId": "1"}]}
    """
        .formatted(id);
  }

  private static String type(String name) {
    return """
    {"InstanceTypes": [{"InstanceType": "%s", "VCpuInfo": {"DefaultVCpus": 2},
     "MemoryInfo": {"SizeInMiB": 8192}, "SupportedUsageClasses": ["spot"],
     "ProcessorInfo": {"SupportedArchitectures": ["x86_64"]}}]}
    """
        .formatted(name);
  }

  private static String pool(String name) {
    return """
    apiVersion: karpenter.sh/v1
    kind: NodePool
    metadata: { name: %s }
    spec: { template: { spec: { nodeClassRef: { name: default } } } }
    """
        .formatted(name);
  }
}
