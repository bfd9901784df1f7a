package dev.plumbline.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.plumbline.action.kubernetes.Cluster;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.GateConclusions.SourceNotReady;
import dev.plumbline.conclusion.WireForm;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.fact.RecordType;
import dev.plumbline.loop.Evaluation.EvaluationResult;
import dev.plumbline.loop.Evaluation.SnapshotReader;
import dev.plumbline.peers.Peers;
import dev.plumbline.source.kubernetes.FakeApiServer;
import dev.plumbline.wiring.LiveWorld.Recorded;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a live host concludes is what {@code evaluate} concludes of the snapshot of it. */
@Tag("long")
class LiveSnapshotTest {

  /**
   * How far these are is about the host, not the cluster: in the folder they are not known, and
   * nothing waits for them that a folder could do.
   */
  private static final Set<String> OF_THE_HOST = Set.of("config-maps", "replicas", "decision-log");

  private static final Map<Path, Comparison> COMPARED = new ConcurrentHashMap<>();

  @TempDir private static Path folder;

  @BeforeAll
  static void credentials() {
    System.setProperty("aws.accessKeyId", "id");
    System.setProperty("aws.secretAccessKey", "secret");
  }

  @AfterAll
  static void noCredentials() {
    System.clearProperty("aws.accessKeyId");
    System.clearProperty("aws.secretAccessKey");
  }

  static List<Path> worlds() throws IOException {
    try (Stream<Path> examples = Files.list(Path.of("examples"))) {
      return Stream.concat(
              examples.filter(Files::isDirectory).sorted(),
              Stream.of(Path.of("src/test/resources/live-world")))
          .toList();
    }
  }

  /** Those of which a live source publishes nothing, or only where {@code snapshot} is not run. */
  private static final Map<String, String> NOT_LIVE =
      Map.ofEntries(
          Map.entry("ActionFailure", "of our own writes: snapshot writes nothing"),
          Map.entry("ActionWrites", "of our own writes: snapshot writes nothing"),
          Map.entry("BundleRevision", "of the rules of a replica that serves"),
          Map.entry("ChannelBundle", "of the rules of a replica that serves"),
          Map.entry("FieldWrites", "of our own writes: snapshot writes nothing"),
          Map.entry("FleetBundle", "of the bucket of other clusters, which is no snapshot"),
          Map.entry("FleetIdentity", "of the bucket of other clusters, which is no snapshot"),
          Map.entry("FleetMember", "of the bucket of other clusters, which is no snapshot"),
          Map.entry("FleetVerdict", "of the bucket of other clusters, which is no snapshot"),
          Map.entry("ReplicaRevision", "of the rules of replicas that serve"),
          Map.entry("RevisionApproval", "of a revision under trial"),
          Map.entry("RevisionImpact", "of a revision under trial"),
          Map.entry("RuleRevision", "of a revision under trial"),
          Map.entry("RuleSwitchedOff", "data of the rules"),
          Map.entry("SnapshotCoverage", "of a folder that was made by hand"),
          Map.entry("Waiver", "data of the rules"));

  @ParameterizedTest
  @MethodSource("worlds")
  void isTheSameRecorded(Path world) throws Exception {
    Comparison comparison = COMPARED.computeIfAbsent(world, LiveSnapshotTest::compared);
    assertThat(comparison.facts()).isEmpty();
    assertThat(comparison.conclusions()).isEmpty();
  }

  @Test
  void everyFactOfALiveSourceIsInOneOfTheWorlds() throws Exception {
    var seen = new TreeSet<String>();
    for (Path world : worlds()) {
      seen.addAll(COMPARED.computeIfAbsent(world, LiveSnapshotTest::compared).types());
    }
    assertThat(FactTypes.ALL)
        .extracting(RecordType::name)
        .filteredOn(type -> !NOT_LIVE.containsKey(type))
        .allMatch(seen::contains);
    assertThat(NOT_LIVE.keySet()).as("what is live is no exception").noneMatch(seen::contains);
  }

  @ParameterizedTest
  @MethodSource("worlds")
  void isTheSameOfARealApiServer(Path example) throws Exception {
    Peers.assumeThere();
    Cluster.serveImageVerdicts();
    var world = LiveWorld.of(example, Files.createTempDirectory(folder, "real"));
    try (var objects = new RealObjects();
        KubernetesClient client = Peers.shared().client()) {
      objects.make(world.objects(file -> !file.equals("unreadable.yaml")));
      Comparison comparison = compared(world.record(client, ""));
      assertThat(comparison.facts()).isEmpty();
      assertThat(comparison.conclusions()).isEmpty();
    }
  }

