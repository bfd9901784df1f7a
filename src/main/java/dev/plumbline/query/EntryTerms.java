package dev.plumbline.query;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.Gates.Gate;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import dev.plumbline.fact.Nodes.Node;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.fact.Policy.Waiver;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.Revisions.RuleRevision;
import dev.plumbline.log.Entry;
import dev.plumbline.query.LogState.FactKeys;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The index terms of an entry: its kind, the objects it is about, the rules involved, actions and
 * their outcomes. A term is a letter, a colon and a name.
 */
public final class EntryTerms {

  private static final Pattern RULE = Pattern.compile("^([A-Z][A-Z0-9]*-[0-9]+)\\b");

  private static final Map<String, RecordType> NAMED =
      FactTypes.byComponent(
          EC2NodeClass.class,
          NodePool.class,
          NodeClaim.class,
          Node.class,
          Ami.class,
          InstanceType.class,
          Waiver.class,
          Gate.class);

  private final BodyReader bodies;
  private final FactKeys keys;

  public EntryTerms(BodyReader bodies, FactKeys keys) {
    this.bodies = bodies;
    this.keys = keys;
  }

  static String kind(String wire) {
    return "k:" + wire;
  }

  static String object(String key) {
    return "o:" + key;
  }

  static String rule(String id) {
    return "r:" + id;
  }

  static String action(String wire) {
    return "a:" + wire;
  }

  static String conclusion(String type) {
    return "t:" + type;
  }

  static String outcome(String result) {
    return "u:" + result.toLowerCase(Locale.ROOT);
  }

  public SortedSet<String> of(Entry entry) {
    var terms = new TreeSet<String>();
    terms.add(kind(entry.kind().wire()));
    switch (entry.kind()) {
      case DECISION -> decision(entry, terms);
      case OUTCOME -> {
        terms.add(action(BodyReader.text(entry.body(), "action")));
        terms.add(outcome(BodyReader.text(entry.body(), "result")));
        terms.add(object(key(entry.body().path("object"))));
      }
      case RULES ->
          terms.add(
              object(RecordType.key(RuleRevision.class, BodyReader.text(entry.body(), "digest"))));
      default -> {
        // Those are found by kind and time alone.
      }
    }
    return terms;
  }

  private void decision(Entry entry, TreeSet<String> terms) {
    JsonNode facts = bodies.part(entry, "facts");
    facts.path("put").forEach(fact -> terms.add(object(keys.of(fact))));
    facts.path("removed").forEach(key -> terms.add(object(key.asText())));
    JsonNode conclusions = bodies.part(entry, "conclusions");
    conclusions.path("added").forEach(added -> concluded(added, terms));
    conclusions.path("removed").forEach(removed -> concluded(removed, terms));
    JsonNode actions = bodies.part(entry, "actions");
    actions.path("planned").forEach(planned -> action(planned, terms));
    actions.path("dropped").forEach(dropped -> action(dropped, terms));
    entry
        .body()
        .path("waivers")
        .forEach(id -> terms.add(object(RecordType.key(Waiver.class, id.asText()))));
  }

  private static void concluded(JsonNode each, TreeSet<String> terms) {
    subjects(each.path("conclusion")).forEach(subject -> terms.add(object(subject)));
    terms.add(conclusion(BodyReader.text(each.path("conclusion"), "type")));
    String rule = BodyReader.text(each.path("conclusion"), "rule");
    if (!rule.isEmpty()) {
      terms.add(rule(rule));
    }
    LogState.Conclusion.rules(each).forEach(id -> terms.add(rule(id)));
  }

  private static void action(JsonNode action, TreeSet<String> terms) {
    terms.add(action(BodyReader.text(action, "action")));
    terms.add(object(key(action.path("object"))));
    for (JsonNode reason : action.path("reasons")) {
      Matcher id = RULE.matcher(reason.asText());
      if (id.find()) {
        terms.add(rule(id.group(1)));
      }
    }
  }

  /** The objects that a conclusion in its wire form is about, Kind/name, sorted. */
  public static SortedSet<String> subjects(JsonNode conclusion) {
    var subjects = new TreeSet<String>();
    for (Map.Entry<String, JsonNode> field : conclusion.properties()) {
      if (!field.getValue().isTextual() || field.getValue().textValue().isEmpty()) {
        continue;
      }
      String text = field.getValue().textValue();
      RecordType named = NAMED.get(field.getKey());
      switch (field.getKey()) {
        case "subject", "object", "blocks" -> {
          if (text.indexOf('/') > 0) {
            subjects.add(text);
          }
        }
        default -> {
          if (named != null) {
            subjects.add(named.key(text));
          }
        }
      }
    }
    return subjects;
  }

  public static String key(JsonNode object) {
    String namespace = BodyReader.text(object, "namespace");
    return BodyReader.text(object, "kind")
        + "/"
        + (namespace.isEmpty() ? "" : namespace + "/")
        + BodyReader.text(object, "name");
  }
}
