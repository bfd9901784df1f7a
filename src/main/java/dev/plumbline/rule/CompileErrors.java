package dev.plumbline.rule;

import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.Nearest;
import dev.plumbline.fact.RecordType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.drools.compiler.compiler.DescrBuildError;
import org.drools.drl.ast.descr.PackageDescr;
import org.drools.drl.ast.descr.RuleDescr;
import org.jspecify.annotations.Nullable;
import org.kie.internal.builder.KnowledgeBuilderError;

/**
 * What the engine says when it compiles the rules of one file, in plain words and at the place
 * meant. The engine points at the pattern or the rule header, repeats itself, and complains of
 * variables that only miss because their own condition is wrong.
 */
final class CompileErrors {

  private static final String HELPER = "org.drools.core.rule.consequence.KnowledgeHelper";
  private static final List<String> CALLS = List.of("insertLogical");
  private static final List<String> FUNCTIONS =
      List.of("average", "collectList", "collectSet", "count", "max", "min", "sum");

  private static final Pattern MEMBER =
      Pattern.compile("strict-mode: (?<type>[\\w.]+)\\.(?<name>[\\w$]+)\\((?<arguments>[^)]*)\\)");
  private static final Pattern CONSTRUCTOR =
      Pattern.compile("could not resolve constructor (?<type>[\\w.$]+)\\[(?<arguments>[^\\]]*)\\]");
  private static final Pattern TYPE =
      Pattern.compile(
          "(could not resolve class: |[Uu]nable to resolve ObjectType ')(?<type>[\\w.$]+)");
  private static final Pattern IMPORT = Pattern.compile("Error importing : '(?<type>[\\w.$*]+)'");
  private static final Pattern FIELD =
      Pattern.compile(
          "Field Reader does not exist for declaration '[^']*' in '[^':]*:\\s*(?<name>[^']*)'");
  private static final Pattern TWICE =
      Pattern.compile("Duplicate declaration for variable '(?<name>[^']*)'");
  private static final Pattern FUNCTION =
      Pattern.compile("Unknown accumulate function: '(?<name>[^']*)'");
  private static final Pattern NEAR = Pattern.compile("\\[Error: (?<what>.*?)\\]\\s*\\[Near");

  private final DrlText text;
  private final PackageDescr descr;
  private final Set<RuleProblem> certain = new java.util.LinkedHashSet<>();
  private final Set<RuleProblem> vague = new java.util.LinkedHashSet<>();

  CompileErrors(DrlText text, PackageDescr descr) {
    this.text = text;
    this.descr = descr;
  }

  void report(Collection<KnowledgeBuilderError> errors, Consumer<RuleProblem> problems) {
    errors.forEach(this::read);
    (certain.isEmpty() ? vague : certain).forEach(problems);
  }

  private void read(KnowledgeBuilderError error) {
    String message = error.getMessage().replaceAll("\\s*\\R\\s*", " ");
    RuleDescr rule = rule(error);
    int from = from(error, rule);
    int to = rule == null ? text.text().length() : end(rule);
    Matcher found;
    if ((found = MEMBER.matcher(message)).find()) {
      member(found, rule, from, to);
    } else if ((found = CONSTRUCTOR.matcher(message)).find()) {
      String type = simple(found.group("type"));
      at(
          type,
          from,
          to,
          type + parameters(type) + ", not (" + simpleAll(found.group("arguments")) + ").");
    } else if ((found = TYPE.matcher(message)).find()) {
      at(simple(found.group("type")), from, to, unknownType(found.group("type")));
    } else if ((found = IMPORT.matcher(message)).find()) {
      String type = found.group("type");
      at(type, 0, to, type + " is no type that can be imported." + maybeImport(type));
    } else if ((found = FIELD.matcher(message)).find()) {
      String name = found.group("name").strip();
      at(name, from, to, unknownField(typeAt(from), name));
    } else if ((found = TWICE.matcher(message)).find()) {
      String name = found.group("name");
      at(name, from, to, name + " is bound twice. Maybe give one of them another name.");
    } else if ((found = FUNCTION.matcher(message)).find()) {
      String name = found.group("name");
      at(
          name,
          from,
          to,
          "there is no function " + name + " to accumulate with." + Nearest.hint(name, FUNCTIONS));
    } else if (message.startsWith("Duplicate rule name")) {
      return; // Said already, with the other place.
    } else if (message.contains("unbalanced braces")) {
      certain.add(text.problem(from, "a bracket here is not closed, or closed twice."));
    } else {
      vague.add(text.problem(from, plain(message)));
    }
  }

  private void member(Matcher found, @Nullable RuleDescr rule, int from, int to) {
    String name = found.group("name");
    String type = found.group("type");
    if (name.startsWith("$")) {
      Set<String> bound = bound(rule);
      if (!bound.contains(name)) {
        at(name, from, to, name + " is not bound in this rule." + Nearest.hint(name, bound));
      }
    } else if (type.equals(HELPER)) {
      at(name, from, to, "there is no " + name + " to call here." + Nearest.hint(name, CALLS));
    } else if (text.find(name, from, to) >= 0
        && called(text.find(name, from, to) + name.length())) {
      at(
          name,
          from,
          to,
          simple(type)
              + " has no method "
              + name
              + "("
              + simpleAll(found.group("arguments"))
              + ")."
              + Nearest.hint(name, methods(type)));
    } else {
      at(name, from, to, unknownField(type, name));
    }
  }

