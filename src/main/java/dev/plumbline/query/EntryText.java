package dev.plumbline.query;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.ActionKind;
import dev.plumbline.log.Entry;
import dev.plumbline.query.LogState.FactKeys;
import dev.plumbline.query.RuleBook.RuleHeader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;

public final class EntryText {

  private static final int MAX_MATCHES = 3;

  private final BodyReader bodies;
  private final FactKeys keys;

  public EntryText(LogArchive archive) {
    this.bodies = archive.bodies();
    this.keys = archive.keys();
  }

  public String line(Entry entry) {
    JsonNode body = entry.body();
    return switch (entry.kind()) {
      case START ->
          "recording started: "
              + BodyReader.text(body, "writer")
              + (body.path("cut").isObject() ? ", a torn tail was truncated" : "");
      case STOP -> "recording ended normally";
      case LEADER ->
          BodyReader.text(body, "identity")
              + (body.path("leads").asBoolean() ? " leads" : " no longer leads");
      case RULES -> {
        JsonNode revision = body.path("revision");
        String author = BodyReader.text(revision, "author");
        String change = BodyReader.text(revision, "changeRef");
        yield "rules "
            + RuleHeader.brief(BodyReader.text(body, "digest"))
            + " "
            + BodyReader.text(body, "how")
            + (author.isEmpty() ? "" : " by " + author)
            + (change.isEmpty() ? "" : " for " + change);
      }
      case STATE -> "all facts and conclusions";
      case DECISION -> decision(entry);
      case OUTCOME -> Actions.outcome(entry);
    };
  }

  private String decision(Entry entry) {
    JsonNode facts = bodies.part(entry, "facts");
    JsonNode conclusions = bodies.part(entry, "conclusions");
    JsonNode planned = bodies.part(entry, "actions").path("planned");
    var words = new ArrayList<String>();
    words.add(counted(facts.path("put").size(), facts.path("removed").size(), "facts"));
    words.add(
        counted(
            conclusions.path("added").size(), conclusions.path("removed").size(), "conclusions"));
    if (!planned.isEmpty()) {
      words.add(planned.size() + (planned.size() == 1 ? " action" : " actions"));
    }
    return String.join(", ", words);
  }

  private static String counted(int added, int removed, String what) {
    return what + " +" + added + " -" + removed;
  }

  /** The first matches of the query in it; empty when there are none. */
  public List<String> concerned(Entry entry, EntryFilter filter) {
    var words = new ArrayList<String>();
    EntryFilter.About about = filter.about();
    if (about.object() == null && about.rule() == null && about.conclusion() == null) {
      return words;
    }
    JsonNode facts = bodies.part(entry, "facts");
    for (JsonNode fact : facts.path("put")) {
      if (about.object() != null && keys.of(fact).equals(about.object())) {
        words.add(about.object() + ": " + Justification.values(fact.elements().next()));
      }
    }
    for (JsonNode gone : facts.path("removed")) {
      if (gone.asText().equals(about.object())) {
        words.add(about.object() + " is gone");
      }
    }
    JsonNode conclusions = bodies.part(entry, "conclusions");
    conclusions.path("added").forEach(each -> concluded("+ ", each, about, words));
    conclusions.path("removed").forEach(each -> concluded("- ", each, about, words));
    for (JsonNode planned : bodies.part(entry, "actions").path("planned")) {
      if (EntryTerms.key(planned.path("object")).equals(about.object())) {
        words.add(Actions.planned(planned));
      }
    }
    int left = words.size() - MAX_MATCHES;
    if (left > 1) {
      words.subList(MAX_MATCHES, words.size()).clear();
      words.add("and " + left + " more");
    }
    return words;
  }

  private static void concluded(
      String sign, JsonNode each, EntryFilter.About about, List<String> words) {
    JsonNode conclusion = each.path("conclusion");
    boolean object =
        about.object() == null || EntryTerms.subjects(conclusion).contains(about.object());
    boolean rule = about.rule() == null || BodyReader.text(conclusion, "rule").equals(about.rule());
    rule = rule || LogState.Conclusion.rules(each).contains(about.rule());
    boolean type =
        about.conclusion() == null
            || BodyReader.text(conclusion, "type").equals(about.conclusion());
    if (object && rule && type) {
      words.add(sign + Justification.words(conclusion));
    }
  }

  public static ObjectNode json(Entry entry) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("sequence", entry.sequence());
    json.put("at", entry.at().toString());
    json.put("kind", entry.kind().wire());
    json.put("previous", entry.previous());
    json.set("body", entry.body());
    return json;
  }

  static final class Actions {

    static final List<String> KINDS =
        Arrays.stream(ActionKind.values()).map(ActionKind::wire).toList();

    private Actions() {}

    static String name(JsonNode action) {
      return BodyReader.text(action, "action") + " " + EntryTerms.key(action.path("object"));
    }

    static String planned(JsonNode action) {
      String held = BodyReader.text(action, "held");
      var reasons = new StringJoiner("; ", ": ", "").setEmptyValue("");
      action.path("reasons").forEach(reason -> reasons.add(reason.asText()));
      return name(action)
          + (held.isEmpty()
              ? BodyReader.text(action, "mode").equals("observe")
                  ? " would be done (observe)"
                  : " planned"
              : " held: " + held)
          + reasons;
    }

    static String outcome(Entry outcome) {
      String code = BodyReader.text(outcome.body(), "code");
      return name(outcome.body())
          + " "
          + BodyReader.text(outcome.body(), "result").toLowerCase(java.util.Locale.ROOT)
          + (code.isEmpty() ? "" : " (" + code + ")");
    }
  }
}
