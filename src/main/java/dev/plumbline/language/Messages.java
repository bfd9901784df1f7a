package dev.plumbline.language;

import dev.plumbline.fact.Nearest;
import dev.plumbline.language.LintFinding.Level;
import dev.plumbline.language.Tree.Accumulate;
import dev.plumbline.language.Tree.Construction;
import dev.plumbline.language.Tree.Expression;
import dev.plumbline.language.Tree.FileNode;
import dev.plumbline.language.Tree.Group;
import dev.plumbline.language.Tree.Invoke;
import dev.plumbline.language.Tree.Match;
import dev.plumbline.language.Tree.Name;
import dev.plumbline.language.Tree.Node;
import dev.plumbline.language.Tree.Operation;
import dev.plumbline.language.Tree.RuleNode;
import dev.plumbline.language.Tree.Text;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.CollectionEndEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.DocumentStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.MappingEndEvent;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;

/**
 * The message templates beside a rule file: {@code x.messages.yaml} maps names to texts with
 * parameters in braces. {@code message( "name" )} in a conclusion stands for the text, in which the
 * value of {@code $time} replaces {@code {time}}; {@code message( "name", "left", $a - $b )} also
 * gives a value that no variable has. A template holds no expressions. It becomes part of the
 * syntax tree, as the concatenation it stands for, so that whatever reads the tree needs to know
 * nothing of templates.
 */
final class Messages {

  /** Limit on the parameters of a text: evaluation recurses as deep. */
  private static final int MAX_PARAMETERS = 50;

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");
  private static final Pattern PARAMETER = Pattern.compile("[a-z][A-Za-z0-9]*");

  /** A piece of a text: literal, or the name of a parameter. */
  private record Piece(String text, boolean parameter) {}

  /**
   * @param pieces null if the text is invalid, which is reported where it stands
   */
  private record Template(@Nullable List<Piece> pieces, @Nullable Mark at) {}

  private final String name;
  private final String file;
  private final @Nullable String yaml;
  private final Map<String, Template> templates = new LinkedHashMap<>();
  private final Set<String> used = new HashSet<>();
  private final List<LintFinding> findings = new ArrayList<>();
  private boolean readable = true;

  /**
   * Reads a file of templates.
   *
   * @param name its name in the set
   * @param file its display name
   * @param yaml its text; null if there is none
   */
  Messages(String name, String file, @Nullable String yaml) {
    this.name = name;
    this.file = file;
    this.yaml = yaml;
    if (yaml == null) {
      return;
    }
    if (yaml.length() > RuleLimits.RULE_FILE_CHARACTERS) {
      findings.add(
          new LintFinding(
              file,
              1,
              1,
              Level.ERROR,
              Check.LIMIT,
              null,
              RuleLimits.exceeded(
                  "characters in a file of messages",
                  yaml.length(),
                  RuleLimits.RULE_FILE_CHARACTERS,
                  "several files of rules")));
      readable = false;
      return;
    }
    try {
      read(new ParserImpl(new StreamReader(yaml), new LoaderOptions()));
    } catch (YAMLException e) {
      readable = false;
      Mark mark = e instanceof MarkedYAMLException marked ? marked.getProblemMark() : null;
      String problem =
          e instanceof MarkedYAMLException marked ? marked.getProblem() : e.getMessage();
      reject(
          mark,
          Check.SYNTAX,
          "this is not YAML: "
              + String.valueOf(problem).lines().findFirst().orElse("")
              + ". Try: name: \"text\" on each line.");
    }
  }

  /** The names of its templates, in order. */
  Set<String> names() {
    return templates.keySet();
  }

  private void read(ParserImpl parser) {
    parser.getEvent();
    if (!(parser.getEvent() instanceof DocumentStartEvent)) {
      return;
    }
    Event root = parser.getEvent();
    if (root instanceof ScalarEvent scalar && scalar.getValue().isEmpty()) {
      return;
    }
    if (!(root instanceof MappingStartEvent)) {
      readable = false;
      reject(
          root.getStartMark(),
          Check.MESSAGE,
          "this is not a map from names to texts. Try: name: \"text\".");
      return;
    }
    for (Event key = parser.getEvent();
        !(key instanceof MappingEndEvent);
        key = parser.getEvent()) {
      Event value = skip(key, parser) ? parser.getEvent() : key;
      if (value == key || !skip(value, parser)) {
        readable = false;
        reject(value.getStartMark(), Check.LIMIT, RuleText.tooDeep("lists and maps"));
        return;
      }
      add(key, value);
    }
    parser.getEvent();
    if (parser.getEvent() instanceof DocumentStartEvent second) {
      reject(second.getStartMark(), Check.MESSAGE, "a second document. Try: delete the line.");
    }
  }

  /** Consumes the rest of a node that is a list or a map; false when it is too deep. */
  private static boolean skip(Event start, ParserImpl parser) {
    int depth = start instanceof CollectionStartEvent ? 1 : 0;
    while (depth > 0 && depth <= RuleLimits.DEPTH) {
      Event next = parser.getEvent();
      depth +=
          next instanceof CollectionStartEvent ? 1 : next instanceof CollectionEndEvent ? -1 : 0;
    }
    return depth == 0;
  }

