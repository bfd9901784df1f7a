package dev.plumbline.cli.lsp;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.plumbline.cli.lsp.RuleWorkspace.Document;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.fact.RecordType;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.language.RuleSymbols;
import dev.plumbline.language.RuleSymbols.Symbol;
import dev.plumbline.language.RuleSymbols.SymbolKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.lsp4j.Location;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.TextEdit;
import org.jspecify.annotations.Nullable;

/** Where the rules, variables, templates, scenarios and parameters are that a document names. */
final class Navigation {

  private static final Pattern ID = Pattern.compile("[A-Z][A-Z0-9-]*-[0-9]{3}");

  private static final String PARAMETER_NAME = RecordType.name(Parameter.class) + ".name";

  /** A rule with its file. */
  record RuleAt(String file, Symbol rule, Symbol id) {}

  private final RuleWorkspace workspace;
  private final Document document;
  private final RuleFiles files;

  Navigation(RuleWorkspace workspace, Document document) {
    this.workspace = workspace;
    this.document = document;
    this.files = workspace.files(document.folder());
  }

  RuleFiles files() {
    return files;
  }

  /** The symbol of a rule file at an offset; null if it is none. */
  @Nullable Symbol symbol(int offset) {
    return document.isRules() ? RuleSymbols.at(RuleSymbols.of(document.text()), offset) : null;
  }

  /** The word at an offset of a YAML file. */
  String word(int offset) {
    String text = document.text();
    int from = offset;
    int to = offset;
    while (from > 0 && isWord(text.charAt(from - 1))) {
      from--;
    }
    while (to < text.length() && isWord(text.charAt(to))) {
      to++;
    }
    return text.substring(from, to).replaceFirst("\\.$", "");
  }

  private static boolean isWord(char c) {
    return Character.isLetterOrDigit(c) || c == '-' || c == '.' || c == '_';
  }

  /** The rule of an id; null if there is none. */
  @Nullable RuleAt rule(String id) {
    if (!ID.matcher(id).matches()) {
      return null;
    }
    for (String name : files.names(".drl")) {
      String text = String.valueOf(files.text(name));
      if (text.contains("\"" + id + "\"")) {
        List<Symbol> symbols = RuleSymbols.of(text);
        for (Symbol each : symbols) {
          if (each.kind() == SymbolKind.ID && each.definition() && each.name().equals(id)) {
            return symbols.stream()
                .filter(rule -> rule.kind() == SymbolKind.RULE && rule.rule() == each.rule())
                .findFirst()
                .map(rule -> new RuleAt(name, rule, each))
                .orElse(null);
          }
        }
      }
    }
    return null;
  }

  /** Whether a text is the name of a parameter. */
  static boolean isParameter(Symbol symbol) {
    return symbol.kind() == SymbolKind.VALUE && symbol.owner().equals(PARAMETER_NAME);
  }

  /** Where what is named at an offset is defined; at its definition, where it is used. */
  List<Location> definition(int offset) {
    Symbol symbol = symbol(offset);
    if (symbol == null) {
      String word = document.isRules() ? "" : word(offset);
      List<Location> rule = ofRule(word);
      return rule.isEmpty() ? ofParameter(word) : rule;
    }
    return switch (symbol.kind()) {
      case BINDING -> symbols(symbol).stream().filter(Symbol::definition).map(this::here).toList();
      case ID -> symbol.definition() ? scenarios(symbol.name()) : ofRule(symbol.name());
      case RULE -> scenarios(idOf(symbol));
      case TEMPLATE -> ofTemplate(symbol.name());
      case VALUE -> isParameter(symbol) ? ofParameter(symbol.name()) : List.of();
      case TYPE, FIELD, METHOD -> List.of();
    };
  }

  /** All places of a variable; of a rule, its scenarios and itself. */
  List<Location> references(int offset) {
    Symbol symbol = symbol(offset);
    String id =
        symbol == null
            ? document.isRules() ? "" : word(offset)
            : symbol.kind() == SymbolKind.ID
                ? symbol.name()
                : symbol.kind() == SymbolKind.RULE ? idOf(symbol) : "";
    if (symbol != null && symbol.kind() == SymbolKind.BINDING) {
      return symbols(symbol).stream().map(this::here).toList();
    }
    var found = new ArrayList<>(ofRule(id));
    found.addAll(scenarios(id));
    return found;
  }

  /** Every occurrence of a variable in its rule. */
  private List<Symbol> symbols(Symbol binding) {
    return RuleSymbols.of(document.text()).stream()
        .filter(
            each ->
                each.kind() == SymbolKind.BINDING
                    && each.rule() == binding.rule()
                    && each.name().equals(binding.name()))
        .toList();
  }

