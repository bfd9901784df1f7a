package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.plumbline.cli.command.Program;
import dev.plumbline.cli.rules.RulesCommand;
import dev.plumbline.revision.FolderStore;
import dev.plumbline.revision.Revision.RevisionRequest;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
                approve  plumbline rules approve bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
            active    aaaaaaaaaaaa  2026-11-20T09:00:01Z  folder rules  by bob  approved by eve
            replaced  cccccccccccc  2026-11-20T08:00:01Z  folder rules
            """);
  }

  @Test
  void statusNamesTheBundleThatServes() throws IOException {
    Path index = state.resolve("index.json");
    Files.writeString(
        index,
        Files.readString(index)
            .replace(
                "\"author\": \"bob\",",
                "\"author\": \"bob\", \"bundle\": {\"address\": \"oci://r/p:stable\", \"digest\":"
                    + " \"sha256:d\", \"title\": \"platform 1.4.0\", \"sequence\": 42},"));

    assertThat(run("status", "--state", state.toString())).isZero();

    assertThat(out.toString())
        .contains("  folder rules  (platform 1.4.0, sequence 42)  by bob  approved by eve\n");
  }

  @Test
  void diffTellsWhichFilesAndWhatFollows() {
    assertThat(run("diff", "--state", state.toString())).isZero();

    assertThat(out.toString())
        .isEqualTo(
            """
            held  bbbbbbbbbbbb
                REV-001 too much
            3 AMIs more
            changed  a.drl
            removed  b.drl
            new      c.drl
            approve  plumbline rules approve %s
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
        .contains("requested, not processed yet: approve bbbbbbbbbbbb by ann (claim)");
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

  @Test
  void aRollbackIsToWhatWasActive() {
    assertThat(run("rollback", "bbbb", "--state", state.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("is held: only one that was active before");
    assertThat(new FolderStore(state).requests()).isEmpty();
    assertThat(run("rollback", "aaaa", "--state", state.toString())).isZero();
    assertThat(run("rollback", "cccc", "--state", state.toString())).isZero();
  }

  @Test
  void aTokenProvesWhoApproves() throws IOException {
    Path token = Files.writeString(state.resolve("token"), "s3cr3t\n");
    var asked = new ArrayList<String>();
    try (var program =
        answering(200, "{\"asked\":\"approve\",\"digest\":\"bbbb\",\"by\":\"ann\"}", asked)) {
      int code =
          run("approve", "bbbb", "--url", program.url() + "/", "--token-file", token.toString());

      assertThat(err.toString()).isEmpty();
      assertThat(code).isZero();
    }
    assertThat(out.toString())
        .isEqualTo("requested approval of bbbb by ann, proven by the token\n");
    assertThat(asked).containsExactly("POST /api/v1/rules/revisions/bbbb/approve Bearer s3cr3t {}");
    assertThat(new FolderStore(state).requests()).isEmpty();
  }

  @Test
  void whatTheProgramRefusesIsTold() throws IOException {
    Path token = Files.writeString(state.resolve("token"), "s3cr3t");
    try (var program =
        answering(403, "{\"detail\":\"bob may not approve\\u001b[31m.\"}", new ArrayList<>())) {
      String url = program.url();

      assertThat(run("rollback", "cccc", "--url", url, "--token-file", token.toString()))
          .isEqualTo(2);
      assertThat(err.toString())
          .startsWith(
              "plumbline: "
                  + url
                  + "/api/v1/rules/revisions/cccc/rollback: answers 403: bob may not approve")
          .doesNotContain("\u001b", "s3cr3t");
      assertThat(out.toString()).isEmpty();
    }
  }

  @Test
  void aProgramIsAskedWithATokenOrNotAtAll() throws IOException {
    Path empty = Files.writeString(state.resolve("empty"), "\n");

    assertThat(run("approve", "b", "--url", "http://127.0.0.1:1")).isEqualTo(2);
    assertThat(run("approve", "b", "--token-file", empty.toString())).isEqualTo(2);
    assertThat(run("approve", "b", "--url", "http://127.0.0.1:1", "--token-file", empty.toString()))
        .isEqualTo(2);
    assertThat(run("rollback", "--url", "http://127.0.0.1:1", "--token-file", empty.toString()))
        .isEqualTo(2);
    assertThat(
            run("approve", "../b", "--url", "http://127.0.0.1:1", "--token-file", empty.toString()))
        .isEqualTo(2);
    assertThat(err.toString().lines())
        .satisfiesExactly(
            line -> assertThat(line).contains("--url needs --token-file"),
            line -> assertThat(line).contains("--token-file needs --url"),
            line -> assertThat(line).contains("is not a token"),
            line -> assertThat(line).contains("--url needs a digest"),
            line -> assertThat(line).contains("invalid digest '../b'"));
  }

  @Test
  void aProgramThatIsNotThereIsToldByItsAddress() throws IOException {
    Path token = Files.writeString(state.resolve("token"), "s3cr3t");

    assertThat(run("approve", "b", "--url", "http://127.0.0.1:1", "--token-file", token.toString()))
        .isEqualTo(2);
    assertThat(run("approve", "b", "--url", "not an address", "--token-file", token.toString()))
        .isEqualTo(2);
    assertThat(err.toString().lines())
        .satisfiesExactly(
            line -> assertThat(line).contains("http://127.0.0.1:1/").contains("cannot be reached"),
            line -> assertThat(line).contains("invalid --url 'not an address'"));
  }

  @Test
  void aTokenDoesNotLeaveTheMachineUnencryptedUnlessThatIsWanted() throws IOException {
    String token = Files.writeString(state.resolve("token"), "s3cr3t").toString();
    var asked = new ArrayList<String>();
    try (var program =
        answering(200, "{\"asked\":\"approve\",\"digest\":\"bbbb\",\"by\":\"ann\"}", asked)) {
      // Another name of this machine that is not called a loopback address.
      String url = program.url().replace("127.0.0.1", "0.0.0.0");
      for (String open :
          List.of(
              url,
              "HTTP://plumbline.example.com",
              "http://localhost.example.com",
              "http://127.0.0.1.example.com",
              "http://localhost@example.com")) {
        assertThat(run("approve", "bbbb", "--url", open, "--token-file", token)).isEqualTo(2);
        assertThat(err.toString().lines().toList().getLast())
            .startsWith("plumbline: " + open)
            .contains("would be sent unencrypted", "Try: https")
            .doesNotContain("s3cr3t");
      }
      assertThat(asked).isEmpty();
      assertThat(run("approve", "bbbb", "--url", url, "--token-file", token, "--unencrypted"))
          .isZero();
    }
    assertThat(asked).containsExactly("POST /api/v1/rules/revisions/bbbb/approve Bearer s3cr3t {}");
  }

  private record AnsweringProgram(HttpServer server) implements AutoCloseable {

    String url() {
      return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
      server.stop(0);
    }
  }

  private static AnsweringProgram answering(int status, String body, List<String> asked)
      throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext(
        "/",
        exchange -> {
          asked.add(
              exchange.getRequestMethod()
                  + " "
                  + exchange.getRequestURI()
                  + " "
                  + exchange.getRequestHeaders().getFirst("Authorization")
                  + " "
                  + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
    return new AnsweringProgram(server);
  }

  private int run(String... arguments) {
    return Program.configure(new CommandLine(new RulesCommand()))
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }
}