  private void add(Event key, Event value) {
    Mark at = key.getStartMark();
    if (!(key instanceof ScalarEvent word) || !isName(word.getValue())) {
      String written = key instanceof ScalarEvent word ? " " + shortened(word.getValue()) : "";
      reject(
          at,
          Check.MESSAGE,
          "invalid name of a template"
              + written
              + ". Try: lower case with hyphens, ami-deprecated.");
      return;
    }
    String template = word.getValue();
    if (templates.containsKey(template)) {
      reject(at, Check.MESSAGE, "template " + template + " is there twice. Try: delete one.");
      return;
    }
    Mark textAt = value.getStartMark();
    List<Piece> pieces = null;
    if (!(value instanceof ScalarEvent text) || text.getScalarStyle() == ScalarStyle.PLAIN) {
      reject(
          textAt,
          Check.MESSAGE,
          "the text of "
              + template
              + " stands between double quotes. Try: "
              + template
              + ": \"…\".");
    } else if (text.getValue().isBlank()) {
      reject(textAt, Check.MESSAGE, template + " has no text. Try: delete it, or write one.");
    } else {
      pieces = pieces(template, text.getValue(), textAt);
    }
    templates.put(template, new Template(pieces, textAt));
  }

  /** Whether it is one; the expression recurses for each part of a name. */
  private static boolean isName(String text) {
    return text.length() <= RuleLimits.NAME_CHARACTERS && NAME.matcher(text).matches();
  }

  private static String shortened(String text) {
    return text.length() <= RuleLimits.NAME_CHARACTERS
        ? text
        : text.substring(0, RuleLimits.NAME_CHARACTERS) + "…";
  }

