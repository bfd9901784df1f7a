package dev.plumbline.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.language.Token.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** docs/rule-grammar.md and the parser say the same. */
class RuleGrammarTest {

  private static final Pattern SYMBOL = Pattern.compile("\"[^\"]+\"|[a-z]+|[=,;|()\\[\\]{}]");

  /** What the page leaves to its words. */
  private static final Map<String, List<String>> LEXICAL =
      Map.of(
          "text", List.of("\"a\"", "\"b\\n\""),
          "number", List.of("30", "30L", "0.5"),
          "word", List.of("state", "Ami", "name"),
          "variable", List.of("$x", "$ami"),
          "template", List.of("\"a\""),
          "parameter", List.of("\"p\""));

  /** A part of a production. */
  private sealed interface Part {}

  private record Symbol(String name) implements Part {}

  private record Sequence(List<Part> parts) implements Part {}

  private record Choice(List<Part> parts) implements Part {}

  /** {@code [ ]} and {@code { }}. */
  private record Repeated(Part part, boolean often) implements Part {}

  private static final Map<String, Part> GRAMMAR = read();

  @Test
  void everySymbolIsDefinedAndUsed() {
    var used = new TreeSet<String>();
    GRAMMAR.values().forEach(part -> collect(part, used));
    used.removeIf(name -> name.startsWith("\""));
    used.add("file");
    used.removeAll(LEXICAL.keySet());

    assertThat(GRAMMAR.keySet()).containsExactlyInAnyOrderElementsOf(used);
  }

  static Stream<String> shipped() {
    return RuleFiles.shipped().names(".drl").stream();
  }

  @ParameterizedTest
  @MethodSource("shipped")
  void everyShippedRuleIsASentence(String file) {
    String code = Objects.requireNonNull(RuleFiles.shipped().text(file));
    List<Token> tokens = new RuleText(file, code).tokens();

    assertThat(new Recognizer(tokens).ends(new Symbol("file"), 0)).contains(tokens.size() - 1);
  }

  @Test
  void randomSentencesAreParsed() {
    int parsed = 0;
    for (long seed = 0; parsed < 1_000; seed++) {
      String code = new Writer(new Random(seed)).write();
      List<LintFinding> problems = problems(code);
      if (problems.stream().anyMatch(each -> each.check() == Check.LIMIT)) {
        continue;
      }
      parsed++;
      assertThat(problems)
          .as("seed %d: %s", seed, code)
          .allSatisfy(each -> assertThat(each.message()).endsWith(" is there twice."));
    }
  }

  private static List<LintFinding> problems(String code) {
    var messages = new Messages("x.messages.yaml", "x.messages.yaml", "a: \"it is so\"");
    return ParsedFile.parse("x.drl", code, messages).problems().stream()
        .filter(each -> each.level() == LintFinding.Level.ERROR)
        .toList();
  }

  /** The engine's own parser took more than 40 s for 26 nested calls. */
  @ParameterizedTest
  @CsvSource({
    "tags.has(, ), 14",
    "(, ), 15",
    "(, ), 200",
    "!, '', 16",
    "!, '', 10000",
    "name + , '', 250",
    "name + , '', 100000",
    "tags., '', 100000",
  })
  void deepExpressionsAreParsedOrRefusedAtOnce(String open, String close, int times) {
    String inner = open.repeat(times) + "name" + close.repeat(times);

    isParsedOrRefused(
        "Ami( " + inner + " == \"x\" )", times <= (open.startsWith("name") ? 250 : 16));
  }

  @ParameterizedTest
  @CsvSource({"not, 16", "not(, 15", "not(, 100", "not, 100000", "exists(, 100", "(, 100"})
  void deepGroupsAreParsedOrRefusedAtOnce(String open, int times) {
    String close = open.endsWith("(") ? ")" : "";

    isParsedOrRefused(
        (open + " ").repeat(times) + "Ami( state == \"x\" )" + close.repeat(times), times <= 16);
  }

  private static void isParsedOrRefused(String condition, boolean parsed) {
    String code = "rule \"r\" @Id(\"X-001\") when " + condition + " then " + CONCLUDES + " end";
    long start = System.nanoTime();
    List<LintFinding> problems = problems(code);

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
    if (parsed) {
      assertThat(problems).isEmpty();
    } else {
      assertThat(problems)
          .singleElement()
          .satisfies(each -> assertThat(each.message()).contains(" are allowed. Try: "));
    }
  }

  private static final String CONCLUDES =
      "insertLogical( new AmiObjection( \"X-001\", \"c\", \"a\", \"m\" ) );";

  /** Writes random files. */
  private record Writer(Random random) {

    String write() {
      var text = new StringBuilder();
      write(new Symbol("file"), 0, text);
      return text.toString();
    }

