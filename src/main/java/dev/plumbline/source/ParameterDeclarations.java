package dev.plumbline.source;

import dev.plumbline.fact.Nearest;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.source.ParameterKind.Limits;
import dev.plumbline.source.PolicyData.ParameterDeclaration;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

final class ParameterDeclarations {

  private static final String ROOT = "parameters";

  private record Declared(ParameterDeclaration declaration, String file) {}

  private final Map<String, Declared> byName = new LinkedHashMap<>();
  private final Map<String, List<Parameter>> set = new HashMap<>();

  void declare(Cursor file) {
    file.allow(List.of(ROOT));
    file.at(ROOT).fields(this::declare);
  }

  private void declare(String name, Cursor declared) {
    declared.allow(
        List.of(
            "kind", "mirrors", "description", "default", "minimum", "maximum", "whole", "keys"));
    String kinds = "Try: one of these: " + String.join(", ", kinds()) + ".";
    Cursor kind = declared.required("kind", kinds);
    ParameterKind known = ParameterKind.parse(kind.text());
    if (known == null) {
      throw kind.wrong(
          "is " + kind.shown() + ", which is not a kind", Nearest.suggestion(kind.text(), kinds()));
    }
    known = known.within(limits(declared));
    var declaration =
        new ParameterDeclaration(
            name,
            known,
            declared.required("description", "Try: say in a sentence what it is for.").text(),
            known.facts(name, declared.at("default")),
            declared.at("mirrors").textOrNull());
    Declared other = byName.putIfAbsent(name, new Declared(declaration, declared.origin().file()));
    if (other != null) {
      throw declared.wrong(
          "is declared twice: " + other.file() + " has it",
          "Try: set it in parameters.yaml, or take another name.");
    }
  }

  private static Limits limits(Cursor declared) {
    Cursor keys = declared.at("keys");
    if (keys.present() && !keys.text().equals("number")) {
      throw keys.wrong("is " + keys.shown() + ", which keys cannot be", "Try: number.");
    }
    return new Limits(
        number(declared.at("minimum")),
        number(declared.at("maximum")),
        declared.at("whole").flag(),
        keys.present());
  }

  private static @Nullable BigDecimal number(Cursor value) {
    if (!value.present()) {
      return null;
    }
    if (!value.node().isNumber()) {
      throw value.wrong("is " + value.shown() + ", not a number", "Try: 0.");
    }
    return value.node().decimalValue();
  }

  void set(Cursor file) {
    Cursor root = file.at(ROOT);
    if (root.present() && !byName.containsKey(ROOT)) {
      throw root.wrong(
          "is not known here, where parameters are set by name: ami.minimumAge: 7d",
          "Try: declare new ones in a file x.parameters.yaml.");
    }
    file.allow(byName.keySet());
    file.fields((name, value) -> set.put(name, known(name).kind().facts(name, value)));
  }

  List<Parameter> facts(Cursor further) {
    further.allow(byName.keySet());
    var facts = new ArrayList<Parameter>();
    for (String name : byName.keySet()) {
      ParameterDeclaration declared = known(name);
      facts.addAll(
          further.node().has(name)
              ? declared.kind().facts(name, further.at(name))
              : set.getOrDefault(name, declared.defaults()));
    }
    return facts;
  }

  /** All that are declared, in the order of the files. */
  List<ParameterDeclaration> all() {
    return byName.values().stream().map(Declared::declaration).toList();
  }

  private ParameterDeclaration known(String name) {
    Declared declared = byName.get(name);
    if (declared == null) {
      throw new IllegalArgumentException(name + " is not declared");
    }
    return declared.declaration();
  }

  private static List<String> kinds() {
    return ParameterKind.all().stream().map(ParameterKind::toString).toList();
  }
}
