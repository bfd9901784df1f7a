package dev.plumbline.cli.lsp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.CodeActionContext;
import org.eclipse.lsp4j.CodeActionParams;
import org.eclipse.lsp4j.CompletionItem;
import org.eclipse.lsp4j.CompletionParams;
import org.eclipse.lsp4j.DefinitionParams;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DidChangeTextDocumentParams;
import org.eclipse.lsp4j.DidChangeWatchedFilesParams;
import org.eclipse.lsp4j.DidOpenTextDocumentParams;
import org.eclipse.lsp4j.DocumentFormattingParams;
import org.eclipse.lsp4j.FileChangeType;
import org.eclipse.lsp4j.FileEvent;
import org.eclipse.lsp4j.FormattingOptions;
import org.eclipse.lsp4j.HoverParams;
import org.eclipse.lsp4j.InitializeParams;
import org.eclipse.lsp4j.InitializeResult;
import org.eclipse.lsp4j.InitializedParams;
import org.eclipse.lsp4j.Location;
import org.eclipse.lsp4j.MessageActionItem;
import org.eclipse.lsp4j.MessageParams;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.PublishDiagnosticsParams;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.RenameParams;
import org.eclipse.lsp4j.ShowMessageRequestParams;
import org.eclipse.lsp4j.TextDocumentContentChangeEvent;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.lsp4j.TextDocumentItem;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.lsp4j.VersionedTextDocumentIdentifier;
import org.eclipse.lsp4j.jsonrpc.Launcher;
import org.eclipse.lsp4j.launch.LSPLauncher;
import org.eclipse.lsp4j.services.LanguageClient;
import org.eclipse.lsp4j.services.LanguageServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client of LSP4J talks to the server over pipes, as an editor does. */
class RuleServerTest {

  private static final String RULES =
      """
      /*
       * Which images does the team object to?
       *
       * Reads      Ami, Parameter
       * Concludes  AmiObjection
       * Default    none
       */
      package team

      import dev.plumbline.fact.Ami
      import dev.plumbline.fact.Parameter
      import dev.plumbline.conclusion.AmiObjection

      rule "image is not there for anybody"
          @Id("TEAM-001") @Control("CM-2") @Severity("high")
      when
          Parameter( name == "ami.minimumAge" )
          Ami( $ami : id, state != "available" )
      then
          insertLogical( new AmiObjection( "TEAM-001", "any", $ami, message( "gone" ) ) );
      end
      """;

  private static final String MESSAGES = "gone: \"{ami} is not available\"\n";

  private static final String SCENARIOS =
      """
      - name: a pending image is refused
        given:
          - Ami: { id: ami-1, state: pending }
        expect:
          - AmiObjection: { rule: TEAM-001, nodeClass: any, ami: ami-1, message: ami-1 is not available }
      """;

  @TempDir private Path folder;
  private final BlockingQueue<PublishDiagnosticsParams> published = new LinkedBlockingQueue<>();
  private LanguageServer server;
  private CompletableFuture<Boolean> ended;
  private Future<Void> listening;
  private PipedOutputStream toServer;
  private Path rules;
  private String uri;

  @BeforeEach
  void connect() throws IOException {
    rules = folder.resolve("team.drl");
    uri = rules.toUri().toString();
    Files.writeString(rules, RULES);
    Files.writeString(folder.resolve("team.messages.yaml"), MESSAGES);
    Files.writeString(folder.resolve("team.scenarios.yaml"), SCENARIOS);
    toServer = new PipedOutputStream();
    var in = new PipedInputStream(toServer, 1 << 16);
    var out = new PipedOutputStream();
    var fromServer = new PipedInputStream(out, 1 << 16);
    ended = CompletableFuture.supplyAsync(() -> RuleServer.serve(in, out));
    Launcher<LanguageServer> launcher =
        LSPLauncher.createClientLauncher(new Editor(), fromServer, toServer);
    listening = launcher.startListening();
    server = launcher.getRemoteProxy();
  }

  @AfterEach
  void disconnect() throws IOException {
    toServer.close();
    listening.cancel(true);
  }

  @Test
  void capabilitiesAreDeclared() throws Exception {
    InitializeResult result = initialize();

    assertThat(result.getCapabilities().getHoverProvider().getLeft()).isTrue();
    assertThat(result.getCapabilities().getRenameProvider().getRight().getPrepareProvider())
        .isTrue();
    assertThat(result.getCapabilities().getCompletionProvider().getTriggerCharacters())
        .contains(".", "\"", "$");
  }