    private void write(Part part, int depth, StringBuilder text) {
      switch (part) {
        case Symbol symbol -> {
          if (symbol.name().startsWith("\"")) {
            text.append(symbol.name(), 1, symbol.name().length() - 1).append(' ');
          } else if (LEXICAL.containsKey(symbol.name())) {
            List<String> words = Objects.requireNonNull(LEXICAL.get(symbol.name()));
            text.append(words.get(random.nextInt(words.size()))).append(' ');
          } else {
            write(production(symbol), depth + 1, text);
          }
        }
        case Sequence sequence -> sequence.parts().forEach(each -> write(each, depth, text));
        case Choice choice ->
            write(
                depth > 12
                    ? shortest(choice)
                    : choice.parts().get(random.nextInt(choice.parts().size())),
                depth,
                text);
        case Repeated repeated -> {
          int times = depth > 12 ? 0 : random.nextInt(repeated.often() ? 3 : 2);
          for (int i = 0; i < times; i++) {
            write(repeated.part(), depth, text);
          }
        }
      }
    }

    /** What leads to an end: the patterns, words and texts. */
    private static Part shortest(Choice choice) {
      for (Part part : choice.parts()) {
        if (part instanceof Symbol symbol
            && !List.of("group", "accumulate").contains(symbol.name())) {
          return part;
        }
      }
      return choice.parts().getLast();
    }
  }

  /** Finds where a part of the grammar can end that begins at a token. */
  private record Recognizer(List<Token> tokens, Map<String, Set<Integer>> known) {

    Recognizer(List<Token> tokens) {
      this(tokens, new HashMap<>());
    }

    Set<Integer> ends(Part part, int at) {
      return switch (part) {
        case Symbol symbol
            when LEXICAL.containsKey(symbol.name()) || symbol.name().startsWith("\"") ->
            matches(symbol.name(), tokens.get(at)) ? Set.of(at + 1) : Set.of();
        case Symbol symbol -> {
          String key = symbol.name() + " " + at;
          Set<Integer> ends = known.get(key);
          if (ends == null) {
            ends = ends(production(symbol), at);
            known.put(key, ends);
          }
          yield ends;
        }
        case Sequence sequence -> {
          Set<Integer> ends = Set.of(at);
          for (Part each : sequence.parts()) {
            var next = new HashSet<Integer>();
            ends.forEach(end -> next.addAll(ends(each, end)));
            ends = next;
          }
          yield ends;
        }
        case Choice choice -> {
          var ends = new HashSet<Integer>();
          choice.parts().forEach(each -> ends.addAll(ends(each, at)));
          yield ends;
        }
        case Repeated repeated -> {
          var ends = new HashSet<>(Set.of(at));
          Set<Integer> last = Set.of(at);
          do {
            var next = new HashSet<Integer>();
            last.forEach(end -> next.addAll(ends(repeated.part(), end)));
            next.removeAll(ends);
            ends.addAll(next);
            last = next;
          } while (repeated.often() && !last.isEmpty());
          yield ends;
        }
      };
    }

    private static boolean matches(String symbol, Token token) {
      boolean variable = token.text().startsWith("$");
      return switch (symbol) {
        case "text", "template", "parameter" -> token.kind() == Kind.TEXT;
        case "number" -> token.kind() == Kind.NUMBER;
        case "word" -> token.kind() == Kind.WORD && !variable;
        case "variable" -> token.kind() == Kind.WORD && variable;
        default -> token.is(symbol.substring(1, symbol.length() - 1));
      };
    }
  }

  private static Part production(Symbol symbol) {
    return Objects.requireNonNull(GRAMMAR.get(symbol.name()), symbol.name());
  }

  private static void collect(Part part, Set<String> names) {
    switch (part) {
      case Symbol symbol -> names.add(symbol.name());
      case Sequence sequence -> sequence.parts().forEach(each -> collect(each, names));
      case Choice choice -> choice.parts().forEach(each -> collect(each, names));
      case Repeated repeated -> collect(repeated.part(), names);
    }
  }

  private static Map<String, Part> read() {
    var grammar = new LinkedHashMap<String, Part>();
    try {
      String page = Files.readString(Path.of("docs/rule-grammar.md"));
      Matcher block = Pattern.compile("```ebnf\n(.*?)```", Pattern.DOTALL).matcher(page);
      while (block.find()) {
        var symbols = new ArrayList<String>();
        SYMBOL.matcher(block.group(1)).results().forEach(each -> symbols.add(each.group()));
        while (!symbols.isEmpty()) {
          String name = symbols.removeFirst();
          symbols.removeFirst();
          grammar.put(name, choice(symbols));
          symbols.removeFirst();
        }
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return grammar;
  }

  private static Part choice(List<String> symbols) {
    var parts = new ArrayList<>(List.of(sequence(symbols)));
    while (symbols.getFirst().equals("|")) {
      symbols.removeFirst();
      parts.add(sequence(symbols));
    }
    return parts.size() == 1 ? parts.getFirst() : new Choice(parts);
  }

  private static Part sequence(List<String> symbols) {
    var parts = new ArrayList<>(List.of(part(symbols)));
    while (symbols.getFirst().equals(",")) {
      symbols.removeFirst();
      parts.add(part(symbols));
    }
    return parts.size() == 1 ? parts.getFirst() : new Sequence(parts);
  }

  private static Part part(List<String> symbols) {
    String symbol = symbols.removeFirst();
    if (!Set.of("(", "[", "{").contains(symbol)) {
      return new Symbol(symbol);
    }
    Part inner = choice(symbols);
    symbols.removeFirst();
    return symbol.equals("(") ? inner : new Repeated(inner, symbol.equals("{"));
  }
}
