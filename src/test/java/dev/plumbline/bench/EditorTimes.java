package dev.plumbline.bench;

import dev.plumbline.cli.lsp.RuleServer;
import dev.plumbline.language.RuleFiles;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.eclipse.lsp4j.CompletionParams;
import org.eclipse.lsp4j.DidChangeTextDocumentParams;
import org.eclipse.lsp4j.DidOpenTextDocumentParams;
import org.eclipse.lsp4j.InitializeParams;
import org.eclipse.lsp4j.MessageActionItem;
import org.eclipse.lsp4j.MessageParams;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.PublishDiagnosticsParams;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.ShowMessageRequestParams;
import org.eclipse.lsp4j.TextDocumentContentChangeEvent;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.lsp4j.TextDocumentItem;
import org.eclipse.lsp4j.VersionedTextDocumentIdentifier;
import org.eclipse.lsp4j.launch.LSPLauncher;
import org.eclipse.lsp4j.services.LanguageClient;
import org.eclipse.lsp4j.services.LanguageServer;

/**
 * What somebody who types in a rule file of more than 400 lines waits for: the language server over
 * pipes, from a change of one word to its diagnostics, and from a request to its completions.
 */
final class EditorTimes implements LanguageClient {

  private static final String EDITED = "alias-releases.drl";
  private static final int WARM_UP = 150;
  private static final int ROUNDS = 300;

  private final BlockingQueue<PublishDiagnosticsParams> published = new LinkedBlockingQueue<>();

  private EditorTimes() {}

  static void measure(RuleFiles files, Measured table) throws IOException {
    Path folder = Files.createTempDirectory("bench-editor");
    for (String name : List.of(EDITED, EDITED.replace(".drl", RuleFiles.SCENARIOS))) {
      Files.writeString(folder.resolve(name), Objects.requireNonNull(files.text(name), name));
    }
    new EditorTimes().run(folder.resolve(EDITED), table);
  }

  private void run(Path file, Measured table) throws IOException {
    String text = Files.readString(file);
    String uri = file.toUri().toString();
    try (var toServer = new PipedOutputStream();
        var in = new PipedInputStream(toServer, 1 << 20);
        var out = new PipedOutputStream();
        var fromServer = new PipedInputStream(out, 1 << 20)) {
      CompletableFuture.runAsync(() -> RuleServer.serve(in, out));
      var launcher = LSPLauncher.createClientLauncher(this, fromServer, toServer);
      launcher.startListening();
      LanguageServer server = launcher.getRemoteProxy();
      server.initialize(new InitializeParams()).join();
      table.times(
          "a file of " + text.lines().count() + " lines opened → its diagnostics, cold JVM",
          Measured.millis(
              () -> {
                var opened = new TextDocumentItem(uri, "plumbline-drl", 1, text);
                server.getTextDocumentService().didOpen(new DidOpenTextDocumentParams(opened));
                await(uri, false);
              }));
      Range word = word(text);
      var misspelt = new TextDocumentContentChangeEvent(word, "nodeClas");
      var end = new Position(word.getStart().getLine(), word.getStart().getCharacter() + 8);
      var corrected =
          new TextDocumentContentChangeEvent(new Range(word.getStart(), end), "nodeClass");
      var round = new int[1];
      table.times(
          "one word of it changed → its diagnostics",
          Measured.rounds(
              WARM_UP,
              ROUNDS,
              () -> {
                boolean breaks = round[0]++ % 2 == 0;
                server
                    .getTextDocumentService()
                    .didChange(
                        new DidChangeTextDocumentParams(
                            new VersionedTextDocumentIdentifier(uri, round[0]),
                            List.of(breaks ? misspelt : corrected)));
                await(uri, breaks);
              }));
      table.times(
          "fields of a pattern requested → completed",
          Measured.rounds(
              WARM_UP,
              ROUNDS,
              () ->
                  server
                      .getTextDocumentService()
                      .completion(
                          new CompletionParams(new TextDocumentIdentifier(uri), word.getStart()))
                      .join()));
    }
  }

  /** The last field of the file that is named nodeClass. */
  private static Range word(String text) {
    int at = text.lastIndexOf("nodeClass ==");
    String before = text.substring(0, at);
    int line = (int) before.chars().filter(c -> c == '\n').count();
    int column = at - before.lastIndexOf('\n') - 1;
    return new Range(new Position(line, column), new Position(line, column + 9));
  }

  private void await(String uri, boolean findings) {
    try {
      while (true) {
        PublishDiagnosticsParams next = published.poll(1, TimeUnit.MINUTES);
        if (next == null) {
          throw new IllegalStateException("no diagnostics of " + uri);
        }
        if (next.getUri().equals(uri) && next.getDiagnostics().isEmpty() != findings) {
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void publishDiagnostics(PublishDiagnosticsParams diagnostics) {
    published.add(diagnostics);
  }

  @Override
  public void telemetryEvent(Object object) {}

  @Override
  public void showMessage(MessageParams message) {}

  @Override
  public CompletableFuture<MessageActionItem> showMessageRequest(ShowMessageRequestParams request) {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public void logMessage(MessageParams message) {}
}
