package dev.plumbline.query;

import static dev.plumbline.fact.RecordType.key;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.fact.Nodes.Node;
import dev.plumbline.query.ExportedFindings.Uuids;
import dev.plumbline.query.NodePopulation.PopulationNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Findings as OSCAL 1.1 assessment results: an observation each, one for each rule of what it
 * concluded, and a finding for each control for which something was judged that stood at the end.
 * OSCAL has no state for a control that was not assessed: it has no finding, is excluded from the
 * reviewed controls, and the remarks name it. The same record gives the same document, ids
 * included; the texts of controls are not in it.
 */
public final class Oscal {

  private static final String VERSION = "1.1.2";
  private static final String NAMESPACE = "https://plumbline.dev/ns/oscal";

  /** More than these are counted only: a rule may conclude something of every instance type. */
  private static final int MAX_SUBJECTS = 100;

  private static final Pattern CONTROL =
      Pattern.compile("([A-Za-z]{2,3})-([0-9]{1,3})(?:\\(([0-9]{1,3})\\))?");

  private final ExportedFindings exported;
  private final Map<String, String> items = new TreeMap<>();

  private Oscal(ExportedFindings exported) {
    this.exported = exported;
    for (ControlFinding each : exported.findings()) {
      item(each.subject());
    }
    exported.population().nodes().forEach(each -> item(key(Node.class, each.node())));
    exported
        .observations()
        .forEach(each -> each.objects().stream().limit(MAX_SUBJECTS).forEach(this::item));
  }

  public static ObjectNode of(ExportedFindings exported) {
    return new Oscal(exported).document();
  }

  private void item(String object) {
    items.put(object, uuid("object/" + object));
  }

  private String uuid(String name) {
    return Uuids.of(exported.head().origin() + "/" + name);
  }

  private String span(String name) {
    return uuid(name + "/" + exported.from() + "/" + exported.to());
  }

  private ObjectNode document() {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    ObjectNode results = root.putObject("assessment-results");
    results.put("uuid", span("assessment-results"));
    String plan = uuid("assessment-plan");
    results
        .putObject("metadata")
        .put("title", "What Plumbline found, by the log " + exported.head().origin())
        .put("last-modified", exported.to().toString())
        .put("version", String.valueOf(exported.head().size()))
        .put("oscal-version", VERSION);
    results.putObject("import-ap").put("href", "#" + plan);
    result(results.putArray("results").addObject());
    ObjectNode resource = results.putObject("back-matter").putArray("resources").addObject();
    resource.put("uuid", plan).put("title", "The rules, and how the log of them is checked");
    resource.put(
        "description",
        "Every rule is evaluated whenever a fact changes. Their text is in the log, which"
            + " plumbline audit verify checks and plumbline audit replay runs again.");
    resource.putArray("rlinks").addObject().put("href", "https://plumbline.dev/docs/auditing");
    return root;
  }

  private void result(ObjectNode result) {
    result.put("uuid", span("result"));
    result.put("title", "Continuous assessment by rules");
    result.put(
        "description",
        "Findings of the rules between %s and %s, from a log of %d entries with root %s."
            .formatted(
                exported.from(), exported.to(), exported.head().size(), exported.head().root()));
    result.put("start", exported.from().toString()).put("end", exported.to().toString());
    ArrayNode properties = result.putArray("props");
    property("log", exported.head().origin(), properties);
    property("record-begins", exported.population().begins().toString(), properties);
    property("population", exported.population().text(), properties);
    for (RecordedProgram each : exported.programs()) {
      property("program", each.text() + ", since " + each.since(), properties);
    }
    for (NodePopulation.RecordGap each : exported.population().gaps()) {
      property("gap", each.text(), properties);
    }
    if (!items.isEmpty()) {
      inventory(result.putObject("local-definitions").putArray("inventory-items"));
    }
    List<String> controls = new ArrayList<>();
    List<String> others = new ArrayList<>();
    List<String> judged = new ArrayList<>();
    for (String control : exported.controls()) {
      if (named(control)) {
        ControlState state = exported.state(control);
        (state == ControlState.NOT_ASSESSED ? others : controls).add(control);
        if (state.judged()) {
          judged.add(control);
        }
      }
    }
    ObjectNode reviewed = result.putObject("reviewed-controls");
    ObjectNode selection = reviewed.putArray("control-selections").addObject();
    if (!controls.isEmpty()) {
      selection.put("description", "The controls of which something was observed.");
      controls("include-controls", controls, selection);
      controls("exclude-controls", others, selection);
    } else if (!others.isEmpty()) {
      // A selection must name some, so it is said of them that they are not assessed.
      selection.put("description", "The controls that rules serve. Nothing was observed of any.");
      controls("include-controls", others, selection);
    } else {
      selection.put("description", "No rule serves a control.").putObject("include-all");
    }
    var remarks = new ArrayList<String>();
    if (!others.isEmpty()) {
      remarks.add(
          "Not assessed, since there is no observation of them: "
              + String.join(", ", others)
              + ". Rules serve them, which is no evidence that they are met.");
    }
    List<String> observed = controls.stream().filter(each -> !judged.contains(each)).toList();
    if (!observed.isEmpty()) {
      remarks.add(
          "Observed, but nothing that stood at the end was judged for them: "
              + String.join(", ", observed)
              + ". They have observations and no finding.");
    }
    if (!remarks.isEmpty()) {
      reviewed.put("remarks", String.join(" ", remarks));
    }
    if (!exported.findings().isEmpty() || !exported.observations().isEmpty()) {
      ArrayNode observations = result.putArray("observations");
      exported.findings().forEach(each -> observation(each, observations.addObject()));
      exported.observations().forEach(each -> observation(each, observations.addObject()));
    }
    if (!judged.isEmpty()) {
      ArrayNode findings = result.putArray("findings");
      judged.forEach(control -> finding(control, findings.addObject()));
    }
  }

