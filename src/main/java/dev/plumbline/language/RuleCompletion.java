package dev.plumbline.language;

import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.fact.Call;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.WellKnown;
import dev.plumbline.language.RuleSymbols.FrameKind;
import dev.plumbline.language.RuleSymbols.Symbol;
import dev.plumbline.language.RuleSymbols.SymbolKind;
import dev.plumbline.language.Token.Kind;
import dev.plumbline.policy.CallTable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What may be written at a place of rule text, given the rule set that the text is part of. */
public final class RuleCompletion {

  private static final List<String> SEVERITIES =
      List.of("info", "low", "medium", "high", "critical");
  private static final List<String> ANNOTATIONS = List.of("Id", "Control", "Severity");
  private static final List<String> CONDITIONS = List.of("not", "exists", "forall", "accumulate");

  public enum ItemKind {
    TYPE,
    FIELD,
    METHOD,
    BINDING,
    VALUE,
    KEYWORD
  }

  /**
   * @param label the name
   * @param owner of a field or method, its type; of a value, the property that has it; else empty
   * @param detail what it is, in a few words; empty if there is nothing to add
   * @param insert what replaces the text from {@code from} on
   * @param importName what the file must import with it; null for anything else
   */
  public record Item(
      ItemKind kind,
      String label,
      String owner,
      String detail,
      String insert,
      int from,
      @Nullable String importName) {}

  private final RuleFiles files;
  private final Vocabulary vocabulary;
  private final Map<String, Collection<String>> concluded = new HashMap<>();

  public RuleCompletion(RuleFiles files) {
    this.files = files;
    this.vocabulary = new Vocabulary(PolicyWords.of(files.all()), false);
    for (String name : files.names(".drl")) {
      for (Symbol each : RuleSymbols.of(String.valueOf(files.text(name)))) {
        if (each.kind() == SymbolKind.VALUE && each.definition() && !each.name().contains(" ")) {
          concluded.computeIfAbsent(each.owner(), path -> new TreeSet<>()).add(each.name());
        }
      }
    }
  }

  /** The templates of a rule file by name. */
  public static Collection<String> templates(RuleFiles files, String name) {
    String messages = RuleFiles.messagesOf(name);
    return new Messages(messages, messages, files.text(messages)).names();
  }

  /** What may be written at {@code offset} of {@code text}, the rule file {@code name}. */
  public List<Item> at(String name, String text, int offset) {
    var read = new RuleText(name, text);
    int from = offset;
    while (from > 0 && isWord(text.charAt(from - 1))) {
      from--;
    }
    int quote = openQuote(text, offset);
    RuleSymbols scan = RuleSymbols.upTo(read, quote >= 0 ? quote : from);
    if (inComment(text, offset, read)) {
      return List.of();
    }
    return quote >= 0 ? values(name, scan, quote + 1) : words(scan, from);
  }

  private static boolean isWord(char c) {
    return c == '$' || c == '_' || Character.isLetterOrDigit(c);
  }

  /** The offset of the quote that opens the text around {@code offset}; -1 if there is none. */
  private static int openQuote(String text, int offset) {
    int open = -1;
    for (int i = text.lastIndexOf('\n', offset - 1) + 1; i < offset; i++) {
      char c = text.charAt(i);
      if (c == '\\' && open >= 0) {
        i++;
      } else if (c == '"') {
        open = open < 0 ? i : -1;
      } else if (open < 0 && text.startsWith("//", i)) {
        return -1;
      }
    }
    return open;
  }

  private static boolean inComment(String text, int offset, RuleText read) {
    int open = text.lastIndexOf("/*", offset - 1);
    int line = text.lastIndexOf('\n', offset - 1) + 1;
    boolean inToken =
        read.tokens().stream().anyMatch(each -> each.at() <= open && open < each.end());
    boolean inBlock = open >= 0 && !inToken && !text.substring(open, offset).contains("*/");
    return inBlock || text.substring(line, offset).strip().startsWith("//");
  }

  private List<Item> values(String name, RuleSymbols scan, int from) {
    if (scan.namesTemplate()) {
      return values(templates(files, name), "", from);
    }
    String owner = scan.valueOwner();
    return values(known(owner), owner, from);
  }

  private static List<Item> values(Collection<String> values, String owner, int from) {
    return values.stream()
        .map(value -> new Item(ItemKind.VALUE, value, owner, "", value, from, null))
        .toList();
  }

  /** The known values of a property: declared, of what it names, and those that rules conclude. */
  private Collection<String> known(String path) {
    if (path.equals(RuleSymbols.LABEL)) {
      return WellKnown.labels();
    }
    if (path.equals("@Severity")) {
      return SEVERITIES;
    }
    Collection<String> declared = vocabulary.values(path);
    if (!declared.isEmpty()) {
      return declared;
    }
    RecordType named = Types.namedBy(path.substring(path.indexOf('.') + 1));
    if (named != null && !named.components().isEmpty()) {
      Collection<String> names =
          vocabulary.values(named.name() + "." + named.components().getFirst().name());
      if (!names.isEmpty()) {
        return names;
      }
    }
    return concluded.getOrDefault(path, List.of());
  }