  @Test
  void diagnosticsAreThoseOfLintWhileTyping() throws Exception {
    open(RULES);
    assertThat(diagnostics()).isEmpty();

    Position from = position(RULES, "available\"");
    var range = new Range(from, new Position(from.getLine(), from.getCharacter() + 9));
    var change = new TextDocumentContentChangeEvent(range, "availible");
    server
        .getTextDocumentService()
        .didChange(
            new DidChangeTextDocumentParams(
                new VersionedTextDocumentIdentifier(uri, 2), List.of(change)));

    List<Diagnostic> found = diagnostics();
    assertThat(found).hasSize(1);
    assertThat(found.getFirst().getMessage()).contains("never \"availible\"", "available");
    assertThat(found.getFirst().getCode().getLeft()).isEqualTo("vocabulary");
    assertThat(found.getFirst().getRange().getStart().getLine()).isEqualTo(from.getLine());

    CodeAction action =
        server
            .getTextDocumentService()
            .codeAction(
                new CodeActionParams(
                    new TextDocumentIdentifier(uri),
                    found.getFirst().getRange(),
                    new CodeActionContext(found)))
            .get()
            .getFirst()
            .getRight();
    assertThat(action.getTitle()).isEqualTo("Replace with \"available\"");
    assertThat(action.getEdit().getChanges().get(uri).getFirst().getNewText())
        .isEqualTo("\"available\"");
  }

  @Test
  void fieldsTypesValuesAndVariablesAreCompleted() throws Exception {
    String typed = RULES.replace("state != \"available\"", "st");
    open(typed);
    assertThat(complete(typed, ", st"))
        .contains("state", "stateReason")
        .doesNotContain("nodeClass");

    String value = RULES.replace("\"available\"", "\"av\"");
    change(value);
    assertThat(complete(value, "\"av")).contains("available", "pending");

    String parameter = RULES.replace("ami.minimumAge", "ami.");
    change(parameter);
    assertThat(complete(parameter, "name == \"ami.")).contains("ami.minimumAge");

    String type = RULES.replace("    Ami( $ami", "    Eva\n    Ami( $ami");
    change(type);
    List<CompletionItem> items = items(type, "    Eva");
    CompletionItem time =
        items.stream().filter(each -> each.getLabel().equals("EvaluationTime")).findFirst().get();
    assertThat(time.getAdditionalTextEdits().getFirst().getNewText())
        .isEqualTo("import dev.plumbline.fact.EvaluationTime\n");

    String variable = RULES.replace("$ami, message", "$, message");
    change(variable);
    assertThat(complete(variable, "\"any\", $")).contains("$ami");
  }

  @Test
  void hoverHasTheWordsOfTheReference() throws Exception {
    open(RULES);

    assertThat(hover("Ami( $ami", 1)).contains("An EC2 image");
    assertThat(hover("state !=", 1)).contains("pending, available, invalid");
    assertThat(hover("ami.minimumAge", 1)).contains("younger than this is refused");
    assertThat(hover("TEAM-001\")", 1)).contains("image is not there for anybody", "Severity high");
    assertThat(hover("\"gone\"", 1)).contains("is not available");
  }

  @Test
  void definitionsAreFoundInAllFiles() throws Exception {
    open(RULES);

    assertThat(definition(uri, RULES, "$ami, message").getFirst().getRange().getStart())
        .isEqualTo(position(RULES, "$ami : id"));
    assertThat(definition(uri, RULES, "ami.minimumAge").getFirst().getUri())
        .endsWith("policy.parameters.yaml");
    assertThat(definition(uri, RULES, "\"gone\"").getFirst().getUri())
        .endsWith("team.messages.yaml");
    assertThat(definition(uri, RULES, "TEAM-001\") @").getFirst().getUri())
        .endsWith("team.scenarios.yaml");

    String scenarios = folder.resolve("team.scenarios.yaml").toUri().toString();
    server
        .getTextDocumentService()
        .didOpen(
            new DidOpenTextDocumentParams(new TextDocumentItem(scenarios, "yaml", 1, SCENARIOS)));
    assertThat(definition(scenarios, SCENARIOS, "TEAM-001").getFirst().getUri()).isEqualTo(uri);
  }

  @Test
  void renameKeepsTheTemplate() throws Exception {
    open(RULES);

    List<TextEdit> edits =
        server
            .getTextDocumentService()
            .rename(
                new RenameParams(
                    new TextDocumentIdentifier(uri), position(RULES, "$ami : id"), "$image"))
            .get()
            .getChanges()
            .get(uri);

    assertThat(edits)
        .extracting(TextEdit::getNewText)
        .containsExactly("$image", "$image", ", \"ami\", $image");
    assertThatThrownBy(
            () ->
                server
                    .getTextDocumentService()
                    .rename(
                        new RenameParams(
                            new TextDocumentIdentifier(uri), position(RULES, "state !="), "$x"))
                    .get())
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("Try: at a $name");
  }

