package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.cli.audit.AuditCommand;
import dev.plumbline.cli.command.Program;
import dev.plumbline.log.Entry.Draft;
import dev.plumbline.log.EntryKind;
import dev.plumbline.log.store.FolderLog;
import dev.plumbline.log.store.FolderLog.LogSettings;
import dev.plumbline.record.RecordedStory;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What is asked of a log in a folder. */
class AuditAskTest {

  @TempDir static Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeAll
  static void record() {
    var settings = new LogSettings(LogSettings.origin("test"), null, 20_000, Duration.ofDays(1));
    try (FolderLog log =
        FolderLog.open(folder.resolve("log"), settings, InstantSource.fixed(RecordedStory.FIRST))) {
      RecordedStory.record(log);
    }
  }

  private int run(String... args) {
    var all = new ArrayList<>(List.of(args));
    all.add("--log");
    all.add(folder.resolve("log").toString());
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return Program.configure(new CommandLine(new AuditCommand()))
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(all.toArray(String[]::new));
  }

  @Test
  void imageVerdictsAreToldAsTheyWere(@TempDir Path kept) throws Exception {
    String planned =
        """
        {"actions": {"planned": [{
          "action": "KeepImageVerdicts",
          "object": {"apiVersion": "plumbline.dev/v1alpha1", "kind": "ImageVerdict", "name": "ami-1"},
          "mode": "%s",
          "change": {"type": "status", "status": {"release": "ami-1", "state": "%s"}}}]}}
        """;
    var settings = new LogSettings(LogSettings.origin("test"), null, 20_000, Duration.ofDays(1));
    Instant at = RecordedStory.FIRST;
    try (FolderLog log = FolderLog.open(kept, settings, InstantSource.fixed(at))) {
      for (String body :
          List.of(
              "{\"facts\": {\"put\": [{\"ImageVerdict\": {\"release\": \"ami-1\","
                  + " \"decision\": \"recall\", \"reason\": \"r\"}}]}}",
              planned.formatted("enforce", "proven"),
              planned.formatted("enforce", "recalled"),
              planned.formatted("observe", "soaking"))) {
        log.append(
            List.of(
                new Draft(at, EntryKind.DECISION, (ObjectNode) new JsonMapper().readTree(body))));
        at = at.plusSeconds(60);
      }
    }
    Program.configure(new CommandLine(new AuditCommand()))
        .setOut(new PrintWriter(out))
        .execute("verdicts", "--log", kept.toString());

    assertThat(out.toString())
        .isEqualTo(
            """
            ---
            apiVersion: plumbline.dev/v1alpha1
            kind: ImageVerdict
            metadata:
              name: ami-1
              labels:
                app.kubernetes.io/managed-by: plumbline
            spec:
              decision: recall
              reason: r
            status:
              release: ami-1
              state: recalled
            """);
    assertThat(run("verdicts", "-o", "json")).isZero();
    assertThat(new JsonMapper().readTree(out.toString()).path("items")).isEmpty();
    out.getBuffer().setLength(0);
    Program.configure(new CommandLine(new AuditCommand()))
        .setOut(new PrintWriter(out))
        .execute(
            "verdicts", "--log", kept.toString(), "--at", "2026-11-20T12:01:30Z", "-o", "json");
    assertThat(new JsonMapper().readTree(out.toString()).at("/items/0/status/state").asText())
        .isEqualTo("proven");
  }

  @Test
  void entriesAreFound() throws Exception {
    assertThat(run("query", "--object", "EC2NodeClass/golden")).isZero();
    assertThat(out.toString())
        .contains("       2  2026-11-20T12:00:00Z  decision  facts +")
        .contains("PinAmis EC2NodeClass/golden done")
        .contains("EC2NodeClass/golden: name golden");

    assertThat(run("query", "--kind", "rules")).isZero();
    assertThat(out.toString()).contains("first by ann for CHG-1", "activated by bob for CHG-2");

    assertThat(run("query", "--rule", "AMI-000", "--limit", "1", "-o", "json")).isZero();
    JsonNode page = new JsonMapper().readTree(out.toString());
    assertThat(page.path("items")).hasSize(1);
    assertThat(page.path("items").path(0).path("kind").asText()).isEqualTo("decision");

    assertThat(run("query", "--control", "CM-2", "--after", "2", "--limit", "1")).isZero();
    assertThat(out.toString()).contains("go on with --after");

    assertThat(run("query", "--outcome", "done", "--action", "PinAmis", "-o", "csv")).isZero();
    assertThat(out.toString().lines().toList()).hasSize(2);
    assertThat(out.toString()).contains("PinAmis EC2NodeClass/golden done");
  }

  @Test
  void whatCannotBeAskedIsSaid() {
    assertThat(run("query", "--rule", "AMI-00O")).isEqualTo(2);
    assertThat(err.toString())
        .startsWith("plumbline: --rule AMI-00O is not in the log. Did you mean AMI-0");
    assertThat(run("query", "--object", "golden")).isEqualTo(2);
    assertThat(err.toString()).contains("Try: NodePool/golden.");
    assertThat(run("query", "--from", "yesterday")).isEqualTo(2);
    assertThat(err.toString()).contains("--from: invalid time 'yesterday'.");
    assertThat(run("show", "ip-10-0-1-2.ec2.internal", "--at", "2026-11-21")).isEqualTo(2);
    assertThat(err.toString()).contains("was known then. Did you mean ip-10-0-1-21.ec2.internal");
  }

