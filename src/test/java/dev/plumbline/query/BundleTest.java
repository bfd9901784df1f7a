package dev.plumbline.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.log.Checkpoint;
import dev.plumbline.log.Entry.Draft;
import dev.plumbline.log.EntryForm;
import dev.plumbline.log.Frontier;
import dev.plumbline.log.Hashes;
import dev.plumbline.log.MemoryLog;
import dev.plumbline.log.MerkleTree.LeafHashes;
import dev.plumbline.log.SigningKey;
import dev.plumbline.log.Subtrees;
import dev.plumbline.query.EvidenceBundle.Seal;
import dev.plumbline.record.RecordedStory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A bundle answers by itself, and shows by itself that nothing in it was altered. */
class BundleTest {

  private static final MemoryLog LOG = new MemoryLog("plumbline.dev/log/test");
  private static SortedMap<String, byte[]> files;
  private static byte[] zip;

  @TempDir static Path folder;

  @BeforeAll
  static void make() throws IOException {
    RecordedStory.record(LOG);
    LogArchive archive = RecordedStory.archive(LOG);
    SigningKey key = SigningKey.create("plumbline.dev/log/test");
    var leaves = new LeafHashes();
    var tree = new Frontier();
    LOG.read(
        0,
        LOG.head().size(),
        entry -> {
          byte[] line =
              EntryForm.line(
                  entry.sequence(),
                  entry.previous(),
                  new Draft(entry.at(), entry.kind(), entry.body()));
          leaves.add(Hashes.leaf(line));
          tree.add(Hashes.leaf(line));
          return true;
        });
    var seal =
        new Seal(
            Checkpoint.sign(key, tree), key.verifier(), new Subtrees(new Frontier(), leaves), key);
    NodeAnswer answer =
        new NodeQuestions(archive).ask(RecordedStory.NODE, RecordedStory.FIRST.plusSeconds(3600));
    files = EvidenceBundle.files(answer, archive, seal);
    zip = zipped();
    assertThat(EvidenceBundle.files(answer, archive, seal)).containsOnlyKeys(files.keySet());
    unpack(folder);
  }

  private static byte[] zipped() throws IOException {
    var out = new ByteArrayOutputStream();
    EvidenceBundle.write(files, out);
    return out.toByteArray();
  }