  private void inventory(ArrayNode inventory) {
    var nodes = new TreeMap<String, PopulationNode>();
    exported.population().nodes().forEach(each -> nodes.put(key(Node.class, each.node()), each));
    items.forEach(
        (subject, uuid) -> {
          ObjectNode item = inventory.addObject().put("uuid", uuid).put("description", subject);
          PopulationNode node = nodes.get(subject);
          if (node != null) {
            ArrayNode properties = item.putArray("props");
            property("judged", node.judged() ? "yes" : "no", properties);
            node.notJudged().forEach(reason -> property("not-judged", reason, properties));
            property("launch", node.launch(), properties);
            property("node-claim", node.nodeClaim(), properties);
            property("node-pool", node.nodePool(), properties);
            property("node-class", node.nodeClass(), properties);
            property("ami", node.ami(), properties);
            Instant gone = node.gone();
            property("gone", gone == null ? "" : gone.toString(), properties);
          }
        });
  }

  private static void controls(String field, List<String> controls, ObjectNode selection) {
    if (!controls.isEmpty()) {
      ArrayNode list = selection.putArray(field);
      controls.forEach(control -> list.addObject().put("control-id", id(control)));
    }
  }

  private String observed(ControlFinding each) {
    return uuid("observation/" + each.span().openedBy() + "/" + each.id());
  }

  private void observation(ControlFinding each, ObjectNode observation) {
    observation.put("uuid", observed(each));
    observation.put("title", each.reason());
    observation.put("description", each.message().isBlank() ? each.reason() : each.message());
    ArrayNode properties = observation.putArray("props");
    property("rule", each.rule(), properties);
    property("result", each.result(), properties);
    property("severity", each.severity(), properties);
    property("opened-by", exported.decision(each), properties);
    Instant closed = each.span().closed();
    if (closed != null) {
      property("closed", closed.toString(), properties);
      property("closed-by", exported.name() + "/" + each.span().closedBy(), properties);
    }
    observation.putArray("methods").add("TEST");
    observation
        .putArray("subjects")
        .addObject()
        .put("subject-uuid", items.get(each.subject()))
        .put("type", "inventory-item");
    observation
        .putArray("relevant-evidence")
        .addObject()
        .put(
            "description",
            "entry %d of the log %s".formatted(each.span().openedBy(), exported.head().origin()));
    observation.put("collected", each.span().opened().toString());
  }

  private String observed(RuleObservation each) {
    return span("observation/rule/" + each.rule().id());
  }

  private void observation(RuleObservation each, ObjectNode observation) {
    observation.put("uuid", observed(each));
    observation.put("title", each.rule().id() + ": " + each.rule().name());
    observation.put("description", "The rule concluded " + each.text() + ".");
    ArrayNode properties = observation.putArray("props");
    property("rule", each.rule().id(), properties);
    property("place", each.rule().place(), properties);
    property("controls", String.join(", ", each.rule().controls()), properties);
    observation.putArray("methods").add("TEST");
    if (!each.objects().isEmpty()) {
      ArrayNode subjects = observation.putArray("subjects");
      each.objects().stream()
          .limit(MAX_SUBJECTS)
          .forEach(
              object ->
                  subjects
                      .addObject()
                      .put("subject-uuid", items.get(object))
                      .put("type", "inventory-item"));
    }
    observation
        .putArray("relevant-evidence")
        .addObject()
        .put(
            "description",
            "what held after entry %d of the log %s"
                .formatted(each.sequence(), exported.head().origin()));
    observation.put("collected", exported.to().toString());
    if (each.objects().size() > MAX_SUBJECTS) {
      observation.put(
          "remarks",
          "The subjects are the first %d of %d; plumbline audit query --rule %s lists the entries."
              .formatted(MAX_SUBJECTS, each.objects().size(), each.rule().id()));
    }
  }

  private void finding(String control, ObjectNode finding) {
    List<ControlFinding> all = exported.findings(control);
    List<RuleObservation> concluded = exported.observations(control);
    long open = all.stream().filter(each -> each.violation() && each.open()).count();
    long closed = all.stream().filter(each -> each.violation() && !each.open()).count();
    finding.put("uuid", span("finding/" + control));
    finding.put("title", control);
    finding.put(
        "description",
        "%d violations stood at the end, %d had ended, of %d observations."
            .formatted(open, closed, all.size() + concluded.size()));
    ObjectNode target = finding.putObject("target");
    target.put("type", "objective-id").put("target-id", id(control) + "_obj");
    target.putObject("status").put("state", exported.state(control).wire());
    ArrayNode related = finding.putArray("related-observations");
    all.forEach(each -> related.addObject().put("observation-uuid", observed(each)));
    concluded.forEach(each -> related.addObject().put("observation-uuid", observed(each)));
  }

  private static void property(String name, String value, ArrayNode properties) {
    if (!value.isBlank()) {
      properties.addObject().put("name", name).put("ns", NAMESPACE).put("value", value.strip());
    }
  }

  private static boolean named(String control) {
    return CONTROL.matcher(control).matches();
  }

  /** As the catalog of NIST SP 800-53 has it: CM-7(5) is {@code cm-7.5}. */
  static String id(String control) {
    Matcher parts = CONTROL.matcher(control);
    if (!parts.matches()) {
      throw new IllegalArgumentException(control + " is not a control identifier such as CM-7(5)");
    }
    String id = parts.group(1).toLowerCase(Locale.ROOT) + "-" + Integer.parseInt(parts.group(2));
    return parts.group(3) == null ? id : id + "." + Integer.parseInt(parts.group(3));
  }
}
