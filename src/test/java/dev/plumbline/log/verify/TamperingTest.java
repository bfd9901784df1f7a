package dev.plumbline.log.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.log.Checkpoint;
import dev.plumbline.log.Entry.Draft;
import dev.plumbline.log.Hashes;
import dev.plumbline.log.SigningKey;
import dev.plumbline.log.store.Lines;
import dev.plumbline.log.store.SealedGzip;
import dev.plumbline.log.verify.Verdict.Fault;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Ten thousand ways to alter a log: all are seen by who kept a checkpoint and the public key, and
 * all before that checkpoint are located.
 */
@Tag("long")
class TamperingTest {

  private static final int MUTATIONS = 10_000;
  private static final String SAME_KEY = "fork, same key";
  private static final int LARGEST_BATCH = 3;
  private static final int ENTRIES = 24;
  private static final SigningKey KEY = SigningKey.create(Forger.ORIGIN);
  private static final SigningKey OTHER = SigningKey.create(Forger.ORIGIN);

  private static Forger honest;
  private static Checkpoint earlier;
  private static Checkpoint newest;

  /** What was altered: an entry, or some file in which nothing is one entry's. */
  private record Altered(String how, long first, long last, @Nullable String file) {}

  @BeforeAll
  static void write() {
    // Segments are closed after about six entries; the last one is open.
    Forger begun = Forger.write(Forger.none(), KEY, Forger.drafts(17), 1_500);
    earlier = checkpoint(begun);
    var more = Forger.drafts(ENTRIES).subList(17, ENTRIES);
    honest = Forger.write(begun, KEY, more, 1_500);
    newest = checkpoint(honest);
  }

  private static Checkpoint checkpoint(Forger log) {
    return Checkpoint.read(new String(log.files.get("checkpoint"), StandardCharsets.UTF_8));
  }

  @Test
  void honestLogIsValid() {
    for (Checkpoint kept : Arrays.asList(null, earlier, newest)) {
      Verdict verdict = new Verification(honest, KEY.verifier(), kept).run();
      assertThat(verdict.fault()).isNull();
      assertThat(verdict.warnings()).isEmpty();
      assertThat(verdict.head()).isEqualTo(newest.head());
      assertThat(verdict.objects()).isEqualTo(4);
    }
    assertThat(honest.files.keySet()).anyMatch(name -> name.endsWith(".jsonl"));
    assertThat(honest.files.keySet().stream().filter(name -> name.endsWith(".jsonl.gz")).count())
        .isGreaterThanOrEqualTo(2);
  }

  @Test
  void everyMutationIsSeenAndLocated() throws IOException {
    var random = new SplittableRandom(6);
    List<Forger> forks = forks();
    var missing = new ArrayList<String>();
    int judged = 0;
    for (int i = 0; judged < MUTATIONS; i++) {
      Forger log = honest.copy();
      Altered altered =
          switch (random.nextInt(16)) {
            case 0, 1, 2, 3, 4, 5 -> flip(log, random);
            case 6 -> replaceObject(log, random);
            case 7 -> fork(log, forks, random);
            default -> entries(log, random);
          };
      if (altered != null) {
        Checkpoint kept = random.nextBoolean() ? earlier : newest;
        if (altered.how().equals(SAME_KEY) && altered.first() >= kept.head().size()) {
          kept = newest; // what was signed anew behind what is kept nobody can tell from the truth
        }
        String missed = judge(log, altered, kept);
        if (missed != null) {
          missing.add(
              "mutation %d: %s, kept %d: %s".formatted(i, altered, kept.head().size(), missed));
        }
        judged++;
      }
    }
    assertThat(missing).isEmpty();
    assertThat(judged).isGreaterThanOrEqualTo(MUTATIONS);
  }

  /** What is not as it should be; null when the mutation was seen and located. */
  private static @Nullable String judge(Forger log, Altered altered, Checkpoint kept) {
    Verdict verdict = new Verification(log, KEY.verifier(), kept).run();
    Fault fault = verdict.fault();
    if (fault == null) {
      // Behind the last acknowledged entry nothing is in the log; it is still told.
      boolean behind = altered.first() >= newest.head().size() && !verdict.warnings().isEmpty();
      return behind ? null : "not seen";
    }
    if (altered.file() != null) {
      return fault.file().equals(altered.file()) ? null : "elsewhere: " + fault;
    }
    // Two neighbours can tell against each other; an entry whose hash was altered with it, and
    // which
    // none follows, only the checkpoint of its batch tells against.
    long width = altered.how().contains("with hashes") ? LARGEST_BATCH - 1 : 1;
    boolean exact = altered.last() > altered.first() || fault.to() - fault.from() <= width;
    boolean there = fault.from() <= altered.first() && altered.first() <= fault.to();
    return there && exact ? null : "elsewhere: " + fault;
  }