  private static void unpack(Path to) throws IOException {
    try (var in = new ZipInputStream(new ByteArrayInputStream(zip))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        Path file = to.resolve(entry.getName());
        Files.createDirectories(file.getParent());
        Files.write(file, in.readAllBytes());
      }
    }
  }

  @Test
  void theSameMakesTheSameBytes() throws IOException {
    assertThat(zipped()).isEqualTo(zip);
  }

  @Test
  void holdsWhatAnswersRestOn() {
    assertThat(files.keySet())
        .contains(
            "index.html",
            "answer.json",
            "evidence.json",
            "checkpoint",
            "public-key.pem",
            "VERIFY.md",
            "verify.sh",
            "SHA256SUMS",
            "SHA256SUMS.note",
            "entries/0.json",
            "entries/1.json",
            "entries/2.json",
            "proofs/2.json",
            "rules/ami-eligibility.drl");
  }

  @Test
  void thePageStandsForItself() {
    String page = new String(files.get("index.html"), StandardCharsets.UTF_8);

    assertThat(page)
        .contains("Which image did the node run?", "ami-0a13", "image is selected and no objection")
        .doesNotContain("<script", "http://", "https://", " src=")
        .contains("default-src 'none'");
  }

  @Test
  void checksItselfWithJqAndOpensslAlone() throws Exception {
    tools();

    assertThat(verify(folder))
        .startsWith("0 VALID: ")
        .contains("the page is signed with the key of the log");
  }

  @Test
  void anyFlippedBitIsFound() throws Exception {
    tools();
    var random = new SplittableRandom(6);
    var broken = new TreeMap<String, String>();
    for (Map.Entry<String, byte[]> each : files.entrySet()) {
      boolean one = each.getKey().matches("(entries|proofs|objects)/.*|[^/]+");
      if (!one && random.nextInt(20) > 0) {
        continue;
      }
      Path file = folder.resolve(each.getKey());
      byte[] flipped = each.getValue().clone();
      int at = random.nextInt(flipped.length);
      flipped[at] ^= (byte) (1 << random.nextInt(8));
      Files.write(file, flipped);
      String said = verify(folder);
      Files.write(file, each.getValue());
      if (said.startsWith("0 ")) {
        broken.put(each.getKey(), "byte " + at + ": " + said);
      }
    }

    assertThat(broken).isEmpty();
  }

  @Test
  void whoAltersAnEntryAndItsSumIsFoundToo() throws Exception {
    tools();
    Path entry = folder.resolve("entries/2.json");
    Path sums = folder.resolve("SHA256SUMS");
    byte[] before = Files.readAllBytes(entry);
    String said;
    try {
      byte[] after =
          new String(before, StandardCharsets.UTF_8)
              .replaceFirst("\"number\":0", "\"number\":1")
              .getBytes(StandardCharsets.UTF_8);
      assertThat(after).isNotEqualTo(before);
      Files.write(entry, after);
      Files.writeString(
          sums,
          Files.readString(sums)
              .replace(Hashes.hex(Hashes.of(before)), Hashes.hex(Hashes.of(after))));
      said = verify(folder);
    } finally {
      Files.write(entry, before);
      Files.write(sums, files.get("SHA256SUMS"));
    }

    assertThat(said).contains("entries/2.json is not in the log of the checkpoint");
  }

  @Tag("long")
  @Test
  void aForgedPageIsNeverValid() throws Exception {
    tools();
    Path page = folder.resolve("index.html");
    Path sums = folder.resolve("SHA256SUMS");
    Path note = folder.resolve("SHA256SUMS.note");
    String honest = Hashes.hex(Hashes.of(files.get("SHA256SUMS")));
    byte[] forged =
        Files.readString(page).replace("ami-0a13", "ami-0bad").getBytes(StandardCharsets.UTF_8);
    String signed;
    String unsigned;
    String digest;
    try {
      Files.write(page, forged);
      Files.writeString(
          sums,
          Files.readString(sums)
              .replace(
                  Hashes.hex(Hashes.of(files.get("index.html"))), Hashes.hex(Hashes.of(forged))));
      signed = verify(folder);
      Files.delete(note);
      unsigned = verify(folder);
      digest = verify(folder, honest);
    } finally {
      for (Path each : new Path[] {page, sums, note}) {
        Files.write(each, files.get(each.getFileName().toString()));
      }
    }

    assertThat(signed).startsWith("1 NOT VALID: ").contains("index.html, was altered");
    assertThat(unsigned)
        .startsWith("3 VALID WITHOUT THE PAGE: ")
        .contains("NOT VERIFIED: index.html and answer.json");
    assertThat(digest).startsWith("1 NOT VALID: ").contains("a file was altered");
  }

  @Test
  void aPageThatNobodySignedIsOfTheDigestGiven() throws Exception {
    tools();
    Path note = folder.resolve("SHA256SUMS.note");
    String said;
    try {
      Files.delete(note);
      said = verify(folder, Hashes.hex(Hashes.of(files.get("SHA256SUMS"))));
    } finally {
      Files.write(note, files.get("SHA256SUMS.note"));
    }

    assertThat(said).startsWith("0 VALID: ").contains("the page is of the digest given");
  }

  private static void tools() {
    for (String tool : new String[] {"sh", "jq", "openssl", "sha256sum"}) {
      assumeTrue(
          java.util.stream.Stream.of(System.getenv("PATH").split(":", -1))
              .anyMatch(place -> Files.isExecutable(Path.of(place, tool))),
          tool + " is not there");
    }
  }

  private static String verify(Path in, String... digest) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of("sh", in.resolve("verify.sh").toString()));
    if (digest.length > 0) {
      command.addAll(List.of("public-key.pem", digest[0]));
    }
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor() + " " + said;
  }
}
