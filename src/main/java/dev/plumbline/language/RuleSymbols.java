package dev.plumbline.language;

import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.fact.Labels;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.Requirements;
import dev.plumbline.language.Token.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What each word of rule text names, for editors. Reads token by token, since what is typed just
 * now cannot be parsed yet.
 */
public final class RuleSymbols {

  /** The owner of label keys, in place of a property. */
  static final String LABEL = "label";

  private static final Set<String> OPERATORS =
      Set.of("in", "not", "matches", "memberOf", "contains", "startsWith", "endsWith");

  private static final Set<String> OPERATOR_SIGNS = Set.of("==", "!=", "<", "<=", ">", ">=");

  private static final Set<Class<?>> WITH_LABELS = Set.of(Labels.class, Requirements.class);

  /** What a word names. */
  public enum SymbolKind {
    /** A fact, conclusion or value type. */
    TYPE,
    FIELD,
    METHOD,
    /** A variable of a rule, with its {@code $}. */
    BINDING,
    /** The name of a rule, at the rule. */
    RULE,
    /** The id of a rule. */
    ID,
    /** A message template. */
    TEMPLATE,
    /** Any other text. */
    VALUE
  }

  /**
   * @param name without quotes
   * @param owner of a field or method, its type; of a value, the property that has it: {@code
   *     Ami.state}, {@code @Severity}; empty if there is none
   * @param at the offset of its first character
   * @param end the offset behind its last character
   * @param rule the position of its rule in the file; -1 outside of rules
   * @param definition whether a variable is bound here, a rule declared, or a value concluded
   */
  public record Symbol(
      SymbolKind kind, String name, String owner, int at, int end, int rule, boolean definition) {}

  enum Section {
    FILE,
    IMPORT,
    ANNOTATIONS,
    WHEN,
    THEN
  }

  enum FrameKind {
    PATTERN,
    CONCLUSION,
    CALL,
    VALUES,
    GROUP
  }

  /** An open parenthesis. */
  static final class Frame {
    private final FrameKind kind;
    private final @Nullable Class<?> type;
    private final @Nullable TypedValue value;
    private final String method;
    private int argument;

    private Frame(
        FrameKind kind, @Nullable Class<?> type, @Nullable TypedValue value, String method) {
      this.kind = kind;
      this.type = type;
      this.value = value;
      this.method = method;
    }

    FrameKind kind() {
      return kind;
    }
  }

  private final List<Symbol> symbols = new ArrayList<>();
  private final Deque<Frame> frames = new ArrayDeque<>();
  private final List<Map<String, TypedValue>> bindingsByRule = new ArrayList<>();
  private Map<String, TypedValue> bindings = new TreeMap<>();
  private Section section = Section.FILE;
  private int rule = -1;
  private String annotation = "";
  private int importAt = -1;
  private @Nullable Token previous;

  /** What the expression before the next token is; null if there is none. */
  private @Nullable TypedValue chain;

  private @Nullable Class<?> staticType;
  private @Nullable TypedValue compared;
  private @Nullable String bound;

  /** What the next parenthesis opens. */
  private @Nullable Frame opening;

  private RuleSymbols() {}

  /** The symbols of rule text, in order. */
  public static List<Symbol> of(String text) {
    return upTo(new RuleText("", text), Integer.MAX_VALUE).symbols;
  }

  /** What a variable holds: {@code Ami.state, a text}; empty if it is not known. */
  public static String describe(String text, Symbol binding) {
    RuleSymbols scan = upTo(new RuleText("", text), Integer.MAX_VALUE);
    TypedValue value =
        binding.rule() < 0 ? null : scan.bindingsByRule.get(binding.rule()).get(binding.name());
    return value == null || !value.isKnown()
        ? ""
        : (value.path() == null ? "" : value.path() + ", ") + value.describe();
  }

  /** The symbol at an offset, or just before it; null if there is none. */
  public static @Nullable Symbol at(List<Symbol> symbols, int offset) {
    Symbol found = null;
    for (Symbol each : symbols) {
      if (each.at() <= offset && offset <= each.end()) {
        found = each;
      }
    }
    return found;
  }

  /** What is known after all tokens that end at {@code offset} or before. */
  static RuleSymbols upTo(RuleText text, int offset) {
    var scan = new RuleSymbols();
    List<Token> tokens = text.tokens();
    for (int i = 0; i + 1 < tokens.size() && tokens.get(i).end() <= offset; i++) {
      scan.read(tokens.get(i), tokens.get(i + 1));
    }
    return scan;
  }

  Section section() {
    return section;
  }

  @Nullable Token previous() {
    return previous;
  }

  @Nullable Frame frame() {
    return frames.peek();
  }

  /** Where the name of an import begins; -1 before its first word. */
  int importAt() {
    return importAt;
  }

  Map<String, TypedValue> bindings() {
    return bindings;
  }

  /** The type of what stands before a dot; null if it is unknown, or a type itself. */
  @Nullable Class<?> target() {
    return chain == null ? null : chain.type();
  }