  @Test
  void textIsFormatted() throws Exception {
    open(RULES.replace("    Ami( $ami", "  Ami( $ami"));

    List<? extends TextEdit> edits =
        server
            .getTextDocumentService()
            .formatting(
                new DocumentFormattingParams(
                    new TextDocumentIdentifier(uri), new FormattingOptions(4, true)))
            .get();

    assertThat(edits.getFirst().getNewText()).isEqualTo(RULES);
  }

  @Test
  void brokenScenarioIsReportedAtItsLine() throws Exception {
    Files.writeString(folder.resolve("team.scenarios.yaml"), SCENARIOS.replace("- Ami:", "- Amy:"));
    open(RULES);

    List<Diagnostic> found = diagnosticsOf("team.scenarios.yaml");
    assertThat(found.getFirst().getMessage()).contains("names Amy");
    assertThat(found.getFirst().getRange().getStart().getLine()).isZero();
  }

  @Test
  void aFileThatIsGoneKeepsNoDiagnostics() throws Exception {
    Path broken = folder.resolve("broken.drl");
    Files.writeString(broken, "rule\n");
    open(RULES);
    assertThat(diagnosticsOf("broken.drl")).isNotEmpty();

    Files.delete(broken);
    server
        .getWorkspaceService()
        .didChangeWatchedFiles(
            new DidChangeWatchedFilesParams(
                List.of(new FileEvent(broken.toUri().toString(), FileChangeType.Deleted))));

    assertThat(diagnosticsOf("broken.drl")).isEmpty();
  }

  @Test
  void exitEndsTheServer() throws Exception {
    initialize();
    server.shutdown().get();
    server.exit();
    assertThat(ended.get(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void exitWithoutShutdownIsAnError() throws Exception {
    initialize();
    server.exit();
    assertThat(ended.get(10, TimeUnit.SECONDS)).isFalse();
  }

  @Test
  void endOfInputEndsTheServer() throws Exception {
    initialize();
    toServer.close();
    assertThat(ended.get(10, TimeUnit.SECONDS)).isTrue();
  }

  private InitializeResult initialize() throws Exception {
    InitializeResult result = server.initialize(new InitializeParams()).get();
    server.initialized(new InitializedParams());
    return result;
  }

  private void open(String text) throws Exception {
    initialize();
    server
        .getTextDocumentService()
        .didOpen(
            new DidOpenTextDocumentParams(new TextDocumentItem(uri, "plumbline-drl", 1, text)));
  }

  private void change(String text) {
    server
        .getTextDocumentService()
        .didChange(
            new DidChangeTextDocumentParams(
                new VersionedTextDocumentIdentifier(uri, 2),
                List.of(new TextDocumentContentChangeEvent(text))));
  }

  private List<Diagnostic> diagnostics() throws InterruptedException {
    return diagnosticsOf("team.drl");
  }

  private List<Diagnostic> diagnosticsOf(String file) throws InterruptedException {
    while (true) {
      PublishDiagnosticsParams next = published.poll(30, TimeUnit.SECONDS);
      assertThat(next).as("diagnostics of %s", file).isNotNull();
      if (next.getUri().endsWith(file)) {
        return next.getDiagnostics();
      }
    }
  }

  private static Position position(String text, String part) {
    return Positions.position(text, text.indexOf(part));
  }

  private List<CompletionItem> items(String text, String before) throws Exception {
    Position end = Positions.position(text, text.indexOf(before) + before.length());
    return server
        .getTextDocumentService()
        .completion(new CompletionParams(new TextDocumentIdentifier(uri), end))
        .get()
        .getRight()
        .getItems();
  }

  private List<String> complete(String text, String before) throws Exception {
    return items(text, before).stream().map(CompletionItem::getLabel).toList();
  }

  private String hover(String part, int into) throws Exception {
    Position at = Positions.position(RULES, RULES.indexOf(part) + into);
    return server
        .getTextDocumentService()
        .hover(new HoverParams(new TextDocumentIdentifier(uri), at))
        .get()
        .getContents()
        .getRight()
        .getValue();
  }

  private List<? extends Location> definition(String document, String text, String part)
      throws Exception {
    Position at = Positions.position(text, text.indexOf(part) + 1);
    return server
        .getTextDocumentService()
        .definition(new DefinitionParams(new TextDocumentIdentifier(document), at))
        .get()
        .getLeft();
  }

  private final class Editor implements LanguageClient {

    @Override
    public void publishDiagnostics(PublishDiagnosticsParams diagnostics) {
      published.add(diagnostics);
    }

    @Override
    public void telemetryEvent(Object object) {}

    @Override
    public void showMessage(MessageParams message) {}

    @Override
    public CompletableFuture<MessageActionItem> showMessageRequest(
        ShowMessageRequestParams request) {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public void logMessage(MessageParams message) {}
  }
}
