package dev.plumbline.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.fleet.ClusterStatus.BundleInUse;
import dev.plumbline.fleet.ClusterStatus.ImageInUse;
import dev.plumbline.fleet.ClusterStatus.Status;
import dev.plumbline.fleet.Fleet.FleetStatus;
import dev.plumbline.fleet.Fleet.Settings;
import dev.plumbline.fleet.LogProblem.Kind;
import dev.plumbline.log.DecisionLog;
import dev.plumbline.log.Entry.Draft;
import dev.plumbline.log.s3.LogDiscovery;
import dev.plumbline.log.store.FolderLog;
import dev.plumbline.log.store.FolderLog.LogSettings;
import dev.plumbline.record.RecordedStory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clusters in folders: fine, old, with gaps, cut, altered, empty, twice. */
class FleetTest {

  private static final Duration MAX_AGE = Duration.ofMinutes(30);

  @TempDir private Path folder;
  private Instant now = FleetLogs.end().plusSeconds(12);

  @TempDir private static Path recorded;

  @BeforeAll
  static void record() {
    FleetLogs.record(recorded.resolve("fine"), "fine");
  }

  @BeforeEach
  void copyOfFine() throws IOException {
    copy(recorded.resolve("fine"), folder.resolve("fine"));
  }

  private Fleet fleet(boolean verify) {
    return new Fleet(
        known -> LogDiscovery.in(folder),
        new Settings(name -> !name.equals("other"), verify, 3),
        () -> now,
        progress -> {});
  }

  private ClusterStatus read(String cluster) throws IOException {
    FleetStatus fleet = fleet(false).read();
    assertThat(of("fine", fleet).status(now, MAX_AGE)).as("the other one").isEqualTo(Status.OK);
    return of(cluster, fleet);
  }

  private static ClusterStatus of(String cluster, FleetStatus fleet) {
    return fleet.clusters().stream()
        .filter(each -> each.cluster().equals(cluster))
        .findFirst()
        .orElseThrow();
  }

  private Path segment(String cluster, int first, String ending) {
    return folder.resolve(cluster).resolve("segments/%020d%s".formatted(first, ending));
  }

  private void broken(ClusterStatus cluster, Kind kind, String object, String message) {
    assertThat(cluster.status(now, MAX_AGE)).isEqualTo(Status.BROKEN);
    assertThat(cluster.problems())
        .anySatisfy(
            problem -> {
              assertThat(problem.kind()).isEqualTo(kind);
              assertThat(problem.object()).isEqualTo(object);
              assertThat(problem.message()).contains(message);
            });
  }

  @Test
  void clusterIsReadFromTheEndOfItsLog() throws IOException {
    ClusterStatus fine = read("fine");

    assertThat(fine.place()).isEqualTo(folder.resolve("fine").toString());
    assertThat(fine.origin()).isEqualTo("plumbline.dev/log/fine");
    assertThat(fine.key()).hasSize(8);
    assertThat(fine.entries()).isEqualTo(14);
    assertThat(fine.first()).isZero();
    assertThat(fine.state()).isEqualTo(8);
    assertThat(fine.age(now)).isEqualTo(Duration.between(fine.last(), now));
    assertThat(fine.rules()).isEqualTo(FleetLogs.RULES);
    assertThat(fine.images())
        .containsExactly(new ImageInUse("default", "al2023@v1", "main", 2, "soaking", 7L));
    assertThat(fine.bundles())
        .containsExactly(
            new BundleInUse(FleetLogs.SERVING, "policy 1.0", "serving", ""),
            new BundleInUse(
                FleetLogs.WAITING, null, "waits", "BUNDLE-010 for others; BUNDLE-011 for others"));
    assertThat(fine.gates()).isEmpty();
    assertThat(fine.findings()).isEqualTo(Map.of("high", 1, "low", 1));
    assertThat(fine.problems()).isEmpty();
    assertThat(fine.writer()).as("its start is further back").isNull();
  }

  @Test
  void whatARunningProgramRecordsIsRead() throws IOException {
    var settings = new LogSettings(LogSettings.origin("story"), null, 1 << 20, Duration.ofDays(9));
    try (DecisionLog log =
        FolderLog.open(
            folder.resolve("story"), settings, InstantSource.fixed(RecordedStory.FIRST))) {
      RecordedStory.record(log);
    }
    ClusterStatus story = of("story", fleet(false).read());

    assertThat(story.problems()).isEmpty();
    assertThat(story.writer()).isEqualTo("pod-1");
    assertThat(story.rules()).matches("[0-9a-f]{64}");
    assertThat(story.images()).isNotEmpty();
    assertThat(story.images())
        .allSatisfy(each -> assertThat(each.train()).as(each.nodeClass()).isNotEmpty())
        .anySatisfy(each -> assertThat(each.state()).isNotNull());
    assertThat(story.findings()).isNotEmpty();
  }