  /** A byte anywhere. */
  private static Altered flip(Forger log, SplittableRandom random) {
    var names = new ArrayList<>(log.files.keySet());
    String name = names.get(random.nextInt(names.size()));
    byte[] bytes = log.files.get(name).clone();
    int at = random.nextInt(bytes.length);
    bytes[at] ^= (byte) (1 + random.nextInt(255));
    log.files.put(name, bytes);
    long first = name.startsWith("segments/") ? Long.parseLong(name.substring(9, 29)) : 0;
    if (name.endsWith(".jsonl")) {
      long place = first;
      for (int i = 0; i < at; i++) {
        place += log.files.get(name)[i] == '\n' ? 1 : 0;
      }
      return new Altered("flip " + name + " " + at, place, place, null);
    }
    if (name.endsWith(".leaves")) {
      long place = first + at / Hashes.LENGTH;
      return new Altered("flip " + name + " " + at, place, place, null);
    }
    if (name.endsWith(".jsonl.gz")) {
      long end = end(first);
      return new Altered("flip " + name + " " + at, first, end, name);
    }
    if (name.endsWith(".gz")) {
      return new Altered("flip " + name + " " + at, 0, 0, name);
    }
    return new Altered("flip " + name + " " + at, first, first, name);
  }

  private static long end(long first) {
    return honest.files.keySet().stream()
        .filter(name -> name.endsWith(".tree"))
        .mapToLong(name -> Long.parseLong(name.substring(9, 29)))
        .filter(other -> other > first)
        .min()
        .orElse(ENTRIES);
  }

  /** Another text under the digest of a rule. */
  private static Altered replaceObject(Forger log, SplittableRandom random) {
    var names = log.names("objects");
    String name = names.get(random.nextInt(names.size()));
    log.files.put(
        name, SealedGzip.pack(("rule " + random.nextInt()).getBytes(StandardCharsets.UTF_8)));
    return new Altered("replace " + name, 0, 0, name);
  }

  private static List<Forger> forks() {
    var forks = new ArrayList<Forger>();
    for (SigningKey key : List.of(OTHER, KEY)) {
      for (int from = 0; from < ENTRIES; from++) {
        List<Draft> drafts = new ArrayList<>(Forger.drafts(ENTRIES));
        drafts.set(from, Forger.draft(from, "forged"));
        forks.add(Forger.write(Forger.none(), key, drafts, 1_500));
      }
    }
    return forks;
  }

  /** Everything computed anew from an entry on, and signed. */
  private static Altered fork(Forger log, List<Forger> forks, SplittableRandom random) {
    int which = random.nextInt(forks.size());
    log.files.clear();
    log.files.putAll(forks.get(which).files);
    int from = which % ENTRIES;
    return new Altered(which < ENTRIES ? "fork, other key" : SAME_KEY, from, ENTRIES, null);
  }

  /** Drops, swaps, doubles, inserts or alters lines, with their hashes or without. */
  private static @Nullable Altered entries(Forger log, SplittableRandom random) throws IOException {
    List<Long> segments =
        honest.names("segments").stream()
            .filter(name -> name.endsWith(".tree"))
            .map(name -> Long.parseLong(name.substring(9, 29)))
            .toList();
    long first = segments.get(random.nextInt(segments.size()));
    String base = "segments/%020d".formatted(first);
    byte[] packed = log.files.get(base + ".jsonl.gz");
    byte[] text = packed == null ? log.files.get(base + ".jsonl") : SealedGzip.unpack(packed);
    var lines = new ArrayList<byte[]>();
    Lines read = Lines.of(text);
    for (byte[] line = read.next(); line != null; line = read.next()) {
      lines.add(line);
    }
    int count = lines.size();
    int at = random.nextInt(count);
    String how;
    switch (random.nextInt(6)) {
      case 0 -> {
        how = "drop";
        lines.remove(at);
      }
      case 1 -> {
        int other = random.nextInt(count);
        if (other == at) {
          return null;
        }
        how = "swap";
        Collections.swap(lines, at, other);
        at = Math.min(at, other);
      }
      case 2 -> {
        how = "duplicate";
        lines.add(at, lines.get(at));
        at++;
      }
      case 3 -> {
        how = "insert";
        lines.add(at, replaced(lines.get(at), "honest", "insert"));
      }
      case 4 -> {
        how = "truncate";
        lines.subList(at, count).clear();
      }
      default -> {
        how = "alter";
        lines.set(at, replaced(lines.get(at), "honest", "forged"));
      }
    }
    boolean hashes = random.nextBoolean();
    rewrite(log, base, packed != null, lines, hashes);
    long place = first + at;
    return new Altered(how + (hashes ? " with hashes" : "") + " in " + base, place, place, null);
  }

  private static byte[] replaced(byte[] line, String old, String now) {
    return new String(line, StandardCharsets.UTF_8)
        .replace(old, now)
        .getBytes(StandardCharsets.UTF_8);
  }

  private static void rewrite(
      Forger log, String base, boolean packed, List<byte[]> lines, boolean hashes) {
    var text = new ByteArrayOutputStream();
    var leaves = new ByteArrayOutputStream();
    for (byte[] line : lines) {
      text.writeBytes(line);
      text.write('\n');
      leaves.writeBytes(Hashes.leaf(line));
    }
    log.files.put(
        base + (packed ? ".jsonl.gz" : ".jsonl"),
        packed ? SealedGzip.pack(text.toByteArray()) : text.toByteArray());
    if (hashes) {
      log.files.put(base + ".leaves", leaves.toByteArray());
    }
  }
}
