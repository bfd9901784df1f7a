package dev.plumbline.cli.lsp;

import com.google.gson.JsonElement;
import dev.plumbline.cli.lsp.Navigation.RuleAt;
import dev.plumbline.cli.lsp.RuleWorkspace.Document;
import dev.plumbline.language.LintFinding;
import dev.plumbline.language.LintFinding.Level;
import dev.plumbline.language.RuleCompletion;
import dev.plumbline.language.RuleCompletion.Item;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.language.RuleFormat;
import dev.plumbline.language.RuleSymbols;
import dev.plumbline.language.RuleSymbols.Symbol;
import dev.plumbline.language.RuleSymbols.SymbolKind;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.eclipse.lsp4j.CodeActionParams;
import org.eclipse.lsp4j.CodeLens;
import org.eclipse.lsp4j.CodeLensOptions;
import org.eclipse.lsp4j.CodeLensParams;
import org.eclipse.lsp4j.Command;
import org.eclipse.lsp4j.CompletionItem;
import org.eclipse.lsp4j.CompletionItemKind;
import org.eclipse.lsp4j.CompletionList;
import org.eclipse.lsp4j.CompletionOptions;
import org.eclipse.lsp4j.CompletionParams;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DiagnosticSeverity;
import org.eclipse.lsp4j.DidChangeTextDocumentParams;
import org.eclipse.lsp4j.DidCloseTextDocumentParams;
import org.eclipse.lsp4j.DidOpenTextDocumentParams;
import org.eclipse.lsp4j.DocumentFormattingParams;
import org.eclipse.lsp4j.DocumentSymbol;
import org.eclipse.lsp4j.DocumentSymbolParams;
import org.eclipse.lsp4j.Hover;
import org.eclipse.lsp4j.InitializeParams;
import org.eclipse.lsp4j.InitializeResult;
import org.eclipse.lsp4j.MarkupContent;
import org.eclipse.lsp4j.MarkupKind;
import org.eclipse.lsp4j.PublishDiagnosticsParams;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.RenameOptions;
import org.eclipse.lsp4j.RenameParams;
import org.eclipse.lsp4j.ServerCapabilities;
import org.eclipse.lsp4j.ServerInfo;
import org.eclipse.lsp4j.TextDocumentContentChangeEvent;
import org.eclipse.lsp4j.TextDocumentPositionParams;
import org.eclipse.lsp4j.TextDocumentSyncKind;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.lsp4j.WorkspaceEdit;
import org.eclipse.lsp4j.jsonrpc.Endpoint;
import org.eclipse.lsp4j.jsonrpc.RemoteEndpoint;
import org.eclipse.lsp4j.jsonrpc.ResponseErrorException;
import org.eclipse.lsp4j.jsonrpc.json.MessageJsonHandler;
import org.eclipse.lsp4j.jsonrpc.json.StreamMessageConsumer;
import org.eclipse.lsp4j.jsonrpc.json.StreamMessageProducer;
import org.eclipse.lsp4j.jsonrpc.messages.Either;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseError;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * A language server for rule files. Methods are dispatched by name instead of by annotated
 * interfaces, so that neither reflection nor proxies are needed for services. Requests are answered
 * on the thread that reads them; diagnostics are found on another, for the newest text alone.
 */
public final class RuleServer implements Endpoint {

  private static final String SOURCE = "plumbline";
  private static final Pattern BINDING_NAME = Pattern.compile("\\$?[A-Za-z_][A-Za-z0-9_]*");

  private final RuleWorkspace workspace = new RuleWorkspace();
  private final Set<Path> due = new HashSet<>();

  /** The files of which the client shows diagnostics. */
  private final Set<Path> reported = new HashSet<>();

  private final ExecutorService linting =
      Executors.newSingleThreadExecutor(
          task -> {
            var thread = new Thread(task, "plumbline-lsp-lint");
            thread.setDaemon(true);
            return thread;
          });
  private final Endpoint client;
  private final Runnable stop;
  private @Nullable Reference reference;
  private @Nullable RuleCompletion completion;
  private Map<String, String> completionData = Map.of();
  private boolean scenarioLens;
  private volatile boolean shutdown;