  @Test
  void aNodeIsShown() throws Exception {
    assertThat(run("show", RecordedStory.NODE, "--at", "2026-11-20T13:00:00Z")).isZero();
    assertThat(out.toString())
        .contains(
            "Which image did the node run?",
            "At 2026-11-20T13:00:00Z it ran ami-0a13 (golden-x86_64-v13).",
            "Is the log complete and unaltered?");
    assertThat(out.toString().lines()).allMatch(line -> line.length() <= 200);

    assertThat(run("show", RecordedStory.NODE, "--at", "2026-11-20T13:00:00Z", "-o", "json"))
        .isZero();
    JsonNode answer = new JsonMapper().readTree(out.toString());
    assertThat(answer.path("decision").asText()).startsWith("test/");
    assertThat(answer.path("questions")).hasSize(10);
  }

  @Test
  void digestsAreFolded() {
    String digest = "[0-9a-f]{64}";
    assertThat(run("show", RecordedStory.NODE, "--at", "2026-11-20T13:00:00Z")).isZero();
    assertThat(out.toString())
        .contains(
            "digests: --digests lists them", "Which nodes were there then", "judged by plumbline")
        .doesNotContain("digest of all files", "root of their Merkle tree")
        .doesNotContainPattern(digest)
        .doesNotContainPattern("\\.drl:[0-9]+@");

    assertThat(run("show", RecordedStory.NODE, "--at", "2026-11-20T13:00:00Z", "--digests"))
        .isZero();
    assertThat(out.toString())
        .contains("digest of all files", "root of their Merkle tree")
        .containsPattern(digest)
        .containsPattern("\\.drl:[0-9]+@");
  }

  @Test
  void aReleaseOfImagesIsShown() throws Exception {
    assertThat(run("show", "ImageVerdict/ami-0a14", "--at", "2026-11-23")).isZero();
    assertThat(out.toString())
        .contains(
            "In which state was it, and why?",
            "Which states did it have?",
            "soaking: it soaks until",
            "Which of its nodes failed?",
            "None that is recorded.",
            "Launched by golden.",
            "Is the log complete and unaltered?");

    assertThat(run("show", "ImageVerdict/ami-0a99", "--at", "2026-11-23")).isEqualTo(2);
    assertThat(err.toString()).contains("the log says nothing about ImageVerdict/ami-0a99");
  }

  @Test
  void aBundleIsWritten() {
    Path zip = folder.resolve("node.zip");

    assertThat(
            run(
                "bundle",
                RecordedStory.NODE,
                "--at",
                "2026-11-20T13:00:00Z",
                "--out",
                zip.toString()))
        .as(err.toString())
        .isZero();
    assertThat(out.toString()).startsWith(zip.toString());
    assertThat(zip).isNotEmptyFile();
  }

  @Test
  void findingsAndControlsAreTold() throws Exception {
    assertThat(run("export", "--format", "oscal")).as(err.toString()).isZero();
    assertThat(new JsonMapper().readTree(out.toString()).has("assessment-results")).isTrue();
    assertThat(run("export", "--format", "ocsf")).isZero();
    assertThat(out.toString()).contains("\"class_uid\":2003");

    assertThat(run("controls")).isZero();
    assertThat(out.toString()).contains("CM-2  ").contains("evidence: ");
    assertThat(run("controls", "-o", "json")).isZero();
    assertThat(new JsonMapper().readTree(out.toString()).path("items")).isNotEmpty();
  }

  @Test
  void anAlteredEntryIsNeverShown(@TempDir Path altered) throws Exception {
    var settings = new LogSettings(LogSettings.origin("test"), null, 2_000_000, Duration.ofDays(1));
    try (FolderLog log =
        FolderLog.open(altered, settings, InstantSource.fixed(RecordedStory.FIRST))) {
      RecordedStory.record(log);
    }
    Path lines = altered.resolve("segments/00000000000000000000.jsonl");
    String text = Files.readString(lines);
    Files.writeString(lines, text.replaceFirst("PinAmis", "PinAmiz"));
    String log = altered.toString();
    for (List<String> asked :
        List.of(
            List.of("query"),
            List.of("query", "--outcome", "done", "-o", "csv"),
            List.of("show", RecordedStory.NODE, "--at", "2026-11-23"),
            List.of("controls"),
            List.of("export", "--format", "oscal"),
            List.of("export", "--format", "csv"),
            List.of("verdicts"),
            List.of("bundle", RecordedStory.NODE, "--at", "2026-11-23", "--out", log + "/x.zip"),
            List.of("replay"))) {
      out.getBuffer().setLength(0);
      err.getBuffer().setLength(0);
      var all = new ArrayList<>(asked);
      all.addAll(List.of("--log", log));
      int code =
          Program.configure(new CommandLine(new AuditCommand()))
              .setOut(new PrintWriter(out))
              .setErr(new PrintWriter(err))
              .execute(all.toArray(String[]::new));

      assertThat(code).as("%s: %s", asked, err).isEqualTo(1);
      assertThat(out.toString()).as("%s", asked).isEmpty();
      assertThat(err.toString())
          .as("%s", asked)
          .contains("the log was ALTERED: entry ")
          .contains("Try: plumbline audit verify");
    }
    assertThat(altered.resolve("x.zip")).doesNotExist();
  }

  @Test
  void theIndexStaysBesideTheLog() {
    assertThat(run("query")).isZero();

    assertThat(Files.isDirectory(folder.resolve("log").resolve("segments"))).isTrue();
    assertThat(out.toString()).contains("recording started: pod-1");
  }
}
