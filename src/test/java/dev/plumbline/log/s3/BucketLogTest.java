package dev.plumbline.log.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.log.Entry.Draft;
import dev.plumbline.log.EntryKind;
import dev.plumbline.log.LogFaultException;
import dev.plumbline.log.LogReader;
import dev.plumbline.log.SigningKey;
import dev.plumbline.log.s3.Bucket.BucketSettings;
import dev.plumbline.log.s3.Bucket.BucketSettings.Protection;
import dev.plumbline.log.store.FolderLog.LogSettings;
import dev.plumbline.log.store.LogFiles;
import dev.plumbline.log.store.LogFolder;
import dev.plumbline.log.store.StoredLog;
import dev.plumbline.log.verify.Verdict;
import dev.plumbline.log.verify.Verification;
import dev.plumbline.loop.Await;
import dev.plumbline.peers.Peers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

/** A log that is shipped to an emulated bucket, read there, gone on with, and never forked. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BucketLogTest {

  private static final Instant NOW = Instant.parse("2026-11-20T09:00:00Z");
  private static final InstantSource CLOCK = InstantSource.fixed(NOW);
  private static final String ORIGIN = LogSettings.origin("test");
  private static final LogSettings LOG =
      new LogSettings(ORIGIN, SigningKey.create(ORIGIN), 1 << 20, Duration.ofDays(1));
  private static final BucketSettings SETTINGS =
      new BucketSettings(Duration.ofMillis(1), 5, 1 << 20, Protection.BUCKET);

  @TempDir Path folders;

  private S3Client client;

  @BeforeAll
  void bucket() {
    Peers.assumeThere();
    client = Peers.shared().s3();
    client.createBucket(it -> it.bucket("audit").objectLockEnabledForBucket(true));
  }

  @AfterAll
  void end() {
    if (client != null) {
      client.close();
    }
  }

  @Test
  void whatIsAppendedIsReadFromTheBucketAsFromAFolder() throws Exception {
    Bucket bucket = bucket("read");
    String digest;
    try (BucketLog log = open("one", bucket)) {
      digest = log.store("a rule".getBytes(StandardCharsets.UTF_8));
      ObjectNode body = json().put("name", "first");
      body.putObject("files").put("x.drl", digest);
      log.append(List.of(new Draft(NOW, EntryKind.RULES, body)));
      shipped(log, 1);
      log.append(List.of(new Draft(NOW, EntryKind.STOP, json()), draft("third")));
      shipped(log, 3);

      var read = new StoredLog(new BucketFiles(bucket));
      assertThat(read.head()).isEqualTo(log.head());
      assertThat(read.checkpoint().signedBy(read.key())).isTrue();
      assertThat(names(read)).containsExactly("first", "", "third");
      assertThat(read.object(digest)).asString(StandardCharsets.UTF_8).isEqualTo("a rule");
      assertThat(read.segments()).hasSize(2);
    }
  }

  @Test
  void anotherFolderGoesOnWithWhatTheBucketHas() {
    Bucket bucket = bucket("go-on");
    try (BucketLog log = open("first", bucket)) {
      log.append(List.of(draft("one"), draft("two")));
    }
    try (BucketLog log = open("second", bucket)) {
      assertThat(log.head().size()).isEqualTo(2);
      log.append(List.of(draft("three")));
    }
    try (BucketLog log = open("first", bucket)) {
      assertThat(log.head().size()).as("the folder was behind").isEqualTo(3);
      log.append(List.of(draft("four")));
    }

    assertThat(names(new StoredLog(new BucketFiles(bucket))))
        .containsExactly("one", "two", "three", "four");
  }

  @Test
  void ofTwoWhoGoOnOneStops() {
    Bucket bucket = bucket("fork");
    try (BucketLog one = open("left", bucket)) {
      one.append(List.of(draft("one")));
      shipped(one, 1);
      try (BucketLog other = open("right", bucket)) {
        other.append(List.of(draft("two, by the other")));
        shipped(other, 2);
      }
      one.append(List.of(draft("two")));
      Await.until("it has seen the other", () -> one.fault() != null);

      assertThatThrownBy(() -> one.append(List.of(draft("three"))))
          .isInstanceOf(LogFaultException.class)
          .hasMessageContaining("another writer has continued this log");
    }
    try (BucketLog again = open("left", bucket)) {
      assertThat(names(again)).endsWith("two, by the other");
    }
  }

  @Test
  void whileTheBucketIsAwayTheFolderHasItUpToABound() {
    Bucket bucket = bucket("away");
    try (BucketLog log = open("away", bucket)) {
      log.append(List.of(draft("one")));
    }
    var gone = new Bucket(client, "no-such-bucket", "x", Protection.BUCKET, CLOCK);
    assertThatThrownBy(() -> open("nothing", gone))
        .isInstanceOf(LogFaultException.class)
        .hasMessageContaining("s3://no-such-bucket/x/");

    client.createBucket(it -> it.bucket("leaves"));
    var leaves = new Bucket(client, "leaves", "x", Protection.BUCKET, CLOCK);
    try (BucketLog log = open("leaves", leaves)) {
      client.deleteBucket(it -> it.bucket("leaves"));
      log.append(List.of(draft("one")));
      Await.until("the fault is seen", () -> log.fault() != null);
      for (int i = 2; i <= 5; i++) {
        log.append(List.of(draft("" + i)));
      }

      assertThatThrownBy(() -> log.append(List.of(draft("6"))))
          .isInstanceOfSatisfying(
              LogFaultException.class, e -> assertThat(e.code()).isEqualTo("BackedUp"))
          .hasMessageContaining("5 entries wait for the bucket");

      client.createBucket(it -> it.bucket("leaves"));
      shipped(log, 5);
      log.append(List.of(draft("6")));
      shipped(log, 6);
    }
  }

  @Test
  void theFolderKeepsTheEndOfWhatTheBucketHas() throws Exception {
    Bucket bucket = bucket("trim");
    var small = new LogSettings(ORIGIN, LOG.key(), 1, Duration.ofDays(1));
    var little = new BucketSettings(Duration.ofMillis(1), 50, 1, Protection.BUCKET);
    Path folder = folders.resolve("trim");
    String all;
    String once;
    try (BucketLog log = BucketLog.open(folder, small, bucket, little, CLOCK)) {
      all = log.store("named by all".getBytes(StandardCharsets.UTF_8));
      once = log.store("named by the first".getBytes(StandardCharsets.UTF_8));
      for (int i = 0; i < 4; i++) {
        log.append(
            List.of(
                new Draft(
                    NOW,
                    EntryKind.STATE,
                    json()
                        .put("name", "" + i)
                        .put("facts", all)
                        .put("conclusions", i == 0 ? once : all))));
        shipped(log, i + 1);
      }
      Await.until("only the open segment is left", () -> segments(folder) == 1);

      assertThat(new StoredLog(new LogFolder(folder)).object(all)).isNotNull();
      assertThat(new StoredLog(new LogFolder(folder)).object(once)).isNull();
      assertThat(log.object(once)).asString(StandardCharsets.UTF_8).isEqualTo("named by the first");
      assertThat(names(log)).containsExactly("0", "1", "2", "3");
    }
    try (BucketLog log = BucketLog.open(folder, small, bucket, little, CLOCK)) {
      log.append(List.of(draft("4")));
      assertThat(names(log)).containsExactly("0", "1", "2", "3", "4");
    }
    Verdict verdict = new Verification(new LogFolder(folder), null, null).run();
    assertThat(verdict.fault()).isNull();
    assertThat(verdict.first()).isPositive();
    assertThat(verdict.warnings()).singleElement(STRING).contains("as its writer signed when");
    try (var files = Files.list(folder.resolve("segments"))) {
      assertThat(files.map(file -> file.getFileName().toString().substring(0, 20)).distinct())
          .as("nothing stays of those that went")
          .hasSizeLessThanOrEqualTo(2);
    }
  }

  private static int segments(Path folder) {
    return new StoredLog(new LogFolder(folder)).segments().size();
  }

  @Test
  void objectsAreLockedWhereThatIsAsked() {
    var locked = new Protection(BucketSettings.Lock.GOVERNANCE, 30, null);
    var bucket = new Bucket(client, "audit", "locked", locked, CLOCK);
    try (BucketLog log = open("locked", bucket)) {
      log.append(List.of(draft("one")));
      shipped(log, 1);
    }

    var head = client.headObject(it -> it.bucket("audit").key("locked/" + SegmentArchive.key(0)));
    assertThat(head.objectLockModeAsString()).isEqualTo("GOVERNANCE");
    assertThat(head.objectLockRetainUntilDate()).isEqualTo(NOW.plus(Duration.ofDays(30)));
  }

  @Test
  void logsBelowAPrefixAreFound() throws Exception {
    for (String cluster : List.of("fleet/dev", "fleet/eu/prod")) {
      try (BucketLog log = open(cluster, bucket(cluster))) {
        log.append(List.of(draft("one")));
      }
    }
    client.putObject(
        it -> it.bucket("audit").key("fleet/reports/today.txt"), RequestBody.fromString("none"));

    assertThat(places(bucket("fleet"), Set.of()))
        .containsExactly("s3://audit/fleet/dev/", "s3://audit/fleet/eu/prod/");
    assertThat(places(bucket("fleet/dev"), Set.of())).containsExactly("s3://audit/fleet/dev/");
    assertThat(places(bucket("fleet/reports"), Set.of())).isEmpty();
    assertThat(places(bucket("fleet"), Set.of("s3://audit/fleet/reports/")))
        .as("what is known is not looked into")
        .contains("s3://audit/fleet/reports/");
    assertThatThrownBy(
            () ->
                LogDiscovery.in(
                    new Bucket(client, "no-such-bucket", "", Protection.BUCKET, CLOCK), Set.of()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("s3://no-such-bucket/ cannot be listed");
  }

  private static List<String> places(Bucket bucket, Set<String> known) throws IOException {
    return LogDiscovery.in(bucket, known).stream().map(LogFiles::place).toList();
  }

  @Test
  void partThatIsCutOrGoneIsNamed() {
    Bucket bucket = bucket("cut");
    try (BucketLog log = open("cut", bucket)) {
      log.append(List.of(draft("one")));
    }
    String key = "cut/" + SegmentArchive.key(0);
    byte[] part = client.getObjectAsBytes(it -> it.bucket("audit").key(key)).asByteArray();
    client.putObject(
        it -> it.bucket("audit").key(key),
        RequestBody.fromBytes(Arrays.copyOf(part, part.length / 2)));

    assertThatThrownBy(() -> new StoredLog(new BucketFiles(bucket)).head())
        .hasMessageContaining("s3://audit/" + key + " is not a whole part of a log");

    client.deleteObject(it -> it.bucket("audit").key(key));
    assertThatThrownBy(() -> new StoredLog(new BucketFiles(bucket)).head())
        .hasMessageContaining("s3://audit/" + key + " is missing");
  }

  private BucketLog open(String folder, Bucket bucket) {
    return BucketLog.open(folders.resolve(folder), LOG, bucket, SETTINGS, CLOCK);
  }

  private Bucket bucket(String prefix) {
    return new Bucket(client, "audit", prefix, Protection.BUCKET, CLOCK);
  }

  private static void shipped(BucketLog log, long entries) {
    Await.until("it is uploaded", () -> log.uploaded() == entries);
  }

  private static List<String> names(LogReader log) {
    var names = new ArrayList<String>();
    log.read(0, Long.MAX_VALUE, entry -> names.add(entry.body().path("name").asText()));
    return names;
  }

  private static ObjectNode json() {
    return JsonNodeFactory.instance.objectNode();
  }

  private static Draft draft(String name) {
    return new Draft(NOW, EntryKind.DECISION, json().put("name", name));
  }
}
