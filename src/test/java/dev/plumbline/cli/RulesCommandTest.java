package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.cli.command.Program;
import dev.plumbline.cli.rules.RulesCommand;
import dev.plumbline.revision.FolderStore;
import dev.plumbline.revision.Revision.RevisionRequest;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code plumbline rules} on a folder. */
class RulesCommandTest {

  private static final String SERVES = "a".repeat(64);
  private static final String WAITS = "b".repeat(64);
  private static final String SERVED = "c".repeat(64);

  @TempDir Path state;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void history() throws IOException {
    Files.writeString(
        state.resolve("index.json"),
        """
        {"form": 1, "active": "%s", "rolledBackFrom": null, "approvals": {}, "revisions": [
          {"digest": "%s", "state": "held", "origin": "folder rules", "author": "ann",
           "changeRef": "CHG-2", "received": "2026-11-20T10:00:00Z", "activated": null,
           "reasons": ["REV-001 too much"]},
          {"digest": "%s", "state": "active", "origin": "folder rules", "author": "bob",
           "approvedBy": "eve", "received": "2026-11-20T09:00:00Z",
           "activated": "2026-11-20T09:00:01Z", "reasons": []},
          {"digest": "%s", "state": "replaced", "origin": "folder rules",
           "received": "2026-11-20T08:00:00Z", "activated": "2026-11-20T08:00:01Z", "reasons": []}]}
        """
            .formatted(SERVES, WAITS, SERVES, SERVED));
    content(SERVES, "{\"a.drl\": \"1\", \"b.drl\": \"1\"}", "null");
    content(WAITS, "{\"a.drl\": \"2\", \"c.drl\": \"1\"}", "{\"summary\": [\"3 AMIs more\"]}");
    content(SERVED, "{}", "null");
  }

  private void content(String digest, String files, String difference) throws IOException {
    Files.writeString(
        state.resolve("revision-" + digest + ".json"),
        "{\"digest\": \"%s\", \"files\": %s, \"difference\": %s}"
            .formatted(digest, files, difference));
  }

  @Test
  void statusTellsWhatServesAndWhatWaits() {
    assertThat(run("status", "--state", state.toString())).isZero();

    assertThat(out.toString())
        .isEqualTo(
            """
            held      bbbbbbbbbbbb  2026-11-20T10:00:00Z  folder rules  by ann  for CHG-2
                REV-001 too much
            active    aaaaaaaaaaaa  2026-11-20T09:00:01Z  folder rules  by bob  approved by eve
            replaced  cccccccccccc  2026-11-20T08:00:01Z  folder rules
            """);
  }

  @Test
  void diffTellsWhichFilesAndWhatFollows() {
    assertThat(run("diff", "--state", state.toString())).isZero();

    assertThat(out.toString())
        .isEqualTo(
            """
            held %s
            changed  a.drl
            gone     b.drl
            new      c.drl
            3 AMIs more
            REV-001 too much
            """
                .formatted(WAITS));
  }

  @Test
  void approveAndRollbackAskTheRunningProgram() {
    assertThat(run("approve", "bbbb", "--by", "ann", "--state", state.toString())).isZero();
    assertThat(run("rollback", "--by", "bob", "--state", state.toString())).isZero();

    assertThat(new FolderStore(state).requests())
        .extracting(RevisionRequest::kind, RevisionRequest::digest, RevisionRequest::by)
        .containsExactlyInAnyOrder(
            org.assertj.core.groups.Tuple.tuple(RevisionRequest.Kind.APPROVE, WAITS, "ann"),
            org.assertj.core.groups.Tuple.tuple(RevisionRequest.Kind.ROLLBACK, SERVED, "bob"));
    assertThat(run("status", "--state", state.toString())).isZero();
    assertThat(out.toString())
        .contains("requested and not answered yet: approve bbbbbbbbbbbb by ann");
  }

  @Test
  void whatNamesNothingIsBadInput() {
    assertThat(run("approve", "bbc", "--state", state.toString())).isEqualTo(2);
    assertThat(err.toString())
        .startsWith(
            "plumbline: bbc matches no revision in folder " + state + ", or several. Try: ");
    assertThat(run("status", "--state", state.resolve("none").toString())).isEqualTo(2);
    assertThat(run()).isEqualTo(2);
  }

  private int run(String... arguments) {
    return Program.configure(new CommandLine(new RulesCommand()))
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }
}