  @Test
  void decisionsBeforeTheStateOfASegmentAreNotNeeded() throws IOException {
    try (DecisionLog log = FleetLogs.open(folder.resolve("changed"), "changed")) {
      new FleetLogs(log).begin().changeBeforeState().decisions(1);
    }
    ClusterStatus changed = read("changed");

    assertThat(changed.problems()).isEmpty();
    assertThat(changed.state()).isEqualTo(5);
    assertThat(changed.images()).isEqualTo(read("fine").images());
  }

  @Test
  void logsThatGrowNoMoreAreOldOrStopped() throws IOException {
    try (DecisionLog log = FleetLogs.open(folder.resolve("stopped"), "stopped")) {
      new FleetLogs(log).begin().decisions(1).stop();
    }
    now = now.plus(Duration.ofHours(1));
    FleetStatus later = fleet(false).read();

    assertThat(of("fine", later).status(now, MAX_AGE)).isEqualTo(Status.OLD);
    assertThat(of("fine", later).status(now, Duration.ofHours(2))).isEqualTo(Status.OK);
    assertThat(of("stopped", later).status(now, MAX_AGE)).isEqualTo(Status.STOPPED);
    assertThat(of("stopped", later).age(FleetLogs.BEGIN)).as("clock ahead").isZero();
  }

  @Test
  void emptyLogIsNotKnown() throws IOException {
    Files.createDirectories(folder.resolve("empty/segments"));
    FleetLogs.open(folder.resolve("opened"), "opened").close();

    ClusterStatus empty = read("empty");
    assertThat(empty.status(now, MAX_AGE)).isEqualTo(Status.EMPTY);
    assertThat(empty.origin()).isNull();
    assertThat(empty.entries()).isNull();
    assertThat(read("opened").status(now, MAX_AGE)).isEqualTo(Status.EMPTY);
  }

  @Test
  void missingSegmentIsAGap() throws IOException {
    for (String cluster : List.of("early", "late", "state")) {
      FleetLogs.record(folder.resolve(cluster), cluster);
    }
    remove("early", 4);
    remove("late", 10);
    remove("state", 8);

    ClusterStatus early = read("early");
    broken(early, Kind.GAP, "segments/00000000000000000003.jsonl", "entries 4 to 4 are missing");
    assertThat(early.images()).as("its end is whole").hasSize(1);
    ClusterStatus late = read("late");
    broken(late, Kind.GAP, "segments/00000000000000000009.jsonl", "entries 10 to 10 are missing");
    assertThat(late.problems()).hasSize(1);
    assertThat(late.entries()).isEqualTo(14);
    assertThat(late.state()).as("nothing is shown of what is not whole").isNull();
    assertThat(late.last()).isNull();
    broken(read("state"), Kind.GAP, "segments/00000000000000000007.jsonl", "entries 8 to 8");
  }

  private void remove(String cluster, int first) throws IOException {
    try (Stream<Path> all = Files.list(folder.resolve(cluster).resolve("segments"))) {
      for (Path each :
          all.filter(it -> it.getFileName().toString().startsWith("%020d".formatted(first)))
              .toList()) {
        Files.delete(each);
      }
    }
  }

  @Test
  void missingEndIsSaid() throws IOException {
    for (String cluster : List.of("cut", "nothing")) {
      FleetLogs.record(folder.resolve(cluster), cluster);
    }
    remove("cut", 13);
    Files.delete(folder.resolve("nothing/checkpoint"));

    broken(read("cut"), Kind.ALTERED, "segments/00000000000000000012.jsonl", "");
    broken(read("nothing"), Kind.GAP, "checkpoint", "it is missing");
  }

