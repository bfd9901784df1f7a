package dev.plumbline.backtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.archive.Tar;
import dev.plumbline.backtest.BacktestEvidence.NamedEntry;
import dev.plumbline.backtest.BacktestEvidence.Packed;
import dev.plumbline.backtest.BacktestEvidenceCheck.Checked;
import dev.plumbline.bundle.InvalidBundleException;
import dev.plumbline.bundle.ManifestSignature;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.log.Hashes;
import dev.plumbline.log.SigningKey;
import dev.plumbline.log.VerifierKey;
import dev.plumbline.log.store.LogFolder;
import dev.plumbline.log.store.StoredLog;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.record.RecordedWorld;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Evidence is the same bytes for the same result, and whatever is changed in it is refused. */
@Tag("long")
class BacktestEvidenceTest {

  private static final SigningKey KEY = SigningKey.create(BacktestEvidence.SIGNER);
  private static final VerifierKey PUBLIC = KEY.verifier();
  private static final RuleFiles RULES =
      RuleFiles.over(Map.of("parameters.yaml", "ami.minimumAge: 60d\n"), "test");

  @TempDir private static Path folder;

  private static Map<String, StoredLog> logs;
  private static ObjectNode result;
  private static Packed packed;

  @BeforeAll
  static void pack() {
    RuleChange change = RuleChange.to(Evaluation.with(RULES));
    logs = new TreeMap<>();
    SegmentDifference sum = SegmentDifference.NONE;
    for (String name : List.of("dev", "prod")) {
      Path at = folder.resolve(name);
      RecordedWorld.images(at, name, name.length(), 10);
      var log = new StoredLog(new LogFolder(at));
      logs.put(name, log);
      for (LogSegment each : LogSegment.of(log, 0)) {
        sum = sum.plus(SegmentReplay.of(log, each, change, TimeWindow.ALL));
      }
    }
    assertThat(sum.failed()).isEmpty();
    result = sum.json().put("digest", RULES.digest()).put("verdict", "some differ");
    packed = BacktestEvidence.pack(result, RULES, logs, KEY, "0.1.0");
  }

  @Test
  void holdsTheResultTheRulesAndEveryNamedEntry() {
    Checked checked = BacktestEvidenceCheck.check(packed.bytes(), PUBLIC);

    assertThat(checked.result().toPrettyString()).isEqualTo(result.toPrettyString());
    assertThat(checked.manifest().rules()).isEqualTo(RULES.digest());
    assertThat(checked.entries()).isEqualTo(BacktestEvidence.named(result).size()).isPositive();
    assertThat(checked.manifest().leftOut()).isZero();
    assertThat(checked.logs())
        .extracting(each -> each.head().origin())
        .containsExactly("plumbline.dev/log/dev", "plumbline.dev/log/prod");
    assertThat(checked.logs()).extracting(each -> each.head().size()).doesNotContain(0L);
    assertThat(checked.manifest().files())
        .containsKeys("rules/parameters.yaml", "rules/ami-eligibility.drl", "logs/1/checkpoint");
  }

  @Test
  void theSameResultIsTheSameBytes() {
    Packed again =
        BacktestEvidence.pack(result.deepCopy(), RULES, new TreeMap<>(logs), KEY, "0.1.0");

    assertThat(again.bytes()).isEqualTo(packed.bytes());
  }

  @Test
  void nothingDiffersAndIsSignedToo() {
    ObjectNode none = SegmentDifference.NONE.json().put("digest", RULES.digest());

    Packed empty = BacktestEvidence.pack(none, RULES, logs, KEY, "0.1.0");

    assertThat(BacktestEvidenceCheck.check(empty.bytes(), PUBLIC).entries()).isZero();
    assertThat(empty.logs()).isZero();
  }

