package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.plumbline.cli.audit.AuditCommand;
import dev.plumbline.cli.command.Program;
import dev.plumbline.log.Checkpoint;
import dev.plumbline.log.Entry.Draft;
import dev.plumbline.log.EntryKind;
import dev.plumbline.log.MerkleTree;
import dev.plumbline.log.store.FolderLog;
import dev.plumbline.log.store.FolderLog.LogSettings;
import dev.plumbline.log.store.LogFolder;
import dev.plumbline.log.store.StoredLog;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What is asked of a log on the command line. */
class AuditVerifyCommandTest {

  private static final JsonMapper JSON = new JsonMapper();
  private static final Instant AT = Instant.parse("2026-11-20T00:00:00Z");

  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Path log;
  private Path kept;
  private Path key;

  @BeforeEach
  void write() throws IOException {
    log = folder.resolve("log");
    kept = folder.resolve("kept");
    key = folder.resolve("key");
    append(0, 5);
    assertThat(run("checkpoint")).isZero();
    Files.writeString(kept, out.toString());
    out.getBuffer().setLength(0);
    assertThat(run("checkpoint", "--key")).isZero();
    Files.writeString(key, out.toString());
    out.getBuffer().setLength(0);
    append(5, 9);
  }

  private void append(int from, int to) {
    append(from, to, 1_000_000);
  }

  private void append(int from, int to, int segmentBytes) {
    var settings =
        new LogSettings(LogSettings.origin("local"), null, segmentBytes, Duration.ofDays(1));
    try (FolderLog writer = FolderLog.open(log, settings, InstantSource.fixed(AT))) {
      var drafts = new ArrayList<Draft>();
      for (int i = from; i < to; i++) {
        drafts.add(new Draft(AT, EntryKind.DECISION, JSON.createObjectNode().put("number", i)));
      }
      writer.append(drafts);
    }
  }

