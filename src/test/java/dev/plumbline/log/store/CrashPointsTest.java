package dev.plumbline.log.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.plumbline.log.Entry;
import dev.plumbline.log.Entry.Draft;
import dev.plumbline.log.EntryForm;
import dev.plumbline.log.EntryKind;
import dev.plumbline.log.Hashes;
import dev.plumbline.log.LogFaultException;
import dev.plumbline.log.SigningKey;
import dev.plumbline.log.store.FolderLog.LogSettings;
import dev.plumbline.log.store.OpenSegment.Disk;
import dev.plumbline.log.verify.Verdict;
import dev.plumbline.log.verify.Verification;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever step a writer is stopped at, the log is whole and lacks at most the last batch. */
@Tag("long")
class CrashPointsTest {

  private static final JsonMapper JSON = new JsonMapper();
  private static final Instant AT = Instant.parse("2026-11-20T00:00:00Z");
  private static final SigningKey KEY = SigningKey.create("plumbline.dev/log/test");
  private static final LogSettings SETTINGS =
      new LogSettings("plumbline.dev/log/test", KEY, 600, Duration.ofHours(1));

  /** Batches one after the other; segments are closed between some of them. */
  private static final int[] BATCHES = {1, 3, 2, 2};

  static FileLog open(Disk disk) {
    return new FileLog(disk, KEY, SETTINGS, InstantSource.fixed(AT));
  }

  private static List<Draft> drafts(long from, int count) {
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                new Draft(
                    AT,
                    EntryKind.DECISION,
                    JSON.createObjectNode().put("number", from + i).put("text", "x".repeat(40))))
        .toList();
  }

  private static final class Writer {
    long acknowledged;
    int pending;
    @Nullable String stored;

    void write(Disk disk) {
      FileLog log = open(disk);
      for (int batch : BATCHES) {
        pending = 0;
        byte[] content = ("object " + acknowledged).getBytes(StandardCharsets.UTF_8);
        stored = log.store(content);
        pending = batch;
        log.append(drafts(acknowledged, batch));
        acknowledged += batch;
        pending = 0;
      }
    }
  }

  private static void check(Disk disk, Writer writer, String where) {
    FileLog log = open(disk);
    long size = log.head().size();
    assertThat(size).as(where).isIn(writer.acknowledged, writer.acknowledged + writer.pending);
    if (writer.pending > 0 && writer.stored != null) {
      assertThat(log.object(writer.stored)).as(where).isNotNull();
    }
    verified(disk, where);
    log.append(drafts(size, 2));
    log.close();
    verified(disk, where);
    assertThat(open(disk).cut()).as(where).isNull();

    var read = new ArrayList<Entry>();
    new StoredLog(disk).read(0, Long.MAX_VALUE, read::add);
    assertThat(read).as(where).hasSize((int) size + 2);
    String previous = "";
    for (Entry entry : read) {
      assertThat(entry.body().get("number").asLong()).as(where).isEqualTo(entry.sequence());
      assertThat(entry.previous()).as(where).isEqualTo(previous);
      previous =
          Hashes.hex(
              Hashes.leaf(
                  EntryForm.line(
                      entry.sequence(),
                      entry.previous(),
                      new Draft(entry.at(), entry.kind(), entry.body()))));
    }
  }

  private static void verified(Disk disk, String where) {
    try {
      disk.replace(StoredLog.PUBLIC_KEY, KEY.verifier().pem().getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Verdict verdict = new Verification(disk, KEY.verifier(), null).run();
    assertThat(verdict.fault()).as(where).isNull();
  }

  private static int steps() {
    var disk = new MemoryDisk();
    new Writer().write(disk);
    return disk.steps();
  }

  @Test
  void killedOrPoweredOffAtEveryStep() {
    int steps = steps();
    assertThat(steps).isGreaterThan(60);
    for (int step = 1; step <= steps; step++) {
      for (double part : new double[] {0, 0.5, 1}) {
        var disk = new MemoryDisk().crashAt(step, part);
        var writer = new Writer();
        int at = step;
        assertThatThrownBy(() -> writer.write(disk)).isInstanceOf(MemoryDisk.Crash.class);
        check(disk.afterKill(), writer, "killed at " + at + " of " + steps);
        check(disk.afterPowerLoss(step), writer, "power lost at step %d, %s".formatted(at, part));
      }
    }
  }

  @Test
  void killedAgainWhileRecovering() {
    int steps = steps();
    for (int step = 20; step <= steps; step += 7) {
      var disk = new MemoryDisk().crashAt(step, 0.5);
      var writer = new Writer();
      assertThatThrownBy(() -> writer.write(disk)).isInstanceOf(MemoryDisk.Crash.class);
      for (int again = 1; again <= 6; again++) {
        MemoryDisk found = disk.afterPowerLoss(step).crashAt(again, 0.5);
        try {
          open(found);
        } catch (MemoryDisk.Crash e) {
          found = found.afterPowerLoss(again);
        }
        check(found.afterKill(), writer, "killed at " + step + ", then at " + again);
      }
    }
  }

  @Test
  void noSpaceForAWhile() {
    int steps = steps();
    for (int step = 1; step <= steps; step++) {
      var disk = new MemoryDisk().failAt(step, step + 5);
      long acknowledged = 0;
      FileLog log = null;
      for (int tries = 0; log == null; tries++) {
        assertThat(tries).isLessThan(10);
        try {
          log = open(disk);
        } catch (LogFaultException e) {
          assertThat(e.code()).isEqualTo("NoSpace");
        }
      }
      for (int i = 0; i < BATCHES.length; i++) {
        for (int tries = 0; ; tries++) {
          assertThat(tries).isLessThan(10);
          try {
            assertThat(log.append(drafts(acknowledged, BATCHES[i]))).isEqualTo(acknowledged);
            break;
          } catch (LogFaultException e) {
            assertThat(e.code()).isEqualTo("NoSpace");
            assertThat(log.head().size()).isEqualTo(acknowledged);
          }
        }
        acknowledged += BATCHES[i];
      }
      var writer = new Writer();
      writer.acknowledged = acknowledged;
      check(disk.afterKill(), writer, "no space at " + step);
    }
  }
}
