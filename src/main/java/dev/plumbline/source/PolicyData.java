package dev.plumbline.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.plumbline.fact.ErrorClass;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Gate;
import dev.plumbline.fact.Nearest;
import dev.plumbline.fact.Parameter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * The data that a rule set joins with: AMI families, error classes, gates, waivers, and the
 * parameters it knows ({@code ami-families.yaml}, {@code error-classes.yaml}, {@code gates.yaml},
 * {@code waivers.yaml}, {@code parameters.yaml}).
 */
public final class PolicyData {

  private static final List<String> ERROR_CLASSES = List.of("notFound", "transient", "persistent");

  private final List<Fact> facts;
  private final Map<String, ParameterDeclaration> parameters;

  private PolicyData(List<Fact> facts, Map<String, ParameterDeclaration> parameters) {
    this.facts = facts;
    this.parameters = parameters;
  }

  /**
   * Reads the five files out of a rule set; other files are left alone, one that is not there adds
   * nothing.
   *
   * @param textByFileName the text of each file by its name, which errors name it by
   * @throws InvalidPolicyDataException when one of them cannot be used
   */
  public static PolicyData read(Map<String, String> textByFileName) {
    var facts = new FactSet();
    var parameters = new LinkedHashMap<String, ParameterDeclaration>();
    file(textByFileName, "ami-families.yaml", file -> AmiFamilies.read(file, facts));
    file(textByFileName, "error-classes.yaml", file -> errorClasses(file, facts));
    file(textByFileName, "gates.yaml", file -> gates(file, facts));
    file(textByFileName, "waivers.yaml", file -> waivers(file, facts));
    file(textByFileName, "parameters.yaml", file -> declare(file, parameters));
    return new PolicyData(facts.list(), parameters);
  }

  /** What the files say, but for parameters. */
  public List<Fact> facts() {
    return facts;
  }

  /** The parameters that the rules know, in the order of the file. */
  public List<ParameterDeclaration> declarations() {
    return List.copyOf(parameters.values());
  }

  /** The parameters as they are when nobody sets any. */
  public List<Parameter> parameters() {
    return parameters(Cursor.of(Origin.policyData("parameters.yaml"), MissingNode.getInstance()));
  }

  /**
   * The parameters where {@code set} sets some: a setting takes the place of the whole default, one
   * of null switches the parameter off.
   *
   * @param set parameter names with their values
   * @param file what errors call the place it was read from
   * @throws InvalidPolicyDataException when a name is not known or a value is not of its kind
   */
  public List<Parameter> parameters(JsonNode set, String file) {
    return parameters(Cursor.of(Origin.policyData(file), set));
  }

  List<Parameter> parameters(Cursor set) {
    set.allow(parameters.keySet());
    var facts = new ArrayList<Parameter>();
    parameters.forEach(
        (name, declared) ->
            facts.addAll(
                set.node().has(name)
                    ? declared.kind().facts(name, set.at(name))
                    : declared.defaults()));
    return facts;
  }

  private static void errorClasses(Cursor file, FactSet facts) {
    file.allow(ERROR_CLASSES);
    file.fields(
        (errorClass, codes) ->
            codes
                .items()
                .forEach(code -> facts.add(new ErrorClass(code.text(), errorClass), code)));
  }

  private static void gates(Cursor file, FactSet facts) {
    file.allow(List.of("gates"));
    file.at("gates").items().forEach(gate -> facts.add(new Gate(gate.text()), gate));
  }

  private static void waivers(Cursor file, FactSet facts) {
    file.allow(List.of("waivers"));
    Waivers.read(file.at("waivers"), facts);
  }

  private static void declare(Cursor file, Map<String, ParameterDeclaration> parameters) {
    file.allow(List.of("parameters"));
    file.at("parameters").fields(declaration(parameters));
  }

  private static BiConsumer<String, Cursor> declaration(
      Map<String, ParameterDeclaration> parameters) {
    return (name, declared) -> {
      declared.allow(List.of("kind", "description", "default"));
      String kinds = "Maybe one of these: " + String.join(", ", kinds()) + ".";
      Cursor kind = declared.required("kind", kinds);
      ParameterKind known = ParameterKind.parse(kind.text());
      if (known == null) {
        throw kind.wrong(
            "is " + kind.shown() + ", which is no kind", Nearest.advice(kind.text(), kinds()));
      }
      parameters.put(
          name,
          new ParameterDeclaration(
              name,
              known,
              declared.required("description", "Maybe say in a sentence what it is for.").text(),
              known.facts(name, declared.at("default"))));
    };
  }

  private static List<String> kinds() {
    return ParameterKind.all().stream().map(ParameterKind::toString).toList();
  }

  private static void file(
      Map<String, String> textByFileName, String name, Consumer<Cursor> reader) {
    String text = textByFileName.get(name);
    if (text == null) {
      return;
    }
    Origin origin = Origin.policyData(name);
    List<Cursor> documents = Documents.yaml(origin, text.getBytes(StandardCharsets.UTF_8));
    if (documents.size() > 1) {
      throw origin.fault("holds several documents", "Maybe a line of --- is left over.");
    }
    documents.forEach(reader);
  }
}
