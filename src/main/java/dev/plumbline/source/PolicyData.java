package dev.plumbline.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Gates.ErrorClass;
import dev.plumbline.fact.Glob;
import dev.plumbline.fact.ImpactMeasure;
import dev.plumbline.fact.Nearest;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.fact.Policy.Waiver;
import dev.plumbline.fact.Revisions.RevisionMeasure;
import dev.plumbline.fact.RuleSwitch;
import dev.plumbline.source.InvalidSourceException.InvalidPolicyDataException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The data that a rule set joins with: AMI families, error classes, gates, waivers, the rules that
 * are switched off ({@code ami-families.yaml}, {@code image-releases.yaml}, {@code
 * error-classes.yaml}, {@code gates.yaml}, {@code waivers.yaml}, {@code switched-off.yaml}), the
 * parameters that are declared ({@code *.parameters.yaml}), the values that some are set to ({@code
 * parameters.yaml}) and what limits revisions ({@code *.measures.yaml}).
 */
public final class PolicyData {

  private static final String SETTINGS = "parameters.yaml";
  private static final List<String> ERROR_CLASSES =
      List.of("notFound", "transient", "insufficientCapacity", "persistent");

  private static final List<String> SWITCH = List.of("rule", "owner", "reason");
  private static final List<String> WAIVER =
      List.of("id", "rule", "subject", "owner", "reason", "until");

  /**
   * A parameter that the rules know ({@code *.parameters.yaml}).
   *
   * @param kind what its value must look like
   * @param defaults its default values; empty when it is off by default
   * @param mirrors whose own setting or property it repeats (Karpenter, EC2), so that another value
   *     here changes nothing there; null when it is policy
   */
  public record ParameterDeclaration(
      String name,
      ParameterKind kind,
      String description,
      List<Parameter> defaults,
      @Nullable String mirrors) {

    public ParameterDeclaration {
      defaults = List.copyOf(defaults);
    }
  }

  /**
   * The data that was read last, of the rule set before an edit most of the time.
   *
   * @param texts of all files but rules, by their name and the one that people know
   */
  private record Read(Map<String, String> texts, PolicyData data) {}

  private static volatile @Nullable Read last;

  private final List<Fact> facts;
  private final ParameterDeclarations parameters;
  private final List<RuleSwitch> switches;

  private PolicyData(
      List<Fact> facts, ParameterDeclarations parameters, List<RuleSwitch> switches) {
    this.facts = facts;
    this.parameters = parameters;
    this.switches = switches;
  }

  /**
   * The one document of a YAML file of settings beside the rules; an empty object when nothing is
   * in it.
   */
  public static JsonNode document(Path file) {
    Origin origin = Origin.policyData(file.toString());
    try {
      Cursor document = Documents.yamlOrNull(origin, Files.readAllBytes(file));
      return document == null ? JsonNodeFactory.instance.objectNode() : document.node();
    } catch (IOException e) {
      throw origin.fault("cannot be read: " + e, "Try: check the path.");
    }
  }