  /** The pieces of a text; null if it is invalid. */
  private @Nullable List<Piece> pieces(String template, String text, @Nullable Mark at) {
    int invisible = RuleText.firstInvisible(text);
    if (invisible >= 0) {
      String what =
          text.charAt(invisible) == '\n'
              ? " takes more than one line. Try: >- in place of |, or another rule."
              : " holds U+%04X, which cannot be seen. Try: delete it."
                  .formatted((int) text.charAt(invisible));
      reject(at, Check.CHARACTER, "the text of " + template + what);
      return null;
    }
    var pieces = new ArrayList<Piece>();
    var literal = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((c == '{' || c == '}') && i + 1 < text.length() && text.charAt(i + 1) == c) {
        literal.append(c);
        i++;
      } else if (c == '{' || c == '}') {
        int end = text.indexOf('}', i);
        String parameter = c == '}' || end < 0 ? "" : text.substring(i + 1, end);
        if (!PARAMETER.matcher(parameter).matches()) {
          reject(
              at,
              Check.MESSAGE,
              (c == '}' || end < 0 ? String.valueOf(c) : text.substring(i, end + 1))
                  + " in "
                  + template
                  + " is no parameter, which is the name of a variable in braces. Try: {time} for"
                  + " $time, or "
                  + c
                  + c
                  + " for the brace itself.");
          return null;
        }
        if (!literal.isEmpty()) {
          pieces.add(new Piece(literal.toString(), false));
          literal.setLength(0);
        }
        pieces.add(new Piece(parameter, true));
        i = end;
      } else {
        literal.append(c);
      }
    }
    if (!literal.isEmpty()) {
      pieces.add(new Piece(literal.toString(), false));
    }
    if (pieces.stream().filter(Piece::parameter).count() > MAX_PARAMETERS) {
      reject(
          at,
          Check.MESSAGE,
          template + " has more than " + MAX_PARAMETERS + " parameters. Try: a shorter text.");
      return null;
    }
    return pieces;
  }

  private void reject(@Nullable Mark at, Check check, String message) {
    findings.add(finding(at, Level.ERROR, check, null, message));
  }

  private LintFinding finding(
      @Nullable Mark at, Level level, Check check, @Nullable String rule, String message) {
    int line = at == null ? 0 : at.getLine() + 1;
    int column = at == null ? 0 : at.getColumn() + 1;
    return new LintFinding(file, line, column, level, check, rule, message);
  }

  /**
   * The rules of {@code tree} with their messages in place; call it once.
   *
   * @param problems is given what is wrong with the templates, and with their use
   */
  FileNode resolve(FileNode tree, RuleText text, List<LintFinding> problems) {
    List<RuleNode> rules =
        tree.rules().stream()
            .map(
                rule -> {
                  Construction then = rule.then();
                  List<Expression> arguments =
                      then.arguments().stream().map(each -> resolve(each, rule, text)).toList();
                  return new RuleNode(
                      rule.name(),
                      rule.at(),
                      rule.annotations(),
                      rule.when(),
                      new Construction(then.type(), then.at(), arguments));
                })
            .toList();
    // A misspelt use and the template it means are one mistake.
    boolean usesKnown = problems.isEmpty() && !Linter.hasErrors(findings);
    templates.forEach(
        (template, it) -> {
          if (usesKnown && !used.contains(template)) {
            findings.add(
                finding(
                    it.at(),
                    Level.WARNING,
                    Check.MESSAGE,
                    null,
                    "template " + template + " is not used. Try: delete it."));
          }
        });
    problems.addAll(findings);
    return new FileNode(tree.imports(), rules);
  }

  private Expression resolve(Expression argument, RuleNode rule, RuleText text) {
    if (!(argument instanceof Invoke call) || call.of() != null || !call.name().equals("message")) {
      return argument;
    }
    var placeholder = new Text("", call.at());
    List<Expression> arguments = call.arguments();
    if (arguments.isEmpty() || !(arguments.getFirst() instanceof Text template)) {
      report(
          text,
          rule,
          call.at(),
          "message takes the name of a template in "
              + name
              + ". Try: message( \"ami-deprecated\" ).");
      return placeholder;
    }
    Map<String, Text> names = new HashMap<>();
    Map<String, Expression> given = given(template.value(), arguments, names, rule, text);
    Template found = templates.get(template.value());
    if (found == null) {
      if (readable) {
        report(text, rule, template.at(), unknown(template.value()));
      }
      return placeholder;
    }
    used.add(template.value());
    List<Piece> pieces = found.pieces();
    if (given == null || pieces == null) {
      return placeholder;
    }
    var variables = new TreeSet<String>();
    rule.when().forEach(node -> collect(node, variables));
    Expression whole = null;
    for (Piece piece : pieces) {
      Expression value = new Text(piece.text(), call.at());
      if (piece.parameter()) {
        names.remove(piece.text());
        value = given.getOrDefault(piece.text(), new Name("$" + piece.text(), call.at()));
        if (!given.containsKey(piece.text()) && !variables.contains(piece.text())) {
          variables.addAll(given.keySet());
          findings.add(
              finding(
                  found.at(),
                  Level.ERROR,
                  Check.MESSAGE,
                  rule.name(),
                  "{"
                      + piece.text()
                      + "} has no value: rule \""
                      + rule.name()
                      + "\" binds no $"
                      + piece.text()
                      + " and gives none of that name."
                      + Nearest.didYouMean(piece.text(), variables)));
          return placeholder;
        }
      }
      // A text in front makes a sum of numbers a text.
      whole =
          whole != null
              ? new Operation(whole, "+", call.at(), value)
              : piece.parameter() ? new Operation(placeholder, "+", call.at(), value) : value;
    }
    names.forEach(
        (unsaid, at) ->
            findings.add(
                text.finding(
                    Level.WARNING,
                    Check.MESSAGE,
                    rule.name(),
                    at.at(),
                    "the value of {"
                        + unsaid
                        + "} is not used: template "
                        + template.value()
                        + " has no such parameter. Try: delete name and value.")));
    return whole == null ? placeholder : whole;
  }

  private String unknown(String template) {
    String missing = "there is no template " + template;
    return yaml == null
        ? missing + ": there is no file " + name + ". Try: add it, with " + template + ": \"…\"."
        : missing + " in " + name + ". " + Nearest.suggestion(template, templates.keySet());
  }

  /** The values by the names that a call gives; null if it is malformed. */
  private @Nullable Map<String, Expression> given(
      String template,
      List<Expression> arguments,
      Map<String, Text> names,
      RuleNode rule,
      RuleText text) {
    var given = new HashMap<String, Expression>();
    for (int i = 1; i < arguments.size(); i += 2) {
      if (!(arguments.get(i) instanceof Text parameter)
          || !PARAMETER.matcher(parameter.value()).matches()
          || i + 1 == arguments.size()) {
        report(
            text,
            rule,
            arguments.get(i).at(),
            "after the template come names and values in turn, for values that no variable has."
                + " Try: message( \""
                + template
                + "\", \"left\", $a - $b ).");
        return null;
      }
      names.put(parameter.value(), parameter);
      if (given.put(parameter.value(), arguments.get(i + 1)) != null) {
        report(text, rule, parameter.at(), "\"" + parameter.value() + "\" is there twice.");
        return null;
      }
    }
    return given;
  }

  private void report(RuleText text, RuleNode rule, int at, String message) {
    findings.add(text.finding(Level.ERROR, Check.MESSAGE, rule.name(), at, message));
  }

  /** Adds the variables that a condition binds, without their {@code $}. */
  private static void collect(Node node, Set<String> variables) {
    switch (node) {
      case Match match -> {
        add(match.bound(), variables);
        match.constraints().forEach(each -> add(each.bound(), variables));
      }
      case Group group -> group.children().forEach(each -> collect(each, variables));
      case Accumulate accumulate ->
          accumulate.functions().forEach(each -> add(each.bound(), variables));
    }
  }

  private static void add(Tree.@Nullable Bound bound, Set<String> variables) {
    if (bound != null) {
      variables.add(bound.name().substring(1));
    }
  }
}
