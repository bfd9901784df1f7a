package dev.plumbline.log.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.plumbline.log.Checkpoint;
import dev.plumbline.log.Entry;
import dev.plumbline.log.Entry.Draft;
import dev.plumbline.log.EntryForm;
import dev.plumbline.log.EntryKind;
import dev.plumbline.log.InclusionProof;
import dev.plumbline.log.InvalidLogException;
import dev.plumbline.log.LogFaultException;
import dev.plumbline.log.SigningKey;
import dev.plumbline.log.store.FolderLog.Cut;
import dev.plumbline.log.store.FolderLog.LogSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log in a folder of the file system. */
class FolderLogTest {

  private static final JsonMapper JSON = new JsonMapper();
  private static final Instant AT = Instant.parse("2026-11-20T00:00:00Z");
  private static final String ORIGIN = "plumbline.dev/log/test";

  @TempDir Path folder;

  private Instant now = AT;

  private FolderLog open() {
    return open(null);
  }

  private FolderLog open(@Nullable SigningKey key) {
    InstantSource clock = () -> now;
    return FolderLog.open(folder, new LogSettings(ORIGIN, key, 2_000, Duration.ofHours(1)), clock);
  }

  private static List<Draft> drafts(long from, long to) {
    return LongStream.range(from, to)
        .mapToObj(i -> new Draft(AT, EntryKind.DECISION, JSON.createObjectNode().put("number", i)))
        .toList();
  }

  private List<Long> numbers() {
    var read = new ArrayList<Entry>();
    new StoredLog(new LogFolder(folder)).read(0, Long.MAX_VALUE, read::add);
    return read.stream().map(entry -> entry.body().get("number").asLong()).toList();
  }

  @Test
  void goesOnWhereItWasLeft() {
    for (int i = 0; i < 6; i++) {
      try (FolderLog log = open()) {
        assertThat(log.cut()).isNull();
        assertThat(log.append(drafts(i * 10, i * 10 + 10))).isEqualTo(i * 10);
      }
    }
    assertThat(numbers()).isEqualTo(LongStream.range(0, 60).boxed().toList());
    assertThat(folder.resolve("segments/00000000000000000000.jsonl.gz")).exists();
    assertThat(folder.resolve("segments/00000000000000000000.jsonl")).doesNotExist();
  }

  /** Each a way to take from a writer what it has acknowledged. */
  private enum Loss {
    REMOVED {
      @Override
      void of(Path file) throws IOException {
        Files.delete(file);
      }
    },
    CUT {
      @Override
      void of(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
      }
    },
    REPLACED {
      @Override
      void of(Path file) throws IOException {
        Path copy = Files.copy(file, file.resolveSibling("copy"));
        Files.move(copy, file, StandardCopyOption.REPLACE_EXISTING);
      }
    };

    abstract void of(Path file) throws IOException;
  }

  @Test
  void whatIsTakenFromUnderTheWriterIsNoticedBeforeTheNextWrite() throws IOException {
    String open = "segments/00000000000000000000";
    for (Loss loss : Loss.values()) {
      for (String ending : List.of(".jsonl", ".leaves", ".checkpoints")) {
        Path part = folder.resolve(loss + ending);
        try (FolderLog log = openAt(part)) {
          log.append(drafts(0, 5));
          log.check();
          Path file = part.resolve(open + ending);
          byte[] before = Files.readAllBytes(file);
          loss.of(file);
          assertAltered(log::check, file);
          if (loss == Loss.REPLACED) {
            // It holds what it held: the writer goes on with the file that is there now.
            log.check();
          } else {
            assertAltered(() -> log.append(drafts(5, 6)), file);
            assertAltered(log::check, file);
            Files.write(file, before);
          }
          assertThat(log.append(drafts(5, 6))).isEqualTo(5);
        }
        try (FolderLog log = openAt(part)) {
          assertThat(log.head().size()).as("%s of %s", loss, ending).isEqualTo(6);
        }
      }
    }
  }