  private void at(String word, int from, int to, String message) {
    int place = text.find(word, from, to);
    certain.add(text.problem(place < 0 ? from : place, message));
  }

  private boolean called(int after) {
    return text.code().substring(after).stripLeading().startsWith("(");
  }

  /** The rule an error belongs to; null when the engine does not tell. */
  private @Nullable RuleDescr rule(KnowledgeBuilderError error) {
    if (error instanceof DescrBuildError build
        && build.getParentDescr() instanceof RuleDescr rule) {
      return rule;
    }
    int line = line(error);
    return descr.getRules().stream()
        .filter(r -> text.start(r.getLine()) <= text.start(line) && text.start(line) < end(r))
        .findFirst()
        .orElse(null);
  }

  /** Where to look from: the pattern, else the right-hand side for an error of the whole rule. */
  private int from(KnowledgeBuilderError error, @Nullable RuleDescr rule) {
    int line = line(error);
    if (rule == null) {
      return text.start(Math.max(line, 1));
    }
    if (error instanceof DescrBuildError build
        && build.getDescr() == rule
        && !error.getMessage().startsWith("Unknown accumulate")) {
      int place = text.start(rule.getConsequenceLine());
      int statement = text.find("insertLogical", place, end(rule));
      return statement < 0 ? afterBlank(text.find("then", place, end(rule)) + 4) : statement;
    }
    if (line < 1) {
      return text.start(rule.getLine());
    }
    int column = error instanceof DescrBuildError build ? Math.max(build.getColumn(), 0) : 0;
    return text.start(line) + column;
  }

  private int afterBlank(int place) {
    int at = place;
    while (at < text.code().length() && Character.isWhitespace(text.code().charAt(at))) {
      at++;
    }
    return at;
  }

  private static int line(KnowledgeBuilderError error) {
    return error.getLines().length > 0 ? error.getLines()[0] : -1;
  }

  private int end(RuleDescr rule) {
    return descr.getRules().stream()
        .map(RuleDescr::getLine)
        .filter(line -> line > rule.getLine())
        .min(Integer::compare)
        .map(text::start)
        .orElse(text.text().length());
  }

  private Set<String> bound(@Nullable RuleDescr rule) {
    var bound = new TreeSet<String>();
    int from = rule == null ? 0 : text.start(rule.getLine());
    int to = rule == null ? text.text().length() : end(rule);
    Matcher binding =
        Pattern.compile("(?<name>\\$\\w+)\\s*:(?!=)").matcher(text.code()).region(from, to);
    while (binding.find()) {
      bound.add(binding.group("name"));
    }
    return bound;
  }

  /** The type of the pattern at a place. */
  private String typeAt(int place) {
    Matcher pattern =
        Pattern.compile("(?<type>[A-Z]\\w*)\\s*\\(")
            .matcher(text.code())
            .region(place, text.code().length());
    return pattern.find() ? pattern.group("type") : "the fact";
  }

  private static String unknownField(String type, String name) {
    RecordType record = record(simple(type));
    Collection<String> known =
        record == null
            ? methods(type)
            : record.properties().stream().map(RecordType.Property::name).toList();
    return simple(type) + " has no field " + name + "." + Nearest.hint(name, known);
  }

  private static String unknownType(String type) {
    String name = simple(type);
    RecordType record = record(name);
    return record != null
        ? name + " is not imported. Maybe add: import " + record.type().getName()
        : "there is no type " + name + "." + Nearest.hint(name, typeNames());
  }

  private static String maybeImport(String type) {
    RecordType record = record(simple(type));
    String nearest = record != null ? record.name() : Nearest.of(simple(type), typeNames());
    record = nearest == null ? null : record(nearest);
    return record == null ? "" : " Maybe " + record.type().getName() + "?";
  }

  private static String parameters(String type) {
    RecordType record = record(type);
    return record == null
        ? " cannot be made of what is given"
        : record.components().stream()
            .map(p -> p.type().getSimpleName() + " " + p.name())
            .collect(Collectors.joining(", ", " takes (", ")"));
  }

  private static @Nullable RecordType record(String name) {
    RecordType fact = FactTypes.named(name);
    return fact != null ? fact : ConclusionTypes.named(name);
  }

  private static List<String> typeNames() {
    var names = new java.util.ArrayList<String>();
    FactTypes.ALL.forEach(type -> names.add(type.name()));
    ConclusionTypes.ALL.forEach(type -> names.add(type.name()));
    return names;
  }

  private static Collection<String> methods(String type) {
    try {
      return Arrays.stream(
              Class.forName(type, false, CompileErrors.class.getClassLoader()).getMethods())
          .filter(m -> !Modifier.isStatic(m.getModifiers()))
          .filter(m -> m.getDeclaringClass() != Object.class)
          .map(Method::getName)
          .collect(Collectors.toCollection(TreeSet::new));
    } catch (ClassNotFoundException e) {
      return List.of();
    }
  }

  private static String simple(String type) {
    return type.substring(type.lastIndexOf('.') + 1);
  }

  private static String simpleAll(String types) {
    return Arrays.stream(types.replace("class ", "").split(","))
        .map(type -> simple(type.strip()))
        .collect(Collectors.joining(", "));
  }

  private static String plain(String message) {
    Matcher near = NEAR.matcher(message);
    String what = near.find() ? near.group("what") : message;
    return what.strip() + (what.strip().endsWith(".") ? "" : ".");
  }
}