  private int run(String verb, String... more) {
    var arguments = new ArrayList<>(List.of(verb, "--log", log.toString()));
    arguments.addAll(List.of(more));
    return Program.configure(new CommandLine(new AuditCommand()))
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err, true))
        .execute(arguments.toArray(String[]::new));
  }

  @Test
  void validAgainstWhatWasKept() {
    assertThat(run("verify", "--checkpoint", kept.toString(), "--public-key", key.toString()))
        .isZero();
    assertThat(out.toString())
        .startsWith("valid: 9 entries, 0 objects\n  origin  plumbline.dev/log/local\n  root    ")
        .contains("  begins with the 5 entries of the checkpoint given\n")
        .contains(
            "  proved: who has the private key of the given public key signed these entries\n")
        .contains("  proved: no entry of the given checkpoint was altered, removed or added")
        .contains("  not proved: that what follows the checkpoint was not replaced")
        .doesNotContain("Try: ");
  }

  @Test
  void whatABareVerifyProvesIsSaid() throws IOException {
    assertThat(run("verify")).isZero();
    assertThat(out.toString())
        .contains("  proved: the files agree with each other and with public-key.pem beside them\n")
        .contains("The private key is beside it (key.pem): whoever can write this folder can sign")
        .contains("not proved: that no later entry was cut off")
        .contains("  Try: --checkpoint --public-key with what plumbline audit checkpoint wrote");

    Files.delete(log.resolve("key.pem"));
    out.getBuffer().setLength(0);
    assertThat(run("verify", "-o", "json")).isZero();
    assertThat(JSON.readTree(out.toString()).path("meaning").toString())
        .contains("Whoever replaced public-key.pem could have signed another one")
        .doesNotContain("key.pem)");

    out.getBuffer().setLength(0);
    assertThat(run("verify", "--checkpoint", kept.toString())).isZero();
    assertThat(out.toString())
        .contains("proved: no entry of the given checkpoint was altered")
        .contains("Try: --public-key with")
        .doesNotContain("beside it (key.pem)");
  }

  @Test
  void pemServesAsWell() {
    assertThat(run("verify", "--public-key", log.resolve("public-key.pem").toString())).isZero();
  }

  @Test
  void firstBadEntryIsNamed() throws IOException {
    Path lines = log.resolve("segments/00000000000000000000.jsonl");
    Files.writeString(lines, Files.readString(lines).replace("\"number\":3", "\"number\":4"));

    assertThat(run("verify")).isEqualTo(1);
    assertThat(out.toString())
        .isEqualTo(
            "not valid: entry 3 (segments/00000000000000000000.jsonl, line 4): its hash is not"
                + " the one in segments/00000000000000000000.leaves\n");

    out.getBuffer().setLength(0);
    assertThat(run("verify", "-o", "json")).isEqualTo(1);
    var json = JSON.readTree(out.toString());
    assertThat(json.at("/valid").booleanValue()).isFalse();
    assertThat(json.at("/fault/from").asLong()).isEqualTo(3);
    assertThat(json.at("/fault/line").asLong()).isEqualTo(4);
  }

  @Test
  void aMissingBeginningIsNotValid() throws IOException {
    log = folder.resolve("long");
    for (int i = 0; i < 3; i++) {
      append(10 * i, 10 * i + 10, 1);
    }
    for (String ending : List.of(".tree", ".jsonl.gz", ".leaves", ".checkpoints")) {
      Files.delete(log.resolve("segments/00000000000000000000" + ending));
    }

    assertThat(run("verify")).isEqualTo(1);
    assertThat(out.toString())
        .startsWith("not valid: entries 0 to 9 (segments): they are missing: the log begins at")
        .contains("--first 10");
    out.getBuffer().setLength(0);
    assertThat(run("verify", "--first", "10")).isZero();
    assertThat(out.toString())
        .startsWith("valid: entries 10 to 29, 0 objects\n")
        .contains("warning: entries 0 to 9 are not kept here");
    out.getBuffer().setLength(0);
    assertThat(run("verify", "--first", "30")).isEqualTo(1);
    assertThat(out.toString())
        .startsWith("not valid: entry 30 (segments): it is missing: the log ends before it, with");
  }

  @Test
  void badInputIsTold() throws IOException {
    assertThat(run("verify", "--checkpoint", folder.resolve("none").toString())).isEqualTo(2);
    assertThat(run("verify", "--public-key", kept.toString())).isEqualTo(2);
    assertThat(run("verify", "-o", "xml")).isEqualTo(2);
    assertThat(run("verify", "--first", "-1")).isEqualTo(2);
    assertThat(run("prove", "9")).isEqualTo(2);
    assertThat(run("prove")).isEqualTo(2);
    assertThat(run("prove", "--from", "1", "--to", "7")).isEqualTo(2);
    Path other = folder.resolve("other");
    Files.createDirectories(other);
    log = other;
    assertThat(run("verify")).isEqualTo(2);
    assertThat(err.toString())
        .contains("none: it cannot be read")
        .contains("neither PEM nor a verifier key")
        .contains("--first -1 is no entry. Try: 0 for the whole log.")
        .contains("unsupported output format 'xml'. Try: json, table.")
        .contains("there is no entry 9: the log has 9, from 0")
        .contains("either an entry or --from is expected")
        .contains("no checkpoint of 7 entries is kept. Try: --to 9")
        .contains("there is no decision log");
  }

  @Test
  void inclusionIsProved() {
    assertThat(run("prove", "3")).isZero();
    String[] parts = out.toString().split("\n\n", 2);
    List<String> lines = parts[0].lines().toList();
    assertThat(lines.subList(0, 2)).containsExactly("c2sp.org/tlog-proof@v1", "index 3");
    var checkpoint = Checkpoint.read(parts[1]);
    var stored = new StoredLog(new LogFolder(log));
    assertThat(checkpoint.signedBy(stored.key())).isTrue();
    assertThat(
            MerkleTree.included(
                stored.leaves(9).get(3),
                3,
                9,
                hashes(lines, 2),
                HexFormat.of().parseHex(checkpoint.head().root())))
        .isTrue();
  }

  @Test
  void consistencyIsProved() throws IOException {
    assertThat(run("prove", "--from", "5")).isZero();
    String[] parts = out.toString().split("\n\n", 2);
    List<String> lines = parts[0].lines().toList();
    assertThat(lines.getFirst()).isEqualTo("old 5");
    var now = Checkpoint.read(parts[1]).head();
    var then = Checkpoint.read(Files.readString(kept)).head();
    assertThat(
            MerkleTree.consistent(
                5,
                HexFormat.of().parseHex(then.root()),
                9,
                HexFormat.of().parseHex(now.root()),
                hashes(lines, 1)))
        .isTrue();
  }

  private static List<byte[]> hashes(List<String> lines, int from) {
    return lines.stream().skip(from).map(line -> Base64.getDecoder().decode(line)).toList();
  }
}