  @Test
  void whatIsPutBackOtherwiseIsNotGoneOnWith() throws IOException {
    try (FolderLog log = open()) {
      log.append(drafts(0, 5));
      Path lines = folder.resolve("segments/00000000000000000000.jsonl");
      String text = Files.readString(lines);
      Files.delete(lines);
      assertAltered(log::check, lines);
      Files.writeString(lines, text.replace("\"number\":3", "\"number\":4"));
      assertThatThrownBy(() -> log.append(drafts(5, 6)))
          .isInstanceOf(LogFaultException.class)
          .hasMessageContaining("entry 3 is not what was acknowledged");
      Files.writeString(lines, text);
      log.append(drafts(5, 6));
    }
    assertThat(numbers()).isEqualTo(LongStream.range(0, 6).boxed().toList());
  }

  @Test
  void closedSegmentsAndTheWholeFolderAreMissedToo() throws IOException {
    try (FolderLog log = open()) {
      log.append(drafts(0, 40));
      log.append(drafts(40, 50));
      Path closed = folder.resolve("segments/00000000000000000000.tree");
      byte[] tree = Files.readAllBytes(closed);
      Files.delete(closed);
      assertAltered(log::check, closed);
      Files.write(closed, tree);
      log.check();

      try (Stream<Path> all = Files.walk(folder)) {
        for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(each);
        }
      }
      assertThatThrownBy(log::check).isInstanceOf(LogFaultException.class);
      assertThatThrownBy(() -> log.append(drafts(50, 51))).isInstanceOf(LogFaultException.class);
      assertThat(folder).as("no other log is begun in its place").doesNotExist();
    }
  }

  private static void assertAltered(ThrowingCallable call, Path file) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            LogFaultException.class, fault -> assertThat(fault.code()).isEqualTo("Altered"))
        .hasMessageContaining(file.getFileName().toString());
  }

  private static FolderLog openAt(Path path) {
    return FolderLog.open(
        path, new LogSettings(ORIGIN, null, 2_000, Duration.ofHours(1)), InstantSource.fixed(AT));
  }

  @Test
  void segmentsAreClosedByAge() {
    try (FolderLog log = open()) {
      log.append(drafts(0, 1));
      now = AT.plus(Duration.ofHours(2));
      log.append(drafts(1, 2));
      assertThat(new StoredLog(new LogFolder(folder)).segments())
          .containsExactly(new Segment(0), new Segment(1));
    }
  }

  /** Of a log whose first segments have expired. */
  @Test
  void entriesThatAreKeptAreProvedWithoutThoseThatAreNot() throws IOException {
    for (int i = 0; i < 8; i++) {
      try (FolderLog log = open()) {
        log.append(drafts(i * 10, i * 10 + 10));
      }
    }
    var log = new StoredLog(new LogFolder(folder));
    Checkpoint signed = log.checkpoint();
    List<Segment> segments = log.segments();
    assertThat(segments).hasSizeGreaterThan(3);
    for (Segment each : segments.subList(0, 2)) {
      Files.delete(folder.resolve(each.tree()));
      Files.delete(folder.resolve(each.leaves()));
    }
    log.readEach(
        new long[] {segments.get(2).first(), 79},
        entry -> {
          byte[] line = EntryForm.line(entry);
          InclusionProof proof =
              InclusionProof.of(log.subtrees(signed), entry.sequence(), line, signed.head());
          InclusionProof read = InclusionProof.read(proof.json());
          assertThat(read.proves(line, entry.sequence(), signed.head())).isTrue();
          assertThat(read.proves(line, entry.sequence() - 1, signed.head())).isFalse();
          return true;
        });
    assertThatThrownBy(() -> log.subtrees(signed).leaf(0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void readWhileItIsWritten() {
    try (FolderLog log = open()) {
      var reader = new StoredLog(new LogFolder(folder));
      assertThat(reader.head().size()).isZero();
      log.append(drafts(0, 5));
      assertThat(reader.head()).isEqualTo(log.head());
      assertThat(numbers()).hasSize(5);
      assertThat(reader.checkpoint().signedBy(reader.key())).isTrue();
      var some = new ArrayList<Long>();
      log.read(
          1,
          4,
          entry -> {
            some.add(entry.sequence());
            return some.size() < 2;
          });
      assertThat(some).containsExactly(1L, 2L);
    }
  }

  @Test
  void secondWriterIsTold() {
    try (FolderLog log = open()) {
      assertThatThrownBy(this::open)
          .isInstanceOf(LogFaultException.class)
          .hasMessageContaining(folder.toString())
          .hasMessageContaining("another process is writing this decision log")
          .hasMessageContaining("or set plumbline.audit.folder");
      log.append(drafts(0, 1));
    }
    open().close();
  }

  @Test
  void tornTailIsCutAndTold() throws IOException {
    try (FolderLog log = open()) {
      log.append(drafts(0, 3));
    }
    Files.writeString(
        folder.resolve("segments/00000000000000000000.jsonl"),
        "{\"at\":1}\n{\"torn",
        StandardOpenOption.APPEND);
    try (FolderLog log = open()) {
      assertThat(log.cut())
          .isEqualTo(new Cut(1, 15, "written without a checkpoint: the writer was stopped"));
      log.append(drafts(3, 4));
    }
    assertThat(numbers()).containsExactly(0L, 1L, 2L, 3L);
  }

  @Test
  void alteredLogIsLeftAlone() throws IOException {
    try (FolderLog log = open()) {
      log.append(drafts(0, 3));
    }
    Path lines = folder.resolve("segments/00000000000000000000.jsonl");
    Files.writeString(lines, Files.readString(lines).replace("\"number\":1", "\"number\":7"));
    assertThatThrownBy(this::open)
        .isInstanceOf(InvalidLogException.class)
        .hasMessageContaining("entry 1 is not what was acknowledged")
        .hasMessageContaining("Nothing was changed.");
  }

  @Test
  void lostEntriesAreNotForgotten() throws IOException {
    try (FolderLog log = open()) {
      log.append(drafts(0, 1));
      log.append(drafts(1, 3));
    }
    Path notes = folder.resolve("segments/00000000000000000000.checkpoints");
    byte[] all = Files.readAllBytes(notes);
    Files.write(notes, Arrays.copyOf(all, SegmentCheckpoints.read(all).getFirst().end()));
    assertThatThrownBy(this::open)
        .isInstanceOf(InvalidLogException.class)
        .hasMessageContaining("it says there are 3 entries, there are 1");
  }

  @Test
  void keyIsMadeOnceAndItsOwnersAlone() throws IOException {
    open().close();
    String made = Files.readString(folder.resolve("key.pem"));
    open().close();
    assertThat(Files.readString(folder.resolve("key.pem"))).isEqualTo(made);
    assertThat(
            PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("key.pem"))))
        .isEqualTo("rw-------");
    assertThatThrownBy(() -> open(SigningKey.create(ORIGIN)))
        .isInstanceOf(InvalidLogException.class)
        .hasMessageContaining("signed by another key");
  }

  @Test
  void contentIsKeptOnce() {
    try (FolderLog log = open()) {
      byte[] content = "text".repeat(100).getBytes(StandardCharsets.UTF_8);
      String digest = log.store(content);
      assertThat(log.store(content)).isEqualTo(digest);
      assertThat(log.object(digest)).isEqualTo(content);
      assertThat(log.object("sha256:" + "0".repeat(64))).isNull();
      assertThat(log.object("../../etc/passwd")).isNull();
      assertThat(folder.resolve(StoredObjects.file(digest))).exists();
    }
  }

  @Test
  void noLogIsTold() {
    assertThatThrownBy(() -> new StoredLog(new LogFolder(folder)).head())
        .isInstanceOf(InvalidLogException.class)
        .hasMessageContaining("there is no decision log");
  }

  @Test
  void packedFilesBearNoChange() {
    byte[] packed = SealedGzip.pack("some text, some text".getBytes(StandardCharsets.UTF_8));
    assertThat(SealedGzip.unpack(packed)).asString().isEqualTo("some text, some text");
    for (int i = 0; i < packed.length; i++) {
      byte[] changed = packed.clone();
      changed[i] ^= 1;
      assertThatThrownBy(() -> SealedGzip.unpack(changed))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