  private static List<Item> words(RuleSymbols scan, int from) {
    Token previous = scan.previous();
    boolean afterDot = previous != null && previous.is(".");
    return switch (scan.section()) {
      case FILE -> keywords(List.of("import", "rule"), from);
      case IMPORT -> imports(scan.importAt() < 0 ? from : scan.importAt());
      case ANNOTATIONS ->
          keywords(previous != null && previous.is("@") ? ANNOTATIONS : List.of("when"), from);
      case WHEN -> afterDot ? members(scan, from) : conditions(scan, from);
      case THEN -> afterDot ? members(scan, from) : consequence(scan, from);
    };
  }

  private static List<Item> keywords(List<String> words, int from) {
    return words.stream()
        .map(word -> new Item(ItemKind.KEYWORD, word, "", "", word, from, null))
        .toList();
  }

  private static List<Item> imports(int from) {
    return Types.names().stream()
        .map(
            name -> {
              String full = importName(name);
              return new Item(ItemKind.TYPE, name, "", full, full, from, null);
            })
        .toList();
  }

  private static String importName(String name) {
    Class<?> type = Types.byName(name);
    return type == null ? name : Types.importName(type);
  }

  private static List<Item> conditions(RuleSymbols scan, int from) {
    Class<?> self = scan.self();
    RuleSymbols.Frame frame = scan.frame();
    if (self == null || frame == null) {
      var items = new ArrayList<>(types(FactTypes.ALL, from));
      items.addAll(types(ConclusionTypes.ALL, from));
      items.addAll(keywords(CONDITIONS, from));
      items.addAll(bindings(scan, from));
      return items;
    }
    var items = new ArrayList<>(fields(self, from));
    items.addAll(calls(self, false, from));
    items.addAll(bindings(scan, from));
    items.addAll(helpers(from));
    return items;
  }

  private static List<Item> consequence(RuleSymbols scan, int from) {
    Token previous = scan.previous();
    if (previous != null && previous.is("new")) {
      return types(ConclusionTypes.ALL, from);
    }
    if (scan.frame() == null) {
      return keywords(
          previous != null && previous.kind() == Kind.SIGN
              ? List.of("end")
              : List.of("insertLogical"),
          from);
    }
    var items = new ArrayList<>(bindings(scan, from));
    if (scan.frame().kind() == FrameKind.CONCLUSION) {
      items.add(
          new Item(
              ItemKind.METHOD,
              "message",
              "",
              "a template of x.messages.yaml",
              "message",
              from,
              null));
      items.addAll(helpers(from));
    } else {
      items.addAll(keywords(List.of("new"), from));
    }
    return items;
  }

  private static List<Item> types(List<RecordType> types, int from) {
    return types.stream()
        .map(
            type ->
                new Item(
                    ItemKind.TYPE,
                    type.name(),
                    "",
                    FactTypes.of(type.type()) != null ? "fact" : "conclusion",
                    type.name(),
                    from,
                    Types.importName(type.type())))
        .toList();
  }

  /** Types with methods of their own. */
  private static List<Item> helpers(int from) {
    return Types.names().stream()
        .filter(name -> !Types.methods(type(name), true).isEmpty())
        .map(
            name ->
                new Item(
                    ItemKind.TYPE, name, "", "helper", name, from, Types.importName(type(name))))
        .toList();
  }

  private static Class<?> type(String name) {
    return java.util.Objects.requireNonNull(Types.byName(name));
  }

  private static List<Item> bindings(RuleSymbols scan, int from) {
    return scan.bindings().entrySet().stream()
        .map(
            each ->
                new Item(
                    ItemKind.BINDING,
                    each.getKey(),
                    "",
                    each.getValue().isKnown() ? each.getValue().describe() : "",
                    each.getKey(),
                    from,
                    null))
        .toList();
  }

  private static List<Item> members(RuleSymbols scan, int from) {
    Class<?> owner = scan.staticTarget();
    if (owner == null) {
      Class<?> type = scan.target();
      if (type == null) {
        return List.of();
      }
      var items = new ArrayList<>(fields(type, from));
      items.addAll(calls(type, false, from));
      return items;
    }
    var items = new ArrayList<>(calls(owner, true, from));
    String prefix = owner.getSimpleName() + ".";
    CallTable.CONSTANTS.keySet().stream()
        .filter(each -> each.startsWith(prefix))
        .map(each -> each.substring(prefix.length()))
        .sorted()
        .forEach(
            each ->
                items.add(
                    new Item(
                        ItemKind.FIELD,
                        each,
                        owner.getSimpleName(),
                        "constant",
                        each,
                        from,
                        null)));
    return items;
  }

  private static List<Item> fields(Class<?> type, int from) {
    RecordType record = Types.record(type);
    return record == null
        ? List.of()
        : record.properties().stream()
            .map(
                each ->
                    new Item(
                        ItemKind.FIELD,
                        each.name(),
                        record.name(),
                        Types.describe(each.type()) + (each.nullable() ? ", may be null" : ""),
                        each.name(),
                        from,
                        null))
            .toList();
  }

  private static List<Item> calls(Class<?> type, boolean isStatic, int from) {
    return Types.methods(type, isStatic).stream()
        .collect(Collectors.toMap(Call::name, call -> call, (a, b) -> a, java.util.TreeMap::new))
        .values()
        .stream()
        .filter(call -> call.owner() != Object.class)
        .map(
            call ->
                new Item(
                    ItemKind.METHOD,
                    call.name(),
                    call.owner().getSimpleName(),
                    call.parameters().stream()
                            .map(Class::getSimpleName)
                            .collect(Collectors.joining(", ", "(", ")"))
                        + " "
                        + Types.describe(call.result()),
                    call.name(),
                    from,
                    null))
        .toList();
  }
}
