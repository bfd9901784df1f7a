package dev.plumbline.cli.lsp;

import dev.plumbline.cli.lsp.RuleWorkspace.Document;
import dev.plumbline.conclusion.ConclusionTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.CodeActionKind;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.lsp4j.WorkspaceEdit;
import org.jspecify.annotations.Nullable;

/** The advice of the linter as edits: what its messages suggest after "Did you mean" and "Try". */
final class CodeActions {

  private static final int MAX_VALUES = 5;

  private static final Pattern DID_YOU_MEAN = Pattern.compile("Did you mean (.+)\\?$");
  private static final Pattern ONE_OF = Pattern.compile("Try: one of (.+?)(?: and \\d+ more)?\\.$");
  private static final Pattern IMPORT = Pattern.compile("Try: import ([\\w.]+)$");
  private static final Pattern WRITE = Pattern.compile("Try: write (\"[^\"]*\") here\\.$");
  private static final Pattern VARIABLE = Pattern.compile("Try: (\\$\\w+)\\.$");
  private static final Pattern QUOTED = Pattern.compile("\"([^\"]*)\"");
  private static final Pattern UNUSED_IMPORT = Pattern.compile("is imported and never used\\.");
  private static final Pattern INVISIBLE = Pattern.compile("^U\\+[0-9A-F]{4} is invisible");
  private static final Pattern HEADER = Pattern.compile("^(\\w+) is not in the header\\.");

  private final Document document;
  private final String text;

  CodeActions(Document document) {
    this.document = document;
    this.text = document.text();
  }

  List<CodeAction> of(List<Diagnostic> diagnostics) {
    var actions = new ArrayList<CodeAction>();
    if (document.isRules()) {
      for (Diagnostic each : diagnostics) {
        add(each, actions);
      }
    }
    return actions;
  }

  private void add(Diagnostic diagnostic, List<CodeAction> actions) {
    String message = String.valueOf(diagnostic.getMessage());
    int at = Positions.offset(text, diagnostic.getRange().getStart());
    Matcher found = DID_YOU_MEAN.matcher(message);
    if (found.find()) {
      replacements(diagnostic, List.of(found.group(1).split(" or ")), actions);
      return;
    }
    found = ONE_OF.matcher(message);
    if (found.find() && text.startsWith("\"", at)) {
      List<String> values = List.of(found.group(1).split(", "));
      replacements(diagnostic, values.subList(0, Math.min(values.size(), MAX_VALUES)), actions);
      return;
    }
    found = WRITE.matcher(message);
    if (found.find()) {
      replacements(diagnostic, List.of(found.group(1)), actions);
      return;
    }
    found = VARIABLE.matcher(message);
    if (found.find()) {
      replacements(diagnostic, List.of(found.group(1)), actions);
      return;
    }
    found = IMPORT.matcher(message);
    if (found.find()) {
      TextEdit edit = importEdit(text, found.group(1));
      actions.add(action("Import " + found.group(1), diagnostic, edit));
    } else if (UNUSED_IMPORT.matcher(message).find()) {
      int line = diagnostic.getRange().getStart().getLine();
      var range = new Range(new Position(line, 0), new Position(line + 1, 0));
      actions.add(action("Delete the import", diagnostic, new TextEdit(range, "")));
    } else if (INVISIBLE.matcher(message).find()) {
      Range range = Positions.range(text, at, at + 1);
      actions.add(action("Delete the character", diagnostic, new TextEdit(range, "")));
    } else {
      found = HEADER.matcher(message);
      if (found.find()) {
        header(diagnostic, found.group(1), actions);
      }
    }
  }

  private void replacements(Diagnostic diagnostic, List<String> values, List<CodeAction> actions) {
    for (String value : values) {
      CodeAction action = replacement(diagnostic, value);
      if (action != null) {
        actions.add(action);
      }
    }
  }

  /** Replaces what the message is about; null where that is not found. */
  private @Nullable CodeAction replacement(Diagnostic diagnostic, String with) {
    String message = String.valueOf(diagnostic.getMessage());
    int from = Positions.offset(text, diagnostic.getRange().getStart());
    int to = Positions.offset(text, diagnostic.getRange().getEnd());
    if (!message.contains(unquoted(text.substring(from, to)))) {
      // At an annotation, which is not itself what is wrong.
      int line = text.indexOf('\n', to);
      Matcher value = QUOTED.matcher(text).region(to, line < 0 ? text.length() : line);
      if (!value.find() || !message.contains(value.group(1))) {
        return null;
      }
      from = value.start();
      to = value.end();
    }
    boolean quoted = text.startsWith("\"", from);
    while (!quoted
        && with.contains(".")
        && to < text.length()
        && (Positions.isWord(text.charAt(to)) || text.charAt(to) == '.')) {
      to++;
    }
    String written = quoted ? "\"" + unquoted(with) + "\"" : with;
    return action(
        "Replace with " + written,
        diagnostic,
        new TextEdit(Positions.range(text, from, to), written));
  }

  private static String unquoted(String text) {
    return text.length() > 1 && text.startsWith("\"") && text.endsWith("\"")
        ? text.substring(1, text.length() - 1)
        : text;
  }

  /** What a file is read for and concludes stands in its header. */
  private void header(Diagnostic diagnostic, String type, List<CodeAction> actions) {
    boolean concluded =
        ConclusionTypes.named(type) != null
            && Pattern.compile("\\bnew\\s+" + type + "\\b").matcher(text).find();
    String part = concluded ? "Concludes" : "Reads";
    Matcher line = Pattern.compile("(?m)^ \\* " + part + "\\s+\\S.*$").matcher(text);
    if (line.find()) {
      int end = line.end();
      // A list goes on in the next line after a comma or a semicolon.
      String separator = ",;".indexOf(text.charAt(end - 1)) >= 0 ? " " + type + "," : ", " + type;
      TextEdit edit = new TextEdit(Positions.range(text, end, end), separator);
      actions.add(action("Add " + type + " to " + part, diagnostic, edit));
    }
  }

  /** The edit that imports a type, behind the last import. */
  static TextEdit importEdit(String text, String name) {
    int at = text.lastIndexOf("\nimport ");
    String before = "";
    if (at < 0) {
      at = text.startsWith("package ") ? 0 : text.indexOf("\npackage ");
      before = "\n";
    }
    int end = at < 0 ? 0 : text.indexOf('\n', at + 1);
    int behind = at < 0 ? 0 : end < 0 ? text.length() : end + 1;
    return new TextEdit(
        Positions.range(text, behind, behind), (at < 0 ? "" : before) + "import " + name + "\n");
  }

  private CodeAction action(String title, Diagnostic diagnostic, TextEdit edit) {
    var action = new CodeAction(title);
    action.setKind(CodeActionKind.QuickFix);
    action.setDiagnostics(List.of(diagnostic));
    action.setEdit(new WorkspaceEdit(Map.of(document.uri(), List.of(edit))));
    return action;
  }
}