  @Test
  void whatIsNotServedAndWhatFailsIsTheSameRecorded() throws Exception {
    var world =
        LiveWorld.of(Path.of("examples/image-train"), Files.createTempDirectory(folder, "world"));
    try (var server = new FakeApiServer();
        KubernetesClient client = server.client()) {
      world.objects(file -> !file.equals("verdicts.yaml")).forEach(server::put);
      server.withoutKind("ImageVerdict");
      server.withoutKind("NodeOverlay");
      server.withoutKind("DaemonSet");
      Recorded recorded = world.record(client, "GetCallerIdentity");
      assertThat(recorded.unanswered()).contains("images", "daemon-sets");
      Comparison comparison = compared(recorded);
      assertThat(comparison.facts()).isEmpty();
      assertThat(comparison.conclusions()).isEmpty();
    }
  }

  @Test
  void aRegionWithoutAClusterIsTheSameRecorded() throws Exception {
    var world = LiveWorld.of(Path.of("examples/tour"), Files.createTempDirectory(folder, "world"));
    Comparison comparison = compared(world.record(null, ""));
    assertThat(comparison.conclusions()).isEmpty();
  }

  /**
   * What differs, and which types of facts there are.
   *
   * @param facts those that one has and the other has not
   * @param conclusions those that one has and the other has not
   */
  private record Comparison(List<String> facts, List<String> conclusions, Set<String> types) {}

  private static Comparison compared(Path folderOf) {
    try (var server = new FakeApiServer();
        KubernetesClient client = server.client()) {
      var world = LiveWorld.of(folderOf, Files.createTempDirectory(folder, "world"));
      server.beOf(world.kubernetesVersion());
      world.objects(file -> true).forEach(server::put);
      return compared(world.record(client, ""));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static Comparison compared(Recorded recorded) {
    EvaluationResult after =
        LiveWorld.EVALUATION.of(
            LiveWorld.EVALUATION.read(SnapshotReader.FOLDERS, recorded.folder().toString(), null));
    Collection<Fact> read = LiveWorld.EVALUATION.facts(after.snapshot()).values();
    List<Fact> live = recorded.live().facts().values().stream().flatMap(List::stream).toList();
    return new Comparison(
        differences(
            lines(live.stream().flatMap(LiveSnapshotTest::comparable)),
            lines(read.stream().flatMap(LiveSnapshotTest::comparable))),
        differences(
            conclusions(recorded.live().settlement().conclusions()),
            conclusions(after.settlement().conclusions())),
        recorded.live().facts().keySet());
  }

  /** The number of items of the API server itself is unknown live; a folder counts its objects. */
  private static Stream<String> comparable(Fact fact) {
    if (fact instanceof SourceStatus status) {
      if (OF_THE_HOST.contains(status.source())) {
        return Stream.of();
      }
      String line = json(to -> WireForm.write(fact, to));
      return Stream.of(
          status.source().equals("cluster") ? line.replaceFirst("\"items\":[^,]*,", "") : line);
    }
    return Stream.of(json(to -> WireForm.write(fact, to)));
  }

  private static List<String> conclusions(Collection<? extends Conclusion> conclusions) {
    return lines(
        conclusions.stream()
            .filter(
                each ->
                    !(each instanceof SourceNotReady missing
                        && OF_THE_HOST.contains(missing.source())))
            .map(each -> json(to -> WireForm.write(each, to))));
  }

  private static List<String> lines(Stream<String> lines) {
    return lines.sorted().toList();
  }

  private static List<String> differences(List<String> live, List<String> recorded) {
    var one = new HashSet<>(live);
    var other = new HashSet<>(recorded);
    return Stream.concat(
            live.stream().filter(line -> !other.contains(line)).map(line -> "live " + line),
            recorded.stream().filter(line -> !one.contains(line)).map(line -> "recorded " + line))
        .toList();
  }

  @FunctionalInterface
  private interface Writing {
    void to(JsonGenerator json) throws IOException;
  }

  private static String json(Writing writing) {
    var text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      writing.to(json);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return text.toString();
  }
}
