package dev.plumbline.cli;

import dev.plumbline.cli.command.Program;
import dev.plumbline.cli.lsp.RuleServer;
import dev.plumbline.log.DecisionLog;
import dev.plumbline.log.store.FolderLog;
import dev.plumbline.log.store.FolderLog.LogSettings;
import dev.plumbline.record.RecordedStory;
import dev.plumbline.record.RecordedWorld;
import dev.plumbline.revision.ReloadRun;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/**
 * Every verb that needs no cluster, one after the other in one JVM, and a reload of rules: what is
 * traced of the program itself.
 */
public final class EveryVerb {

  private EveryVerb() {}

  /** Works in a folder; says every verb with its exit code. */
  public static String run(Path folder) {
    Path log = folder.resolve("log");
    String rules = folder.resolve("rules").toString();
    RecordedWorld.in(log, 20);
    String story = story(folder.resolve("story"));
    String zip = folder.resolve("node.zip").toString();
    String tour = "examples/tour";
    var said = new StringBuilder();
    for (List<String> verb :
        List.of(
            List.of("evaluate", "--help"),
            List.of("evaluate", tour),
            List.of("evaluate", tour, "-o", "json"),
            List.of("plan", tour, "-o", "yaml"),
            List.of("rehearse", tour, "--from", "2026-06-03", "--to", "2026-06-05", "-o", "json"),
            List.of("explain", "EC2NodeClass/golden", tour),
            List.of("explain", "--why-not", "InstanceTypeUsable nodePool=legacy", tour),
            List.of("explain", "pod", "shop/render-0", "examples/pending-pod"),
            List.of("rules", "init", rules),
            List.of("rules", "new", "prefer", folder.resolve("new").toString()),
            List.of("rules", "pack", folder + "/new", "-o", folder + "/policy.tgz"),
            List.of("lint", rules),
            List.of("fmt", rules),
            List.of("test", rules, "-o", "junit"),
            List.of("diff", "--rules", rules, tour),
            List.of("backtest", "--rules", rules, log.toString(), "-o", "markdown"),
            List.of("fleet", log.toString(), "-o", "json"),
            List.of("bench", rules, tour, "--runs", "1", "-o", "json"),
            List.of("audit", "verify", "--log", log.toString()),
            List.of("audit", "replay", "--log", log.toString()),
            List.of("audit", "query", "--log", log.toString(), "-o", "csv"),
            List.of("audit", "prove", "3", "--log", story),
            List.of("audit", "prove", "--from", "2", "--log", story),
            List.of(
                "audit",
                "bundle",
                RecordedStory.NODE,
                "--at",
                "2026-11-20T13:00:00Z",
                "--out",
                zip,
                "--log",
                story))) {
      int exit =
          Program.configure(new CommandLine(new PlumblineCommand()))
              .setOut(new PrintWriter(Writer.nullWriter()))
              .setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8))
              .execute(verb.toArray(String[]::new));
      said.append(exit).append(' ').append(String.join(" ", verb)).append('\n');
    }
    said.append(language());
    return said + ReloadRun.run();
  }

  /** A session of an editor, with every kind of request. */
  private static String language() {
    var out = new ByteArrayOutputStream();
    String document = "\"textDocument\": {\"uri\": \"untitled:team.drl\"}";
    String at = document + ", \"position\": {\"line\": 2, \"character\": 6}";
    var in = new StringBuilder();
    message(in, 1, "initialize", "\"capabilities\": {\"textDocument\": {\"hover\": {}}}");
    message(
        in,
        0,
        "textDocument/didOpen",
        "\"textDocument\": {\"uri\": \"untitled:team.drl\", \"languageId\": \"plumbline-drl\","
            + " \"version\": 1, \"text\": \"rule \\\"a\\\"\\nwhen\\n  Ami( $a : id )\\n\"}");
    message(in, 2, "textDocument/completion", at);
    message(in, 3, "textDocument/hover", at);
    message(in, 4, "textDocument/definition", at);
    message(in, 5, "textDocument/documentSymbol", document);
    message(
        in,
        6,
        "textDocument/formatting",
        document + ", \"options\": {\"tabSize\": 4, \"insertSpaces\": true}");
    message(
        in,
        7,
        "textDocument/codeAction",
        document
            + ", \"range\": {\"start\": {\"line\": 0, \"character\": 0}, \"end\": {\"line\": 0,"
            + " \"character\": 1}}, \"context\": {\"diagnostics\": []}");
    message(in, 8, "textDocument/rename", at + ", \"newName\": \"$b\"");
    message(in, 9, "shutdown", null);
    message(in, 0, "exit", null);
    boolean ended =
        RuleServer.serve(
            new ByteArrayInputStream(in.toString().getBytes(StandardCharsets.UTF_8)), out);
    return (ended ? 0 : 1) + " lsp\n";
  }

  private static void message(
      StringBuilder in, int id, String method, @Nullable String parameters) {
    String body =
        "{\"jsonrpc\": \"2.0\", "
            + (id > 0 ? "\"id\": " + id + ", " : "")
            + "\"method\": \""
            + method
            + "\""
            + (parameters == null ? "" : ", \"params\": {" + parameters + "}")
            + "}";
    int length = body.getBytes(StandardCharsets.UTF_8).length;
    in.append("Content-Length: ").append(length).append("\r\n\r\n").append(body);
  }

  /** A log that holds a node. */
  private static String story(Path folder) {
    var settings = new LogSettings(LogSettings.origin("story"), null, 1 << 20, Duration.ofDays(1));
    try (DecisionLog log =
        FolderLog.open(folder, settings, InstantSource.fixed(RecordedStory.FIRST))) {
      RecordedStory.record(log);
    }
    return folder.toString();
  }
}