  /** One bit of each file, in an archive that is as it should be otherwise: the file is named. */
  @Test
  void aChangedBitOfAnyFileIsRefusedAndNamed() throws IOException {
    var random = new SplittableRandom(20261127);
    SortedMap<String, byte[]> files = files();
    int changed = 0;
    for (Map.Entry<String, byte[]> each : files.entrySet()) {
      if (each.getKey().startsWith("rules/") && random.nextInt(30) > 0) {
        continue;
      }
      var others = new TreeMap<>(files);
      byte[] flipped = each.getValue().clone();
      flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(8));
      others.put(each.getKey(), flipped);

      assertThatThrownBy(() -> BacktestEvidenceCheck.check(archive(others), PUBLIC))
          .as(each.getKey())
          .isInstanceOf(InvalidBundleException.class)
          .hasMessageContaining(each.getKey())
          .hasMessageContaining("Try: ");
      changed++;
    }
    assertThat(changed).isGreaterThan(10);
  }

  @Test
  void aChangedBitOfTheArchiveIsRefused() {
    var random = new SplittableRandom(11);
    byte[] bytes = packed.bytes();
    for (int i = 0; i < 60; i++) {
      byte[] flipped = bytes.clone();
      // Headers of gzip and tar in some rounds, anything in the others.
      int at = random.nextInt(i % 3 == 0 ? 600 : bytes.length);
      flipped[at] ^= (byte) (1 << random.nextInt(8));

      assertThatThrownBy(() -> BacktestEvidenceCheck.check(flipped, PUBLIC))
          .as("byte %d", at)
          .isInstanceOf(InvalidBundleException.class);
    }
    assertThatThrownBy(
            () -> BacktestEvidenceCheck.check(Arrays.copyOf(bytes, bytes.length + 1), PUBLIC))
        .isInstanceOf(InvalidBundleException.class);
  }

  @Test
  void anotherKeyIsRefused() {
    VerifierKey other = SigningKey.create(BacktestEvidence.SIGNER).verifier();

    assertThatThrownBy(() -> BacktestEvidenceCheck.check(packed.bytes(), other))
        .isInstanceOf(InvalidBundleException.class)
        .hasMessageStartingWith("the signature is not of the key that is expected");
  }

  /** Who has the key cannot claim entries that no log has, nor leave out any unsaid. */
  @Test
  void whatIsSignedMustBeProvedToo() throws IOException {
    String entry = some("entries/");
    SortedMap<String, byte[]> altered = files();
    altered.computeIfPresent(
        entry,
        (name, line) ->
            new String(line, StandardCharsets.UTF_8)
                .replaceFirst("\"at\":\"20", "\"at\":\"19")
                .getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(() -> BacktestEvidenceCheck.check(signed(altered, List.of()), PUBLIC))
        .hasMessageStartingWith(entry + " is not in the log of the checkpoint");

    SortedMap<String, byte[]> fewer = files();
    fewer.remove(entry);
    fewer.remove(entry.replace("entries/", "proofs/"));
    assertThatThrownBy(() -> BacktestEvidenceCheck.check(signed(fewer, List.of()), PUBLIC))
        .hasMessageContaining("and 0 are said to be left out");

    SortedMap<String, byte[]> others = files();
    others.put("rules/parameters.yaml", "ami.minimumAge: 1d\n".getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(() -> BacktestEvidenceCheck.check(signed(others, List.of()), PUBLIC))
        .hasMessageStartingWith("result.json is of the rules " + RULES.digest());

    SortedMap<String, byte[]> more = files();
    more.put("logs/0/more.json", new byte[] {'1'});
    assertThatThrownBy(() -> BacktestEvidenceCheck.check(signed(more, List.of()), PUBLIC))
        .hasMessageStartingWith("logs/0/more.json is no file of evidence");

    assertThatThrownBy(
            () ->
                BacktestEvidenceCheck.check(
                    signed(files(), List.of("plumbline.dev/log/qa", "plumbline.dev/log/prod")),
                    PUBLIC))
        .hasMessageStartingWith("logs/0/checkpoint is of plumbline.dev/log/dev, and not of");

    SortedMap<String, byte[]> unnamed = files();
    ObjectNode without = result.deepCopy();
    without.putArray("differences");
    unnamed.put("result.json", without.toPrettyString().getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(() -> BacktestEvidenceCheck.check(signed(unnamed, List.of()), PUBLIC))
        .hasMessageContaining("is an entry that result.json does not name");
  }

  /** The first entry of every difference comes before the second of any. */
  @Test
  void everyDifferenceHasItsFirstEntryBeforeAnyHasMore() {
    ObjectNode many = SegmentDifference.NONE.json();
    for (int i = 0; i < 5; i++) {
      var evidence = many.withArray("differences").addObject().putArray("evidence");
      evidence.addObject().put("entry", "prod/" + i);
      evidence.addObject().put("entry", "prod/" + (10 + i));
      evidence.addObject().put("entry", "prod/0");
    }

    assertThat(BacktestEvidence.named(many).stream().map(NamedEntry::entry))
        .containsExactly(0L, 1L, 2L, 3L, 4L, 10L, 11L, 12L, 13L, 14L);
  }

  private static SortedMap<String, byte[]> files() throws IOException {
    return new TreeMap<>(
        Tar.gzipped(new ByteArrayInputStream(packed.bytes()), BacktestEvidence.MAX_BYTES));
  }

  private static String some(String part) throws IOException {
    return files().keySet().stream().filter(name -> name.contains(part)).findFirst().orElseThrow();
  }

  /** All of these files, manifest and signature too, in an archive. */
  private static byte[] archive(SortedMap<String, byte[]> all) {
    var files = new TreeMap<>(all);
    byte[] manifest = files.remove("manifest.json");
    byte[] signature = files.remove("signature");
    return BacktestEvidence.archive(manifest, signature, files);
  }

  /** An archive of these, signed with the key. */
  private static byte[] signed(SortedMap<String, byte[]> all, List<String> origins) {
    var files = new TreeMap<>(all);
    EvidenceManifest before = EvidenceManifest.read(files.remove("manifest.json"));
    files.remove("signature");
    var sums = new TreeMap<String, String>();
    files.forEach((name, content) -> sums.put(name, Hashes.hex(Hashes.of(content))));
    byte[] manifest =
        new EvidenceManifest(
                before.plumbline(),
                files.containsKey("rules/parameters.yaml") ? digest(files) : before.rules(),
                origins.isEmpty() ? before.logs() : origins,
                before.leftOut(),
                sums)
            .bytes();
    byte[] signature = ManifestSignature.sign(KEY, manifest).getBytes(StandardCharsets.UTF_8);
    return BacktestEvidence.archive(manifest, signature, files);
  }

  private static String digest(SortedMap<String, byte[]> files) {
    var texts = new TreeMap<String, String>();
    files.forEach(
        (name, content) -> {
          if (name.startsWith("rules/")) {
            texts.put(name.substring(6), new String(content, StandardCharsets.UTF_8));
          }
        });
    return RuleFiles.of(texts).digest();
  }
}