  private String idOf(Symbol rule) {
    return RuleSymbols.of(document.text()).stream()
        .filter(
            each -> each.kind() == SymbolKind.ID && each.definition() && each.rule() == rule.rule())
        .map(Symbol::name)
        .findFirst()
        .orElse("");
  }

  /**
   * The edits that give a variable another name. A template that has a parameter of the old name is
   * given its value by name, since other rules may use it.
   */
  List<TextEdit> rename(Symbol binding, String name) {
    var edits = new ArrayList<TextEdit>();
    String text = document.text();
    symbols(binding)
        .forEach(
            each -> edits.add(new TextEdit(Positions.range(text, each.at(), each.end()), name)));
    String parameter = binding.name().substring(1);
    RuleSymbols.of(text).stream()
        .filter(each -> each.kind() == SymbolKind.TEMPLATE && each.rule() == binding.rule())
        .filter(each -> takes(each, parameter))
        .forEach(
            each ->
                edits.add(
                    new TextEdit(
                        Positions.range(text, each.end(), each.end()),
                        ", \"" + parameter + "\", " + name)));
    return edits;
  }

  /** Whether the template has the parameter, and its call gives no value for it. */
  private boolean takes(Symbol template, String parameter) {
    String call =
        document
            .text()
            .substring(template.end())
            .lines()
            .findFirst()
            .orElse("")
            .replaceFirst("\\).*", "");
    return template(template.name()).contains("{" + parameter + "}")
        && !call.contains("\"" + parameter + "\"");
  }

  /** The text of a template; empty if there is none. */
  String template(String name) {
    String yaml = files.text(RuleFiles.messagesOf(document.name()));
    try {
      JsonNode text = yaml == null ? null : new YAMLMapper().readTree(yaml).get(name);
      return text == null ? "" : text.asText();
    } catch (JsonProcessingException e) {
      return "";
    }
  }

  /** The names of the scenarios that expect something of a rule, with their lines from 0. */
  Map<Integer, String> scenarioNames(String id) {
    var names = new java.util.TreeMap<Integer, String>();
    String yaml = files.text(RuleFiles.stem(document.name()) + RuleFiles.SCENARIOS);
    if (yaml == null || id.isEmpty()) {
      return names;
    }
    Pattern mention = Pattern.compile("\\b" + Pattern.quote(id) + "\\b");
    Pattern named = Pattern.compile("^\\s*(?:- )?name: *(.*)$");
    int line = 0;
    int scenario = -1;
    String name = "";
    for (String each : yaml.lines().toList()) {
      Matcher title = named.matcher(each);
      if (title.find() && each.strip().startsWith("- ")) {
        scenario = line;
        name = title.group(1).strip();
      } else if (scenario >= 0 && mention.matcher(each).find()) {
        names.putIfAbsent(scenario, name);
      }
      line++;
    }
    return names;
  }

  private List<Location> scenarios(String id) {
    String file = RuleFiles.stem(document.name()) + RuleFiles.SCENARIOS;
    return scenarioNames(id).keySet().stream().map(line -> at(file, line)).toList();
  }

  private List<Location> ofRule(String id) {
    RuleAt found = rule(id);
    return found == null
        ? List.of()
        : List.of(at(found.file(), lineOf(found.file(), found.rule())));
  }

  private int lineOf(String file, Symbol symbol) {
    return Positions.position(String.valueOf(files.text(file)), symbol.at()).getLine();
  }

  private List<Location> ofTemplate(String name) {
    return ofKey(RuleFiles.messagesOf(document.name()), name);
  }

  /** Where a parameter is declared, and where it is set. */
  private List<Location> ofParameter(String name) {
    var found = new ArrayList<Location>();
    if (!name.isEmpty()) {
      files.names(RuleFiles.DECLARATIONS).forEach(file -> found.addAll(ofKey(file, name)));
      found.addAll(ofKey("parameters.yaml", name));
    }
    return found;
  }

  private List<Location> ofKey(String file, String key) {
    String yaml = files.text(file);
    if (yaml == null) {
      return List.of();
    }
    Matcher at = Pattern.compile("(?m)^ *[\"']?" + Pattern.quote(key) + "[\"']?:").matcher(yaml);
    return at.find()
        ? List.of(at(file, Positions.position(yaml, at.start()).getLine()))
        : List.of();
  }

  private Location here(Symbol symbol) {
    return new Location(
        document.uri(), Positions.range(document.text(), symbol.at(), symbol.end()));
  }

  private Location at(String file, int line) {
    try {
      String uri = workspace.uri(workspace.path(files, document.folder(), file));
      return new Location(uri, line(String.valueOf(files.text(file)), line));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Range line(String text, int line) {
    return Positions.wordAt(text, line + 1, 0);
  }
}
