package dev.plumbline.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.engine.Settlement;
import dev.plumbline.engine.Settlement.Concluded;
import dev.plumbline.fact.Fact;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.log.LogReader;
import dev.plumbline.log.StatePart;
import dev.plumbline.record.WireForms.FactForm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/** What the entries of a log hold: rules, facts and conclusions. Not thread-safe. */
public final class RecordedEntries {

  private static final JsonMapper JSON = new JsonMapper();
  private static final String OBJECT = "sha256:";
  private static final String ID = "\"id\":\"";

  private final LogReader log;
  private final WireForms forms = new WireForms();

  /** The rule set that was read last: the next one has most of its files. */
  private RuleFiles lastRules = RuleFiles.of(Map.of());

  public RecordedEntries(LogReader log) {
    this.log = log;
  }

  /**
   * The facts that come or change, and the keys of those that go.
   *
   * @param put of the types that were wanted
   * @param removed of every type
   */
  public record FactChanges(List<Fact> put, List<String> removed) {}

  /**
   * The files of a rule set.
   *
   * @param rules the body of an entry of kind {@code rules}
   * @throws IllegalArgumentException when the log does not hold one, or they are not those of the
   *     digest
   */
  public RuleFiles rules(ObjectNode rules) {
    RuleFiles before = lastRules;
    var texts = new TreeMap<String, String>();
    for (Map.Entry<String, JsonNode> file : rules.path("files").properties()) {
      String name = file.getKey();
      String of = file.getValue().asText();
      String text = of.equals(OBJECT + before.knownDigest(name)) ? before.text(name) : null;
      texts.put(name, text == null ? new String(object(of), StandardCharsets.UTF_8) : text);
    }
    RuleFiles files = before.replacedBy(texts);
    lastRules = files;
    String digest = rules.path("digest").asText();
    if (!files.digest().equals(digest)) {
      throw new IllegalArgumentException(
          "its files have the digest " + files.digest() + ", not " + digest);
    }
    return files;
  }

  /**
   * All facts of some types.
   *
   * @param state the body of an entry of kind {@code state}
   * @throws IllegalArgumentException when one cannot be read
   */
  public List<Fact> facts(ObjectNode state, Predicate<String> types) throws IOException {
    var facts = new ArrayList<Fact>();
    for (String line : lines(StatePart.FACTS.text(log, state))) {
      int end = line.indexOf('"', 2);
      if (end < 0 || types.test(line.substring(2, end))) {
        facts.add(FactForm.read(JSON.readTree(line)));
      }
    }
    return facts;
  }

  /**
   * How the facts of some types change.
   *
   * @param decision the body of an entry of kind {@code decision}
   * @throws IllegalArgumentException when one cannot be read
   */
  public FactChanges changes(ObjectNode decision, Predicate<String> types) throws IOException {
    JsonNode changes = part(decision, "facts");
    var removed = new ArrayList<String>();
    changes.path("removed").forEach(key -> removed.add(key.asText()));
    var put = new ArrayList<Fact>();
    for (JsonNode wire : changes.path("put")) {
      if (wire.size() != 1 || types.test(wire.fieldNames().next())) {
        put.add(FactForm.read(wire));
      }
    }
    return new FactChanges(put, removed);
  }

  /**
   * Whether the conclusions of some types are those recorded. Steps of rule files are not recorded
   * and not compared.
   *
   * @param state the body of an entry of kind {@code state}
   */
  public boolean reproduces(ObjectNode state, Settlement settled, Set<String> types) {
    var recorded = new HashSet<String>();
    for (String line : lines(StatePart.CONCLUSIONS.text(log, state))) {
      int id = line.lastIndexOf(ID) + ID.length();
      recorded.add(line.substring(id, line.indexOf('"', id)));
    }
    var bodies = new EntryBodies(state.path("form").asInt(1));
    var counts = new TreeMap<String, Integer>();
    for (Concluded each : settled.all()) {
      if (types.contains(each.conclusion().type()) && bodies.isRecorded(each)) {
        if (!recorded.contains(forms.id(each.conclusion()))) {
          return false;
        }
        counts.merge(each.conclusion().type(), 1, Integer::sum);
      }
    }
    // All of these are recorded: no others are, if there are as many.
    JsonNode inState = state.path("counts").path("conclusions");
    return types.stream()
        .allMatch(type -> inState.path(type).asInt(0) == counts.getOrDefault(type, 0));
  }

  /** A part of a body, which may be kept as an object. */
  JsonNode part(ObjectNode body, String name) throws IOException {
    JsonNode value = body.path(name);
    return value.isTextual() ? JSON.readTree(object(value.asText())) : value;
  }

  /**
   * All lines of a part of a state.
   *
   * @throws IllegalArgumentException when the log does not hold them
   */
  byte[] text(ObjectNode state, StatePart part) {
    return part.text(log, state);
  }

  byte[] object(String digest) {
    byte[] content = log.object(digest);
    if (content == null) {
      throw new IllegalArgumentException("the log does not hold the object " + digest);
    }
    return content;
  }

  static List<String> lines(byte[] lines) {
    return new String(lines, StandardCharsets.UTF_8).lines().filter(it -> !it.isEmpty()).toList();
  }
}