  /**
   * What {@code file} sets, and over it single items of parameters that are maps of text: each from
   * a file beside it of that name, such as {@code actions.mode.PinAmis}. So several parties, and
   * components of kustomize, can set one item each.
   */
  public JsonNode settings(Path file) {
    JsonNode set = document(file);
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null && set instanceof ObjectNode settings) {
      for (ParameterDeclaration declared : parameters.all()) {
        if (declared.kind().shape() == ParameterKind.Shape.MAP
            && declared.kind().element() == ParameterKind.Element.TEXT) {
          items(folder, declared.name(), settings);
        }
      }
    }
    return set;
  }

  private void items(Path folder, String parameter, ObjectNode set) {
    String prefix = parameter + ".";
    try (Stream<Path> beside = Files.list(folder)) {
      for (Path item :
          beside
              .filter(each -> named(each).startsWith(prefix) && Files.isRegularFile(each))
              .sorted()
              .toList()) {
        Origin origin = Origin.policyData(item.toString());
        Cursor value = Documents.yamlOrNull(origin, Files.readAllBytes(item));
        if (value == null) {
          throw origin.fault("is empty", "Try: write its value there.");
        }
        JsonNode there = set.path(parameter);
        if (!there.isMissingNode() && !there.isNull() && !there.isObject()) {
          return;
        }
        if (!there.isObject()) {
          ObjectNode before = set.putObject(parameter);
          parameters().stream()
              .filter(each -> each.name().equals(parameter))
              .forEach(each -> before.put(each.item(), each.value()));
        }
        set.withObjectProperty(parameter).set(named(item).substring(prefix.length()), value.node());
      }
    } catch (IOException e) {
      throw Origin.policyData(folder.toString())
          .fault("cannot be read: " + e, "Try: check the path.");
    }
  }

  private static String named(Path file) {
    return file.getFileName().toString();
  }

  public static PolicyData read(Map<String, String> textByFileName) {
    return read(textByFileName, name -> name);
  }

  /** Reads the data files of a rule set; other files are ignored, a missing one adds nothing. */
  public static PolicyData read(Map<String, String> textByFileName, UnaryOperator<String> display) {
    var texts = new HashMap<String, String>();
    textByFileName.forEach(
        (name, text) -> {
          if (!name.endsWith(".drl")) {
            texts.put(name + " " + display.apply(name), text);
          }
        });
    Read known = last;
    if (known == null || !known.texts().equals(texts)) {
      known = new Read(texts, parse(textByFileName, display));
      last = known;
    }
    return known.data();
  }

  private static PolicyData parse(
      Map<String, String> textByFileName, UnaryOperator<String> display) {
    var files = new DataFiles(textByFileName, display);
    var facts = new FactSet();
    files.read("ami-families.yaml", file -> AmiFamilies.read(file, facts));
    files.read(ReleaseCalendar.FILE, file -> ReleaseCalendar.problems(file, facts));
    files.read("error-classes.yaml", file -> errorClasses(file, facts));
    files.read("gates.yaml", file -> Gates.read(file, facts));
    files.read("waivers.yaml", file -> waivers(file, facts));
    var parameters = new ParameterDeclarations();
    for (String name : new TreeSet<>(textByFileName.keySet())) {
      if (name.endsWith("." + SETTINGS)) {
        files.read(name, parameters::declare);
      }
    }
    files.read(SETTINGS, parameters::set);
    var switches = new ArrayList<RuleSwitch>();
    files.read("switched-off.yaml", file -> switches(file, switches));
    List<String> limits = parameters.all().stream().map(ParameterDeclaration::name).toList();
    files.measures(file -> new Measures(limits, facts).read(file));
    return new PolicyData(
        facts.list().stream().filter(fact -> !isOff(fact, switches)).toList(),
        parameters,
        List.copyOf(switches));
  }

  public static List<Fact> measures(Map<String, String> textByFileName) {
    var facts = new FactSet();
    new DataFiles(textByFileName, name -> name)
        .measures(file -> new Measures(List.of(), facts).read(file));
    return facts.list();
  }

  private static boolean isOff(Fact fact, List<RuleSwitch> switches) {
    return fact instanceof RevisionMeasure row
        && switches.stream().anyMatch(each -> Glob.matches(each.rule(), row.id()));
  }

  public PolicyData with(List<? extends Fact> more) {
    return new PolicyData(
        Stream.concat(facts.stream(), more.stream()).toList(), parameters, switches);
  }

  /** The facts of the files, without parameters and switches. */
  public List<Fact> facts() {
    return facts;
  }

  /** Which rules are switched off, as it is written: {@code rule} may be a pattern of ids. */
  public List<RuleSwitch> switches() {
    return switches;
  }

  /** The parameters that the rules know, in the order of the files. */
  public List<ParameterDeclaration> declarations() {
    return parameters.all();
  }

  /** The parameters with the values of the rule set only. */
  public List<Parameter> parameters() {
    return parameters(Cursor.of(Origin.policyData(SETTINGS), MissingNode.getInstance()));
  }

  /**
   * The parameters where {@code set} sets some: a setting takes the place of the whole default, one
   * of null switches the parameter off.
   *
   * @throws InvalidPolicyDataException when a name is not known or a value is not of its kind
   */
  public List<Parameter> parameters(JsonNode set, String file) {
    return parameters(Cursor.of(Origin.policyData(file), set));
  }

  List<Parameter> parameters(Cursor set) {
    return parameters.facts(set);
  }

  private static void errorClasses(Cursor file, FactSet facts) {
    file.allow(ERROR_CLASSES);
    file.fields(
        (errorClass, codes) ->
            codes
                .items()
                .forEach(code -> facts.add(new ErrorClass(code.text(), errorClass), code)));
  }

  private static void waivers(Cursor file, FactSet facts) {
    file.allow(List.of("waivers"));
    addWaivers(file.at("waivers"), facts);
  }

  /** Adds every waiver of {@code list}; a second one of the same id is an error. */
  static void addWaivers(Cursor list, FactSet facts) {
    for (Cursor item : list.items()) {
      item.allow(WAIVER);
      String advice = "Try: add it, a waiver has " + String.join(", ", WAIVER) + ".";
      var waiver =
          new Waiver(
              item.filled("id", advice),
              item.filled("rule", advice),
              item.filled("subject", advice),
              item.filled("owner", advice),
              item.filled("reason", advice),
              item.required("until", advice).instant());
      facts.addOnce(List.of(waiver), item);
    }
  }

  private static void switches(Cursor file, List<RuleSwitch> switches) {
    file.allow(List.of("rules"));
    String advice = "Try: add it, a switch has " + String.join(", ", SWITCH) + ".";
    for (Cursor item : file.at("rules").items()) {
      item.allow(SWITCH);
      switches.add(
          new RuleSwitch(
              item.filled("rule", advice),
              item.filled("owner", advice),
              item.filled("reason", advice)));
    }
  }

  /**
   * Reads the rows of {@code x.measures.yaml}.
   *
   * @param limits the parameters that are declared; empty when that is not known
   */
  private record Measures(List<String> limits, FactSet facts) {

    private static final String INCOMPLETE =
        "Try: add it, a measure has finding, control, severity, measure, compares, limit, message.";
    private static final List<String> KEYS =
        List.of(
            "finding",
            "control",
            "severity",
            "measure",
            "compares",
            "limit",
            "item",
            "above",
            "message");
    private static final List<String> COMPARES =
        List.of("lost", "lostPercent", "gained", "gainedPercent");
    private static final List<String> SEVERITIES =
        List.of("info", "low", "medium", "high", "critical");

    void read(Cursor file) {
      file.allow(List.of("measures"));
      file.at("measures").fields((id, row) -> facts.addOnce(List.of(measure(id, row)), row));
    }

    /** Characters in an id; the expression below recurses for each part of it. */
    private static final int MAX_ID = 256;

    private RevisionMeasure measure(String id, Cursor row) {
      if (id.length() > MAX_ID || !id.matches("[A-Z][A-Z0-9]*(-[A-Z][A-Z0-9]*)*-[0-9]{3}")) {
        throw row.wrong("is no id: capitals, then three digits", "Try: TEAM-001.");
      }
      row.allow(KEYS);
      row.filled("finding", INCOMPLETE);
      row.filled("control", INCOMPLETE);
      oneOf(row.required("severity", INCOMPLETE), SEVERITIES);
      Cursor item = row.at("item");
      if (item.present()) {
        oneOf(item, List.of("*"));
      }
      Cursor above = row.at("above");
      if (item.present() && above.present()) {
        throw above.wrong("does not go with item", "Try: remove one of the two.");
      }
      return new RevisionMeasure(
          id,
          oneOf(row.required("measure", INCOMPLETE), ImpactMeasure.names()),
          oneOf(row.required("compares", INCOMPLETE), COMPARES),
          oneOf(row.required("limit", INCOMPLETE), limits),
          item.present() ? item.text() : "",
          above.present() ? oneOf(above, limits) : null,
          template(row.required("message", INCOMPLETE)));
    }

    private static String oneOf(Cursor value, List<String> known) {
      if (!known.isEmpty() && !known.contains(value.text())) {
        throw value.wrong(
            "is " + value.shown() + ", which is not known",
            Nearest.suggestion(value.text(), known));
      }
      return value.text();
    }

    private static String template(Cursor message) {
      RevisionMeasure.TEMPLATE_PARAMETER
          .matcher(message.text())
          .results()
          .map(found -> found.group(1))
          .filter(name -> !RevisionMeasure.TEMPLATE_PARAMETERS.contains(name))
          .findFirst()
          .ifPresent(
              name -> {
                throw message.wrong(
                    "has {" + name + "}, which is not known",
                    Nearest.suggestion(name, RevisionMeasure.TEMPLATE_PARAMETERS));
              });
      return message.text();
    }
  }

  private record DataFiles(Map<String, String> textByName, UnaryOperator<String> display) {

    void measures(Consumer<Cursor> reader) {
      for (String name : new TreeSet<>(textByName.keySet())) {
        if (name.endsWith(".measures.yaml")) {
          read(name, reader);
        }
      }
    }

    void read(String name, Consumer<Cursor> reader) {
      String text = textByName.get(name);
      if (text == null) {
        return;
      }
      Origin origin = Origin.policyData(display.apply(name));
      Cursor document = Documents.yamlOrNull(origin, text.getBytes(StandardCharsets.UTF_8));
      if (document != null) {
        reader.accept(document);
      }
    }
  }
}
