package dev.plumbline.cli.lsp;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.CodeActionParams;
import org.eclipse.lsp4j.CodeLens;
import org.eclipse.lsp4j.CodeLensParams;
import org.eclipse.lsp4j.CompletionList;
import org.eclipse.lsp4j.CompletionParams;
import org.eclipse.lsp4j.DefinitionParams;
import org.eclipse.lsp4j.DidChangeTextDocumentParams;
import org.eclipse.lsp4j.DidChangeWatchedFilesParams;
import org.eclipse.lsp4j.DidCloseTextDocumentParams;
import org.eclipse.lsp4j.DidOpenTextDocumentParams;
import org.eclipse.lsp4j.DidSaveTextDocumentParams;
import org.eclipse.lsp4j.DocumentFormattingParams;
import org.eclipse.lsp4j.DocumentSymbol;
import org.eclipse.lsp4j.DocumentSymbolParams;
import org.eclipse.lsp4j.Hover;
import org.eclipse.lsp4j.HoverParams;
import org.eclipse.lsp4j.InitializeParams;
import org.eclipse.lsp4j.InitializeResult;
import org.eclipse.lsp4j.InitializedParams;
import org.eclipse.lsp4j.Location;
import org.eclipse.lsp4j.PrepareRenameParams;
import org.eclipse.lsp4j.PublishDiagnosticsParams;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.ReferenceParams;
import org.eclipse.lsp4j.RenameParams;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.lsp4j.WorkspaceEdit;
import org.eclipse.lsp4j.jsonrpc.json.JsonRpcMethod;
import org.eclipse.lsp4j.jsonrpc.messages.CancelParams;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseError;

/**
 * The messages that the server reads and writes. The build declares their classes to the native
 * image, with all that they refer to.
 */
public final class Protocol {

  public static final Map<String, JsonRpcMethod> METHODS = new TreeMap<>();

  /** The classes of what is written, and of what every server reads. */
  public static final List<Class<?>> MESSAGES =
      List.of(
          CancelParams.class,
          ResponseError.class,
          InitializeResult.class,
          PublishDiagnosticsParams.class,
          CompletionList.class,
          Hover.class,
          Location.class,
          Range.class,
          WorkspaceEdit.class,
          TextEdit.class,
          CodeAction.class,
          CodeLens.class,
          DocumentSymbol.class);

  static {
    notification("initialized", InitializedParams.class);
    notification("exit");
    notification("textDocument/didOpen", DidOpenTextDocumentParams.class);
    notification("textDocument/didChange", DidChangeTextDocumentParams.class);
    notification("textDocument/didSave", DidSaveTextDocumentParams.class);
    notification("textDocument/didClose", DidCloseTextDocumentParams.class);
    notification("workspace/didChangeWatchedFiles", DidChangeWatchedFilesParams.class);
    request("initialize", InitializeParams.class);
    request("shutdown");
    request("textDocument/completion", CompletionParams.class);
    request("textDocument/hover", HoverParams.class);
    request("textDocument/definition", DefinitionParams.class);
    request("textDocument/references", ReferenceParams.class);
    request("textDocument/prepareRename", PrepareRenameParams.class);
    request("textDocument/rename", RenameParams.class);
    request("textDocument/formatting", DocumentFormattingParams.class);
    request("textDocument/codeAction", CodeActionParams.class);
    request("textDocument/codeLens", CodeLensParams.class);
    request("textDocument/documentSymbol", DocumentSymbolParams.class);
  }

  private Protocol() {}

  private static void notification(String name, Class<?>... parameters) {
    METHODS.put(name, JsonRpcMethod.notification(name, parameters));
  }

  private static void request(String name, Class<?>... parameters) {
    // Results are written by their own class, and never read.
    METHODS.put(name, JsonRpcMethod.request(name, Object.class, parameters));
  }
}
