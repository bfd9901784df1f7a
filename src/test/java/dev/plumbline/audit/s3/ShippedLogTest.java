package dev.plumbline.audit.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.plumbline.audit.Draft;
import dev.plumbline.audit.Entry;
import dev.plumbline.audit.EntryKind;
import dev.plumbline.audit.LogFaultException;
import dev.plumbline.audit.SigningKey;
import dev.plumbline.audit.store.Folder;
import dev.plumbline.audit.store.FolderLog;
import dev.plumbline.audit.store.LogSettings;
import dev.plumbline.audit.store.StoredLog;
import dev.plumbline.audit.verify.Verdict;
import dev.plumbline.audit.verify.Verification;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log that is kept in a bucket too. */
class ShippedLogTest {

  static final SigningKey KEY = SigningKey.create("plumbline.dev/log/test");
  private static final JsonMapper JSON = new JsonMapper();
  private static final Instant AT = Instant.parse("2026-11-20T00:00:00Z");

  /** The thread waits until the log is closed: tests ship themselves. */
  private static final ShippedLog.Pace NEVER =
      new ShippedLog.Pace(3_000, Duration.ofDays(1), Duration.ofDays(1), Duration.ofDays(1));

  @TempDir Path folder;

  static LogSettings settings() {
    return new LogSettings("plumbline.dev/log/test", KEY, 100_000, Duration.ofDays(1));
  }

  static ShippedLog open(Path folder, Bucket bucket) {
    return ShippedLog.open(folder, settings(), InstantSource.fixed(AT), bucket, NEVER);
  }

  static List<Draft> drafts(ShippedLog log, int count) {
    long from = log.head().size();
    String rule = log.store(("rule " + from % 3).getBytes(StandardCharsets.UTF_8));
    return LongStream.range(from, from + count)
        .mapToObj(
            i ->
                new Draft(
                    AT,
                    EntryKind.DECISION,
                    JSON.createObjectNode().put("number", i).put("rule", rule)))
        .toList();
  }

  private static Verdict verified(Bucket bucket) {
    return new Verification(new BucketFiles(bucket), KEY.verifier(), null).run();
  }

  @Test
  void bucketHoldsTheSameLog() {
    var bucket = new MemoryBucket();
    try (ShippedLog log = open(folder, bucket)) {
      for (int i = 0; i < 3; i++) {
        log.append(drafts(log, 4));
        assertThat(log.shipNow()).isTrue();
      }
    }
    Verdict verdict = verified(bucket);
    assertThat(verdict.fault()).isNull();
    assertThat(verdict.warnings()).isEmpty();
    assertThat(verdict.head()).isEqualTo(new StoredLog(new Folder(folder)).head());
    assertThat(verdict.objects()).isEqualTo(3);
    assertThat(bucket.objects.keySet())
        .contains("segments/00000000000000000008.jsonl.gz", "public-key.pem", "checkpoint");
  }

  @Test
  void awayAtAnyCallItIsMadeGoodLater() throws IOException {
    for (int call = 1; call < 22; call++) {
      for (boolean done : new boolean[] {true, false}) {
        var bucket = new MemoryBucket();
        Path path = folder.resolve(call + "-" + done);
        try (FolderLog log = FolderLog.open(path, settings(), InstantSource.fixed(AT))) {
          var stored = new StoredLog(new Folder(path));
          var shipper = new Shipper(stored, bucket);
          bucket.away(call, call + 2, done);
          for (int batch = 0; batch < 3; batch++) {
            log.append(
                List.of(
                    new Draft(AT, EntryKind.STOP, JSON.createObjectNode().put("number", batch))));
            try {
              shipper.ship();
            } catch (IOException e) {
              shipper = new Shipper(stored, bucket); // as after a restart
            }
          }
          bucket.away(0, 0, false);
          assertThat(shipper.ship()).isEqualTo(3);
        }
        assertThat(verified(bucket).fault()).as("away at %d, %s", call, done).isNull();
      }
    }
  }

  @Test
  void twoWritersNeverFork() {
    var bucket = new MemoryBucket();
    try (ShippedLog one = open(folder.resolve("one"), bucket);
        ShippedLog two = open(folder.resolve("two"), bucket)) {
      one.append(drafts(one, 2));
      two.append(List.of(new Draft(AT, EntryKind.START, JSON.createObjectNode())));
      assertThat(one.shipNow()).isTrue();
      assertThat(two.shipNow()).isFalse();
      var next = drafts(two, 1);
      assertThatThrownBy(() -> two.append(next))
          .isInstanceOfSatisfying(
              LogFaultException.class, e -> assertThat(e.code()).isEqualTo("Forked"))
          .hasMessageContaining("Maybe another plumbline writes there.");
      one.append(drafts(one, 2));
      assertThat(one.shipNow()).isTrue();
    }
    assertThat(verified(bucket).valid()).isTrue();
  }

  @Test
  void nothingMoreIsTakenOnceTooMuchWaits() {
    var bucket = new MemoryBucket();
    try (ShippedLog log = open(folder, bucket)) {
      bucket.away(0, Integer.MAX_VALUE, false);
      log.append(drafts(log, 20));
      assertThat(log.shipNow()).isFalse();
      long before = log.head().size();
      var next = drafts(log, 1);
      assertThatThrownBy(() -> log.append(next))
          .isInstanceOfSatisfying(
              LogFaultException.class, e -> assertThat(e.code()).isEqualTo("BackedUp"))
          .hasMessageContaining("wait to be shipped: SlowDown: away");
      assertThat(log.head().size()).isEqualTo(before);

      bucket.away(0, 0, false);
      assertThat(log.shipNow()).isTrue();
      log.append(next);
    }
    assertThat(verified(bucket).head().size()).isEqualTo(21);
  }

  @Test
  void goesOnWithAnEmptyFolder() {
    var bucket = new MemoryBucket();
    try (ShippedLog log = open(folder.resolve("one"), bucket)) {
      log.append(drafts(log, 5));
    }
    try (ShippedLog log = open(folder.resolve("two"), bucket)) {
      assertThat(log.head().size()).isEqualTo(5);
      assertThat(log.append(drafts(log, 2))).isEqualTo(5);
      var read = new ArrayList<Entry>();
      log.read(0, Long.MAX_VALUE, read::add);
      assertThat(read).extracting(Entry::sequence).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L);
      assertThat(log.object(read.getFirst().body().get("rule").textValue())).isNotNull();
    }
    assertThat(verified(bucket).valid()).isTrue();
    assertThat(verified(bucket).head().size()).isEqualTo(7);
    Verdict local = new Verification(new Folder(folder.resolve("two")), null, null).run();
    assertThat(local.fault()).isNull();
    assertThat(local.first()).isEqualTo(5);
  }
}
