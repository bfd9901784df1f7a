package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.fact.Call;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.RecordType;
import dev.plumbline.policy.CallTable;
import dev.plumbline.policy.Market;
import dev.plumbline.policy.OverlayScope;
import dev.plumbline.policy.Rooms;
import dev.plumbline.policy.Sizing;
import dev.plumbline.policy.TypeRoom;
import dev.plumbline.policy.TypeSelection;
import dev.plumbline.policy.TypeSize;
import dev.plumbline.policy.TypeSupport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * docs/rule-reference.md is generated from the records, from what rule text may call, and from what
 * both say about themselves; {@code -Dgolden.update=true} writes it anew.
 */
class RuleReferenceTest {

  private static final Set<String> OF_EVERY_OBJECT =
      Set.of("equals", "hashCode", "toString", "compareTo", "key", "type");

  /** What the program itself needs of the vocabulary. */
  private static final Set<Class<?>> NOT_FOR_RULES = Set.of(Call.class, RecordType.class);

  private static final Map<String, String> WORDS =
      Map.of(
          "String", "text",
          "int", "number",
          "Integer", "number",
          "long", "number",
          "boolean", "true or false",
          "Boolean", "true or false",
          "Instant", "time",
          "Duration", "time span");

  @Test
  void referenceIsUpToDate() throws IOException {
    Golden.assertSame(Path.of("docs/rule-reference.md"), reference());
  }

  @Test
  void everythingThatMayBeCalledSaysWhatItIs() throws IOException {
    var silent = new TreeSet<String>();
    for (Call call : CallTable.METHODS) {
      if (told(call) && doc(call).isEmpty()) {
        silent.add(call.owner().getSimpleName() + "." + call.name());
      }
    }
    assertThat(silent).isEmpty();
  }

  private static String reference() throws IOException {
    var text = new StringBuilder();
    text.append(
        """
        # What rules may name

        Generated from the code. [How to write a rule](writing-rules.md) has the rest.

        A component is read by its name (`Ami( state == "available", $ami : id )`), a method is called with its arguments
        (`labels.value( "kubernetes.io/arch" )`). Every fact has a `key` beside its components: its type and its own name,
        `Ami/ami-0123`. Texts, times and time spans are those of the JDK (`String`, `Instant`, `Duration`); the other types
        are [value types](#value-types-and-helpers). Where a component may be null, look at that first: `deprecated != null`.

        """);
    text.append("**Facts** ").append(links(FactTypes.ALL)).append("\n\n");
    text.append("**Conclusions** ").append(links(ConclusionTypes.ALL)).append("\n\n");
    text.append("## Facts\n");
    for (RecordType type : FactTypes.ALL) {
      record(type, text);
    }
    text.append("\n## Conclusions\n");
    for (RecordType type : ConclusionTypes.ALL) {
      record(type, text);
    }
    text.append("\n## Value types and helpers\n");
    for (Map.Entry<String, Class<?>> owner : others().entrySet()) {
      text.append("\n### ").append(owner.getKey()).append("\n\n");
      text.append(summary(owner.getValue())).append("\n");
      methods(owner.getValue(), text);
      Set<String> constants =
          CallTable.CONSTANTS.keySet().stream()
              .filter(name -> name.startsWith(owner.getKey() + "."))
              .map(name -> "`" + name + "`")
              .collect(Collectors.toCollection(TreeSet::new));
      if (!constants.isEmpty()) {
        text.append("\nConstants: ").append(String.join(", ", constants)).append("\n");
      }
    }
    return text.toString();
  }

  private static String links(List<RecordType> types) {
    return types.stream()
        .map(
            type ->
                "[" + type.name() + "](#" + type.name().toLowerCase(java.util.Locale.ROOT) + ")")
        .collect(Collectors.joining(" · "));
  }

  private static void record(RecordType type, StringBuilder text) throws IOException {
    RecordDoc doc = RecordDoc.of(type);
    text.append("\n### ").append(type.name()).append("\n\n");
    text.append(doc.summary()).append("\n");
    readFrom(type, text);
    if (!type.components().isEmpty()) {
      text.append("\n| component | is | null | meaning |\n|---|---|---|---|\n");
    }
    for (RecordType.Property component : type.components()) {
      text.append("| `")
          .append(component.name())
          .append("` | ")
          .append(word(component.type()))
          .append(" | ")
          .append(component.nullable() ? "may be" : "")
          .append(" | ")
          .append(String.valueOf(doc.components().get(component.name())).replace("|", "\\|"))
          .append(" |\n");
    }
    methods(type.type(), text);
  }

  private static void readFrom(RecordType type, StringBuilder text) {
    var paths = new TreeMap<String, Set<String>>();
    for (RecordType.Read read : type.reads()) {
      if (!read.path().isEmpty() && !read.secret()) {
        paths.computeIfAbsent(read.object(), object -> new TreeSet<>()).add(read.path());
      }
    }
    paths.forEach(
        (object, fields) ->
            text.append("\nRead from ")
                .append(object)
                .append(": `")
                .append(String.join("`, `", fields))
                .append("`\n"));
  }