  /** The type whose static members are named after a dot; null if it is none. */
  @Nullable Class<?> staticTarget() {
    return staticType;
  }

  /** The fact that the innermost pattern matches; null outside of patterns. */
  @Nullable Class<?> self() {
    for (Frame frame : frames) {
      if (frame.kind == FrameKind.PATTERN) {
        return frame.type;
      }
    }
    return null;
  }

  /** The property of which a text here is a value; empty if it is none. */
  String valueOwner() {
    if (section == Section.ANNOTATIONS) {
      return annotation.isEmpty() ? "" : "@" + annotation;
    }
    Frame frame = frames.peek();
    if (frame != null && frame.kind == FrameKind.CALL) {
      boolean label = frame.argument == 0 && frame.type != null && WITH_LABELS.contains(frame.type);
      return label ? LABEL : "";
    }
    if (frame != null && frame.kind == FrameKind.CONCLUSION) {
      RecordType type = ConclusionTypes.of(Objects.requireNonNull(frame.type));
      return type == null || frame.argument >= type.components().size()
          ? ""
          : type.name() + "." + type.components().get(frame.argument).name();
    }
    String path = compared == null ? null : compared.path();
    return path == null ? "" : path;
  }

  /** Whether a text here names a message template. */
  boolean namesTemplate() {
    Frame frame = frames.peek();
    return frame != null
        && frame.kind == FrameKind.CALL
        && section == Section.THEN
        && frame.type == null
        && frame.method.equals("message")
        && frame.argument == 0;
  }

  private void read(Token token, Token next) {
    if (token.is("rule") && next.kind() == Kind.TEXT) {
      begin();
    } else {
      switch (section) {
        case FILE -> readFile(token);
        case IMPORT -> readImport(token, next);
        case ANNOTATIONS -> readAnnotation(token);
        case WHEN, THEN -> readExpression(token, next);
      }
    }
    previous = token;
  }

  private void begin() {
    rule++;
    section = Section.ANNOTATIONS;
    annotation = "";
    bindings = new TreeMap<>();
    bindingsByRule.add(bindings);
    leaveParentheses();
  }

  private void leaveParentheses() {
    frames.clear();
    opening = null;
    reset();
  }

  private void reset() {
    chain = null;
    staticType = null;
    compared = null;
    bound = null;
  }

  private void readFile(Token token) {
    if (token.is("import")) {
      section = Section.IMPORT;
      importAt = -1;
    }
  }

  private void readImport(Token token, Token next) {
    if (token.kind() == Kind.WORD) {
      if (token.is("import")) {
        importAt = -1;
        return;
      }
      importAt = importAt < 0 ? token.at() : importAt;
      if (!next.is(".")) {
        add(SymbolKind.TYPE, token, "", false);
        section = Section.FILE;
      }
    } else if (!token.is(".")) {
      section = Section.FILE;
    }
  }

  private void readAnnotation(Token token) {
    if (token.is("when")) {
      section = Section.WHEN;
    } else if (token.kind() == Kind.TEXT && previous != null && previous.is("rule")) {
      add(SymbolKind.RULE, token, "", true);
    } else if (token.kind() == Kind.WORD && previous != null && previous.is("@")) {
      annotation = token.text();
    } else if (token.kind() == Kind.TEXT) {
      boolean id = annotation.equals("Id");
      add(id ? SymbolKind.ID : SymbolKind.VALUE, token, "@" + annotation, id);
    } else if (token.is(")")) {
      annotation = "";
    }
  }

  private void readExpression(Token token, Token next) {
    switch (token.kind()) {
      case TEXT -> readText(token);
      case WORD -> readWord(token, next);
      case NUMBER -> chain = null;
      case SIGN -> readSign(token);
      case END -> {}
    }
  }

  private void readText(Token token) {
    String owner = valueOwner();
    boolean concluded =
        frames.peek() != null && Objects.requireNonNull(frames.peek()).kind == FrameKind.CONCLUSION;
    SymbolKind kind =
        namesTemplate()
            ? SymbolKind.TEMPLATE
            : concluded && owner.endsWith(".rule") ? SymbolKind.ID : SymbolKind.VALUE;
    add(kind, token, owner, concluded && kind == SymbolKind.VALUE);
    chain = TypedValue.text(token.text());
  }

  private void readWord(Token token, Token next) {
    String word = token.text();
    boolean member = previous != null && previous.is(".");
    if (word.equals("then") && section == Section.WHEN && !member) {
      section = Section.THEN;
      leaveParentheses();
    } else if (word.equals("end") && section == Section.THEN && !member) {
      section = Section.FILE;
      leaveParentheses();
    } else if (word.startsWith("$")) {
      boolean definition = next.is(":");
      add(SymbolKind.BINDING, token, "", definition);
      if (definition) {
        bindings.putIfAbsent(word, TypedValue.UNKNOWN);
      } else {
        chain(bindings.getOrDefault(word, TypedValue.UNKNOWN));
      }
    } else if (member) {
      readMember(token, next);
    } else if (previous != null && previous.is("new")) {
      Class<?> type = Types.byName(word);
      add(SymbolKind.TYPE, token, "", false);
      opening = new Frame(type == null ? FrameKind.GROUP : FrameKind.CONCLUSION, type, null, "");
    } else if (OPERATORS.contains(word) && chain != null) {
      compared = chain;
      opening = new Frame(FrameKind.VALUES, null, chain, "");
    } else if (Types.byName(word) != null && Character.isUpperCase(word.charAt(0))) {
      readType(token, next);
    } else {
      readOwn(token, next);
    }
  }