  @Test
  void changedBitAndCutFileAreNamed() throws IOException {
    List<String> names =
        List.of(
            "segments/%020d.jsonl",
            "segments/%020d.jsonl.gz",
            "segments/%020d.leaves",
            "segments/%020d.tree",
            "checkpoint",
            "public-key.pem");
    FleetLogs.record(folder.resolve("changed"), "changed");
    for (String name : names) {
      int first = name.endsWith(".gz") || name.endsWith(".leaves") ? 11 : 13;
      Path file = folder.resolve("changed").resolve(name.formatted(first));
      byte[] whole = Files.readAllBytes(file);
      byte[] changed = whole.clone();
      changed[whole.length / 2] ^= 1;
      for (byte[] bytes : List.of(changed, Arrays.copyOf(whole, whole.length / 2))) {
        Files.write(file, bytes);

        ClusterStatus status = read("changed");
        assertThat(status.status(now, MAX_AGE)).as(file.toString()).isEqualTo(Status.BROKEN);
        assertThat(status.problems()).as(file.toString()).hasSize(1);
        assertThat(status.problems().getFirst().message()).isNotEmpty();
        assertThat(status.state()).as(file.toString()).isNull();
        assertThat(status.images()).isEmpty();
      }
      Files.write(file, whole);
    }
    assertThat(read("changed").problems()).isEmpty();
  }

  @Test
  void objectOfTheStateThatIsCutIsSaid() throws IOException {
    FleetLogs.record(folder.resolve("cut"), "cut");
    try (Stream<Path> all = Files.walk(folder.resolve("cut/objects"))) {
      for (Path each : all.filter(Files::isRegularFile).toList()) {
        byte[] bytes = Files.readAllBytes(each);
        Files.write(each, Arrays.copyOf(bytes, bytes.length - 9));
      }
    }

    broken(read("cut"), Kind.ALTERED, "objects", "sha256:");
  }

  @Test
  void onlyTheEndIsReadUnlessAllIsVerified() throws IOException {
    FleetLogs.record(folder.resolve("early"), "early");
    Path file = segment("early", 5, ".jsonl.gz");
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);