  private static void methods(Class<?> owner, StringBuilder text) throws IOException {
    List<Call> calls =
        CallTable.METHODS.stream()
            .filter(call -> call.owner() == owner && told(call))
            .sorted(
                Comparator.comparing(Call::name)
                    .thenComparing(call -> call.parameters().toString()))
            .toList();
    if (calls.isEmpty()) {
      return;
    }
    text.append("\n| method | gives | meaning |\n|---|---|---|\n");
    for (Call call : calls) {
      text.append("| `")
          .append(call.isStatic() ? owner.getSimpleName() + "." : "")
          .append(call.name())
          .append("(")
          .append(
              call.parameters().stream()
                  .map(Class::getSimpleName)
                  .collect(Collectors.joining(", ")))
          .append(")` | ")
          .append(word(call.result()))
          .append(" | ")
          .append(doc(call).replace("|", "\\|"))
          .append(" |\n");
    }
  }

  /** Whether a method is told of: not the accessors of components, nor what every object has. */
  private static boolean told(Call call) {
    RecordType type = FactTypes.of(call.owner());
    if (type == null) {
      type = ConclusionTypes.of(call.owner());
    }
    boolean component =
        type != null
            && call.parameters().isEmpty()
            && type.components().stream().anyMatch(each -> each.name().equals(call.name()));
    return !component
        && !call.owner().isInterface()
        && !NOT_FOR_RULES.contains(call.owner())
        && !OF_EVERY_OBJECT.contains(call.name());
  }

  /** The types that are neither fact nor conclusion. */
  private static TreeMap<String, Class<?>> others() {
    Set<Class<?>> records =
        Stream.concat(FactTypes.ALL.stream(), ConclusionTypes.ALL.stream())
            .map(RecordType::type)
            .collect(Collectors.toSet());
    var others = new TreeMap<String, Class<?>>();
    for (Call call : CallTable.METHODS) {
      if (!records.contains(call.owner()) && told(call)) {
        others.put(call.owner().getSimpleName(), call.owner());
      }
    }
    return others;
  }

  private static String word(Class<?> type) {
    return WORDS.getOrDefault(type.getSimpleName(), type.getSimpleName());
  }

  private static String summary(Class<?> type) throws IOException {
    Matcher declared =
        Pattern.compile("(?m)^public [a-z ]*(?:class|record|enum|interface) ")
            .matcher(RecordDoc.source(type));
    assertThat(declared.find()).as(type.getName()).isTrue();
    return before(RecordDoc.source(type), declared.start());
  }

  /** What a method says of itself, also one of an algorithm; empty when it says nothing. */
  private static String doc(Call call) throws IOException {
    String said = doc(call, RecordDoc.source(call.owner()), call.parameters().size());
    for (Class<?> algorithm :
        List.of(
            Sizing.class,
            TypeSize.class,
            Rooms.class,
            TypeSelection.class,
            TypeRoom.class,
            TypeSupport.class,
            OverlayScope.class,
            Market.class)) {
      said =
          said.isEmpty()
              ? doc(call, RecordDoc.source(algorithm), call.parameters().size() + 1)
              : said;
    }
    return said;
  }

  private static String doc(Call call, String source, int parameterCount) {
    Matcher declared =
        Pattern.compile("(?m)^  (?:public )?[^\\n=;*]*\\b" + call.name() + "\\(([^)]*)\\)[^;{]*\\{")
            .matcher(source);
    while (declared.find()) {
      String parameters = declared.group(1).replaceAll("<[^>]*>", "").strip();
      long count = parameters.isEmpty() ? 0 : parameters.split(",", -1).length;
      if (count == parameterCount || parameters.contains("...")) {
        String said = before(source, declared.start());
        if (!said.isEmpty()) {
          return said;
        }
      }
    }
    Matcher component =
        Pattern.compile("@param " + call.name() + " ((?s:.*?))(?=\\n \\* @|\\n \\*/)")
            .matcher(source);
    return call.owner().isRecord() && component.find()
        ? component
            .group(1)
            .replaceAll("\\s*\\n \\* *", " ")
            .replaceAll("\\{@(?:code|link)\\s+#?([^}]*)}", "`$1`")
        : "";
  }

  /** The comment right before a place. */
  private static String before(String source, int place) {
    String head = source.substring(0, place).replaceAll("(\\s*@[A-Z]\\w*(\\([^)]*\\))?)*\\s*$", "");
    if (!head.endsWith("*/")) {
      return "";
    }
    String comment = head.substring(head.lastIndexOf("/**") + "/**".length(), head.length() - 2);
    String all =
        comment
            .replaceAll("(?m)^\\s*\\* ?", "")
            .replaceAll("</?(?:em|p|ul|li|pre)>", " ")
            .replaceAll("\\{@(?:code|link)\\s+#?([^}]*)}", "`$1`");
    String[] parts = all.split("(?m)^\\s*@", -1);
    String said = parts[0].replaceAll("\\s+", " ").strip();
    for (String part : parts) {
      if (said.isEmpty() && part.startsWith("return ")) {
        said = part.substring("return ".length()).replaceAll("\\s+", " ").strip();
      }
    }
    return said;
  }
}