  private RuleServer(Endpoint client, Runnable stop) {
    this.client = client;
    this.stop = stop;
  }

  /**
   * Serves until the client sends {@code exit}, or the end of {@code in}.
   *
   * @return whether it was shut down before, or the client is gone
   */
  public static boolean serve(InputStream in, OutputStream out) {
    var json = new MessageJsonHandler(Protocol.METHODS);
    var messages = new StreamMessageConsumer(out, json);
    var producer = new StreamMessageProducer(in, json);
    // Only responses name no method, and the server sends no requests.
    json.setMethodProvider(id -> null);
    var exited = new boolean[1];
    var client = new RemoteEndpoint(messages, new NoServer());
    var server =
        new RuleServer(
            client,
            () -> {
              exited[0] = true;
              producer.close();
            });
    producer.listen(new RemoteEndpoint(messages, server));
    server.end();
    return server.shutdown || !exited[0];
  }

  /** What the client is sent notifications through; it receives nothing. */
  private static final class NoServer implements Endpoint {
    @Override
    public CompletableFuture<?> request(String method, Object parameter) {
      throw new ResponseErrorException(
          new ResponseError(ResponseErrorCode.MethodNotFound, method, null));
    }

    @Override
    public void notify(String method, Object parameter) {}
  }

  private void end() {
    linting.shutdownNow();
    try {
      if (!linting.awaitTermination(1, TimeUnit.SECONDS)) {
        linting.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void notify(String method, Object parameter) {
    switch (method) {
      case "textDocument/didOpen" -> {
        var opened = ((DidOpenTextDocumentParams) parameter).getTextDocument();
        workspace.refresh();
        schedule(workspace.put(opened.getUri(), opened.getText()).folder());
      }
      case "textDocument/didChange" -> change((DidChangeTextDocumentParams) parameter);
      case "textDocument/didClose" -> {
        String uri = ((DidCloseTextDocumentParams) parameter).getTextDocument().getUri();
        Document closed = workspace.document(uri);
        workspace.close(uri);
        workspace.refresh();
        if (closed != null) {
          schedule(closed.folder());
        }
      }
      case "textDocument/didSave", "workspace/didChangeWatchedFiles" -> {
        workspace.refresh();
        workspace.folders().forEach(this::schedule);
      }
      case "exit" -> stop.run();
      default -> {
        // What a server does not know, it ignores.
      }
    }
  }

  @Override
  public CompletableFuture<?> request(String method, Object parameter) {
    return CompletableFuture.completedFuture(
        switch (method) {
          case "initialize" -> initialize((InitializeParams) parameter);
          case "shutdown" -> {
            shutdown = true;
            yield null;
          }
          case "textDocument/completion" -> complete((CompletionParams) parameter);
          case "textDocument/hover" -> hover((TextDocumentPositionParams) parameter);
          case "textDocument/definition" -> {
            Place at = place((TextDocumentPositionParams) parameter);
            yield at == null ? List.of() : at.navigation().definition(at.offset());
          }
          case "textDocument/references" -> {
            Place at = place((TextDocumentPositionParams) parameter);
            yield at == null ? List.of() : at.navigation().references(at.offset());
          }
          case "textDocument/prepareRename" ->
              prepareRename((TextDocumentPositionParams) parameter);
          case "textDocument/rename" -> rename((RenameParams) parameter);
          case "textDocument/formatting" -> format((DocumentFormattingParams) parameter);
          case "textDocument/codeAction" -> {
            var params = (CodeActionParams) parameter;
            Document document = workspace.document(params.getTextDocument().getUri());
            yield document == null
                ? List.of()
                : new CodeActions(document).of(params.getContext().getDiagnostics());
          }
          case "textDocument/codeLens" -> lenses((CodeLensParams) parameter);
          case "textDocument/documentSymbol" -> outline((DocumentSymbolParams) parameter);
          default ->
              throw new ResponseErrorException(
                  new ResponseError(
                      ResponseErrorCode.MethodNotFound, method + " is not supported", null));
        });
  }

  private InitializeResult initialize(InitializeParams params) {
    scenarioLens =
        params.getInitializationOptions() instanceof JsonElement options
            && options.isJsonObject()
            && options.getAsJsonObject().has("scenarioLens")
            && options.getAsJsonObject().get("scenarioLens").getAsBoolean();
    var capabilities = new ServerCapabilities();
    capabilities.setTextDocumentSync(TextDocumentSyncKind.Incremental);
    capabilities.setCompletionProvider(
        new CompletionOptions(false, List.of(".", "\"", "$", "@", "(")));
    capabilities.setHoverProvider(true);
    capabilities.setDefinitionProvider(true);
    capabilities.setReferencesProvider(true);
    capabilities.setRenameProvider(new RenameOptions(true));
    capabilities.setDocumentFormattingProvider(true);
    capabilities.setCodeActionProvider(true);
    capabilities.setDocumentSymbolProvider(true);
    if (scenarioLens) {
      capabilities.setCodeLensProvider(new CodeLensOptions(false));
    }
    return new InitializeResult(capabilities, new ServerInfo(SOURCE));
  }

  // Text and diagnostics

  private void change(DidChangeTextDocumentParams params) {
    String uri = params.getTextDocument().getUri();
    Document document = workspace.document(uri);
    if (document == null) {
      return;
    }
    String text = document.text();
    for (TextDocumentContentChangeEvent each : params.getContentChanges()) {
      Range range = each.getRange();
      text =
          range == null
              ? each.getText()
              : text.substring(0, Positions.offset(text, range.getStart()))
                  + each.getText()
                  + text.substring(Positions.offset(text, range.getEnd()));
    }
    schedule(workspace.put(uri, text).folder());
  }

  /** Lints a folder soon; once, however many changes come until then. */
  private void schedule(Path folder) {
    synchronized (due) {
      if (!due.add(folder)) {
        return;
      }
    }
    linting.execute(
        () -> {
          synchronized (due) {
            due.remove(folder);
          }
          publish(folder);
        });
  }

  private void publish(Path folder) {
    Map<String, List<LintFinding>> lint = workspace.lint(folder);
    lint.forEach((name, findings) -> publish(folder, name, findings));
    // A file that is gone keeps no diagnostics.
    for (Path file : List.copyOf(reported)) {
      Path name = file.getFileName();
      if (folder.equals(file.getParent()) && !lint.containsKey(String.valueOf(name))) {
        publish(folder, String.valueOf(name), List.of());
      }
    }
  }

  private void publish(Path folder, String name, List<LintFinding> findings) {
    Path file = folder.resolve(name);
    String uri = workspace.uri(file);
    Document document = workspace.document(uri);
    boolean known = findings.isEmpty() ? reported.remove(file) : !reported.add(file);
    if (document != null || known || !findings.isEmpty()) {
      String text =
          document != null ? document.text() : String.valueOf(workspace.files(folder).text(name));
      client.notify(
          "textDocument/publishDiagnostics",
          new PublishDiagnosticsParams(
              uri, findings.stream().map(each -> diagnostic(text, each)).toList()));
    }
  }

  private static Diagnostic diagnostic(String text, LintFinding finding) {
    return new Diagnostic(
        Positions.wordAt(text, finding.line(), finding.column()),
        finding.message(),
        finding.level() == Level.ERROR ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
        SOURCE,
        finding.check().word());
  }

  // Requests at a position

  private record Place(Document document, Navigation navigation, int offset) {}

  private @Nullable Place place(TextDocumentPositionParams params) {
    Document document = workspace.document(params.getTextDocument().getUri());
    return document == null
        ? null
        : new Place(
            document,
            new Navigation(workspace, document),
            Positions.offset(document.text(), params.getPosition()));
  }

  private CompletionList complete(CompletionParams params) {
    Document document = workspace.document(params.getTextDocument().getUri());
    if (document == null || !document.isRules()) {
      return new CompletionList(List.of());
    }
    RuleFiles files = workspace.files(document.folder());
    String text = document.text();
    int offset = Positions.offset(text, params.getPosition());
    return new CompletionList(
        completion(files).at(document.name(), text, offset).stream()
            .map(each -> item(each, text, offset))
            .toList());
  }

  /** Completion over the data of a rule set; made anew when data changes. */
  private RuleCompletion completion(RuleFiles files) {
    var data = new HashMap<>(files.all());
    data.keySet().removeIf(name -> name.endsWith(".drl") || name.endsWith(RuleFiles.SCENARIOS));
    RuleCompletion known = completion;
    if (known == null || !data.equals(completionData)) {
      known = new RuleCompletion(files);
      completion = known;
      completionData = data;
    }
    return known;
  }

  private CompletionItem item(Item item, String text, int offset) {
    var shown = new CompletionItem(item.label());
    shown.setKind(
        switch (item.kind()) {
          case TYPE -> CompletionItemKind.Class;
          case FIELD -> CompletionItemKind.Field;
          case METHOD -> CompletionItemKind.Method;
          case BINDING -> CompletionItemKind.Variable;
          case VALUE -> CompletionItemKind.Value;
          case KEYWORD -> CompletionItemKind.Keyword;
        });
    if (!item.detail().isEmpty()) {
      shown.setDetail(item.detail());
    }
    shown.setTextEdit(
        Either.forLeft(new TextEdit(Positions.range(text, item.from(), offset), item.insert())));
    String words =
        switch (item.kind()) {
          case TYPE -> reference().type(item.label());
          case FIELD, METHOD -> reference().member(item.owner(), item.label());
          case BINDING, VALUE, KEYWORD -> null;
        };
    if (words != null) {
      shown.setDocumentation(new MarkupContent(MarkupKind.MARKDOWN, words));
    }
    String imported = item.importName();
    if (imported != null
        && !Pattern.compile("\\bimport\\s+" + Pattern.quote(imported) + "\\b")
            .matcher(text)
            .find()) {
      shown.setAdditionalTextEdits(List.of(CodeActions.importEdit(text, imported)));
    }
    return shown;
  }

  private Reference reference() {
    Reference known = reference;
    if (known == null) {
      known = Reference.read();
      reference = known;
    }
    return known;
  }

  private @Nullable Hover hover(TextDocumentPositionParams params) {
    Place at = place(params);
    if (at == null) {
      return null;
    }
    Symbol symbol = at.navigation().symbol(at.offset());
    String words =
        symbol != null
            ? words(at, symbol)
            : at.document().isRules() ? null : words(at, at.navigation().word(at.offset()));
    if (words == null || words.isEmpty()) {
      return null;
    }
    var hover = new Hover(new MarkupContent(MarkupKind.MARKDOWN, words));
    if (symbol != null) {
      hover.setRange(Positions.range(at.document().text(), symbol.at(), symbol.end()));
    }
    return hover;
  }

  private @Nullable String words(Place at, Symbol symbol) {
    Navigation navigation = at.navigation();
    return switch (symbol.kind()) {
      case TYPE -> reference().type(symbol.name());
      case FIELD, METHOD -> reference().member(symbol.owner(), symbol.name());
      case BINDING -> {
        String held = RuleSymbols.describe(at.document().text(), symbol);
        yield held.isEmpty() ? null : "`" + symbol.name() + "` " + held;
      }
      case ID -> rule(navigation, symbol.name());
      case TEMPLATE -> navigation.template(symbol.name());
      case VALUE ->
          Navigation.isParameter(symbol)
              ? Reference.parameter(navigation.files(), symbol.name())
              : null;
      case RULE -> null;
    };
  }

  /** The words for a word of a YAML file: a rule, a type or a parameter. */
  private @Nullable String words(Place at, String word) {
    String rule = rule(at.navigation(), word);
    String type = rule == null ? reference().type(word) : rule;
    return type == null ? Reference.parameter(at.navigation().files(), word) : type;
  }

  private static @Nullable String rule(Navigation navigation, String id) {
    RuleAt found = navigation.rule(id);
    if (found == null) {
      return null;
    }
    List<String> values =
        RuleSymbols.of(String.valueOf(navigation.files().text(found.file()))).stream()
            .filter(each -> each.rule() == found.rule().rule())
            .filter(each -> Set.of("@Control", "@Severity").contains(each.owner()))
            .map(each -> each.owner().substring(1) + " " + each.name())
            .toList();
    return "**%s** %s\n\n%s\n\n%s"
        .formatted(id, found.rule().name(), String.join(" · ", values), found.file());
  }

  private @Nullable Range prepareRename(TextDocumentPositionParams params) {
    Place at = place(params);
    Symbol symbol = at == null ? null : at.navigation().symbol(at.offset());
    return at == null || symbol == null || symbol.kind() != SymbolKind.BINDING
        ? null
        : Positions.range(at.document().text(), symbol.at(), symbol.end());
  }

  private WorkspaceEdit rename(RenameParams params) {
    Place at = place(params);
    Symbol symbol = at == null ? null : at.navigation().symbol(at.offset());
    if (at == null || symbol == null || symbol.kind() != SymbolKind.BINDING) {
      throw invalid("only a variable of a rule can be renamed. Try: at a $name.");
    }
    if (!BINDING_NAME.matcher(params.getNewName()).matches()) {
      throw invalid("invalid name '" + params.getNewName() + "'. Try: $name.");
    }
    String name =
        params.getNewName().startsWith("$") ? params.getNewName() : "$" + params.getNewName();
    boolean taken =
        RuleSymbols.of(at.document().text()).stream()
            .anyMatch(each -> each.rule() == symbol.rule() && each.name().equals(name));
    if (taken) {
      throw invalid(name + " is bound in this rule already. Try: another name.");
    }
    return new WorkspaceEdit(Map.of(at.document().uri(), at.navigation().rename(symbol, name)));
  }

  private static ResponseErrorException invalid(String message) {
    return new ResponseErrorException(
        new ResponseError(ResponseErrorCode.InvalidParams, message, null));
  }

  private List<TextEdit> format(DocumentFormattingParams params) {
    Document document = workspace.document(params.getTextDocument().getUri());
    if (document == null || !document.isRules()) {
      return List.of();
    }
    String text = document.text();
    String formatted = RuleFormat.of(text);
    return formatted.equals(text)
        ? List.of()
        : List.of(new TextEdit(Positions.range(text, 0, text.length()), formatted));
  }

  private List<CodeLens> lenses(CodeLensParams params) {
    Document document = workspace.document(params.getTextDocument().getUri());
    if (document == null || !document.isRules() || !scenarioLens) {
      return List.of();
    }
    var navigation = new Navigation(workspace, document);
    var lenses = new ArrayList<CodeLens>();
    for (Symbol each : RuleSymbols.of(document.text())) {
      if (each.kind() == SymbolKind.ID && each.definition()) {
        int count = navigation.scenarioNames(each.name()).size();
        var command =
            new Command(
                count == 0
                    ? "no scenario names " + each.name()
                    : "run " + count + (count == 1 ? " scenario" : " scenarios"),
                "plumbline.runScenarios",
                List.of(document.uri(), each.name()));
        Range range = Positions.range(document.text(), each.at(), each.end());
        lenses.add(new CodeLens(range, command, null));
      }
    }
    return lenses;
  }

  private List<Either<Object, DocumentSymbol>> outline(DocumentSymbolParams params) {
    Document document = workspace.document(params.getTextDocument().getUri());
    if (document == null || !document.isRules()) {
      return List.of();
    }
    String text = document.text();
    List<Symbol> symbols = RuleSymbols.of(text);
    var rules = new ArrayList<Either<Object, DocumentSymbol>>();
    for (Symbol each : symbols) {
      if (each.kind() == SymbolKind.RULE) {
        int end =
            symbols.stream()
                .filter(other -> other.rule() == each.rule())
                .mapToInt(Symbol::end)
                .max()
                .orElse(each.end());
        String id =
            symbols.stream()
                .filter(other -> other.rule() == each.rule() && other.definition())
                .filter(other -> other.kind() == SymbolKind.ID)
                .map(Symbol::name)
                .findFirst()
                .orElse("");
        rules.add(
            Either.forRight(
                new DocumentSymbol(
                    each.name(),
                    org.eclipse.lsp4j.SymbolKind.Function,
                    Positions.range(text, each.at(), end),
                    Positions.range(text, each.at(), each.end()),
                    id)));
      }
    }
    return rules;
  }
}