  private void readType(Token token, Token next) {
    Class<?> type = Types.byName(token.text());
    add(SymbolKind.TYPE, token, "", false);
    if (next.is(".")) {
      chain = null;
      staticType = type;
    } else if (section == Section.WHEN && Types.isPatternType(type)) {
      if (bound != null) {
        bindings.put(bound, TypedValue.of(Objects.requireNonNull(type)));
        bound = null;
      }
      opening = new Frame(FrameKind.PATTERN, type, null, "");
    }
  }

  /** A word with nothing before it: a member of the matched fact, a function or a keyword. */
  private void readOwn(Token token, Token next) {
    Class<?> self = self();
    String word = token.text();
    if (self != null && word.equals("this")) {
      chain(TypedValue.of(self));
    } else if (self != null && next.is("(")) {
      call(token, self, false);
    } else if (self != null && Types.property(self, word) != null) {
      property(token, self);
    } else if (next.is("(") && chain == null && !Set.of("not", "exists").contains(word)) {
      opening = new Frame(FrameKind.CALL, null, null, word);
    } else if (Set.of("and", "or").contains(word)) {
      reset();
    } else {
      chain = null;
    }
  }

  private void readMember(Token token, Token next) {
    Class<?> type = staticType != null ? staticType : target();
    boolean isStatic = staticType != null;
    staticType = null;
    if (type == null) {
      chain(TypedValue.UNKNOWN);
    } else if (next.is("(")) {
      call(token, type, isStatic);
    } else if (isStatic) {
      add(SymbolKind.FIELD, token, type.getSimpleName(), false);
      chain(TypedValue.of(type));
    } else {
      property(token, type);
    }
  }

  private void property(Token token, Class<?> type) {
    TypedValue property = Types.property(type, token.text());
    boolean method = property != null && property.path() == null;
    add(
        method ? SymbolKind.METHOD : SymbolKind.FIELD,
        token,
        method ? owner(type, token.text(), false) : type.getSimpleName(),
        false);
    chain(property == null ? TypedValue.UNKNOWN : property);
  }

  private void call(Token token, Class<?> type, boolean isStatic) {
    add(SymbolKind.METHOD, token, owner(type, token.text(), isStatic), false);
    TypedValue result =
        Types.methods(type, isStatic).stream()
            .filter(call -> call.name().equals(token.text()))
            .findFirst()
            .map(call -> TypedValue.of(call.result()))
            .orElse(TypedValue.UNKNOWN);
    opening = new Frame(FrameKind.CALL, type, result, token.text());
    if (bound != null) {
      bindings.put(bound, result);
    }
  }

  private static String owner(Class<?> type, String method, boolean isStatic) {
    return Types.methods(type, isStatic).stream()
        .filter(call -> call.name().equals(method))
        .findFirst()
        .map(call -> call.owner().getSimpleName())
        .orElse(type.getSimpleName());
  }

  private void chain(TypedValue value) {
    chain = value;
    if (bound != null) {
      bindings.put(bound, value);
    }
  }

  private void readSign(Token token) {
    switch (token.text()) {
      case "(" -> {
        frames.push(opening != null ? opening : new Frame(FrameKind.GROUP, null, compared, ""));
        Frame frame = Objects.requireNonNull(frames.peek());
        opening = null;
        chain = null;
        compared = frame.kind == FrameKind.VALUES ? frame.value : null;
      }
      case ")" -> {
        Frame frame = frames.poll();
        compared = null;
        chain = frame != null && frame.kind == FrameKind.CALL ? frame.value : null;
        if (frame == null || frame.kind != FrameKind.CALL) {
          bound = null;
        }
      }
      case "," -> {
        Frame frame = frames.peek();
        reset();
        if (frame != null) {
          frame.argument++;
          compared = frame.kind == FrameKind.VALUES ? frame.value : null;
        }
      }
      case ":" -> {
        reset();
        if (previous != null && previous.text().startsWith("$")) {
          bound = previous.text();
        }
      }
      case "." -> {}
      case ";", "&&", "||" -> reset();
      default -> {
        compared = OPERATOR_SIGNS.contains(token.text()) ? chain : null;
        chain = null;
      }
    }
  }

  private void add(SymbolKind kind, Token token, String owner, boolean definition) {
    symbols.add(new Symbol(kind, token.text(), owner, token.at(), token.end(), rule, definition));
  }
}