    ClusterStatus cheap = read("early");
    assertThat(cheap.problems()).isEmpty();
    assertThat(cheap.verified()).isFalse();
    FleetStatus verified = fleet(true).read();
    broken(
        of("early", verified), Kind.ALTERED, "segments/00000000000000000005.jsonl.gz", "entry 5");
    assertThat(of("early", verified).verified()).as("it is altered").isFalse();
    assertThat(of("early", verified).images()).as("its end is as it was signed").hasSize(1);
    assertThat(of("fine", verified).problems()).isEmpty();
    assertThat(of("fine", verified).verified()).isTrue();
  }

  @Test
  void segmentOfAnotherWriterIsFound() throws IOException {
    for (String cluster : List.of("fork", "overlap")) {
      FleetLogs.record(folder.resolve(cluster), cluster);
      copy(folder.resolve(cluster), folder.resolve(cluster + "-2"));
      try (DecisionLog log = FleetLogs.open(folder.resolve(cluster), cluster)) {
        new FleetLogs(log).from(FleetLogs.end()).decisions(3);
      }
      try (DecisionLog log = FleetLogs.open(folder.resolve(cluster + "-2"), cluster)) {
        if (cluster.equals("fork")) {
          new FleetLogs(log).from(FleetLogs.end().plusSeconds(1)).decisions(2);
        } else {
          var drafts = new ArrayList<Draft>();
          log.read(10, 12, each -> drafts.add(new Draft(each.at(), each.kind(), each.body())));
          log.append(drafts);
          log.append(drafts);
        }
      }
      remove(cluster, 14);
      for (String ending : List.of(".jsonl.gz", ".leaves", ".checkpoints", ".tree")) {
        Files.copy(segment(cluster + "-2", 14, ending), segment(cluster, 14, ending));
      }
      remove(cluster + "-2");
    }

    broken(
        read("fork"),
        Kind.TWO_WRITERS,
        "segments/00000000000000000015.jsonl",
        "it does not continue segments/00000000000000000014.jsonl");
    broken(
        read("overlap"),
        Kind.TWO_WRITERS,
        "segments/00000000000000000015.jsonl",
        "segments/00000000000000000014.jsonl has entries up to 15 already");
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path each : all.toList()) {
        Files.copy(each, to.resolve(from.relativize(each).toString()));
      }
    }
  }

  @Test
  void twoLogsOfOneNameAreTwoWriters() throws IOException {
    FleetLogs.record(folder.resolve("a/prod"), "prod");
    FleetLogs.record(folder.resolve("b/prod"), "prod");
    FleetStatus fleet = fleet(false).read();

    assertThat(fleet.clusters()).hasSize(3);
    for (int i = 1; i < 3; i++) {
      broken(
          fleet.clusters().get(i),
          Kind.TWO_WRITERS,
          "checkpoint",
          fleet.clusters().get(3 - i).place() + " has a log of the same name, signed by another");
      assertThat(fleet.clusters().get(i).images()).hasSize(1);
    }
  }

  @Test
  void furtherReadsShowWhatChanged() throws IOException {
    Fleet fleet = fleet(false);
    FleetStatus first = fleet.read();
    assertThat(changes(first, fleet.read())).isEmpty();
    try (DecisionLog log = FleetLogs.open(folder.resolve("fine"), "fine")) {
      new FleetLogs(log)
          .from(FleetLogs.end())
          .decisions(2)
          .decision(
              List.of(
                  FleetLogs.gate("ec2"),
                  FleetLogs.resolved("ami-2"),
                  FleetLogs.serves(FleetLogs.WAITING, "policy 2.0")),
              List.of(
                  FleetLogs.resolved("ami-1"),
                  FleetLogs.waits("BUNDLE-010"),
                  FleetLogs.waits("BUNDLE-011")));
      FleetLogs.record(folder.resolve("more"), "more");
      FleetLogs.record(folder.resolve("other"), "other");
      FleetStatus second = fleet.read();

      assertThat(of("fine", second).entries()).isEqualTo(17);
      assertThat(of("fine", second).gates()).hasSize(1);
      assertThat(second.others()).containsExactly("other");
      assertThat(changes(first, second))
          .containsExactly(
              "fine: default al2023@v1 soaking → ami-2",
              "fine: bundle 222222222222 waits → serving",
              "fine: gates closed: ami-resolution",
              "more: its log was found: " + folder.resolve("more"));

      new FleetLogs(log)
          .from(FleetLogs.end().plusSeconds(30))
          .decision(List.of(), List.of(FleetLogs.gate("ec2")))
          .stop();
      FleetStatus third = fleet.read();
      assertThat(changes(second, third))
          .containsExactly("fine: status ok → stopped", "fine: gates open again: ami-resolution");
      remove("more");
      assertThat(changes(third, fleet.read()))
          .containsExactly("more: its log is gone: " + folder.resolve("more"));
    }
  }

  @Test
  void logThatWasReplacedOrCutSinceIsFound() throws IOException {
    List<String> clusters = List.of("signed", "replaced", "longer", "shorter");
    clusters.forEach(cluster -> FleetLogs.record(folder.resolve(cluster), cluster));
    Fleet fleet = fleet(false);
    FleetStatus before = fleet.read();
    for (String cluster : clusters) {
      byte[] key = Files.readAllBytes(folder.resolve(cluster).resolve("key.pem"));
      remove(cluster);
      if (!cluster.equals("signed")) {
        Files.createDirectories(folder.resolve(cluster));
        Files.write(folder.resolve(cluster).resolve("key.pem"), key);
      }
      int entries = cluster.equals("shorter") ? 3 : cluster.equals("longer") ? 17 : 14;
      try (DecisionLog log = FleetLogs.open(folder.resolve(cluster), cluster)) {
        new FleetLogs(log).from(FleetLogs.BEGIN.plusSeconds(1)).begin().decisions(entries - 3);
      }
    }
    FleetStatus after = fleet.read();

    broken(of("signed", after), Kind.ALTERED, "checkpoint", "it is not signed by the key that");
    broken(of("replaced", after), Kind.ALTERED, "checkpoint", "the first 14 entries are not those");
    broken(
        of("longer", after),
        Kind.ALTERED,
        "segments/00000000000000000014.jsonl",
        "the first 14 entries are not those that were read before");
    broken(of("shorter", after), Kind.GAP, "checkpoint", "the log has 3 entries; it had 14");
    assertThat(of("shorter", after).images())
        .as("what was known")
        .isEqualTo(of("shorter", before).images());
    assertThat(of("fine", after).problems()).isEmpty();
  }

  private void remove(String cluster) throws IOException {
    try (Stream<Path> all = Files.walk(folder.resolve(cluster))) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  private static List<String> changes(FleetStatus before, FleetStatus after) {
    var changes = new ArrayList<String>();
    for (FleetChanges each : FleetChanges.between(before, after, MAX_AGE)) {
      each.changes().forEach(change -> changes.add(each.cluster() + ": " + change));
    }
    return changes;
  }
}
