package dev.plumbline.why;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.WireForm;
import dev.plumbline.fact.Fact;
import dev.plumbline.language.Rule;
import dev.plumbline.why.Explainer.Explained;
import dev.plumbline.why.Explainer.Explained.Again;
import dev.plumbline.why.Explainer.Explained.Cut;
import dev.plumbline.why.Explainer.Explained.Held;
import dev.plumbline.why.Explainer.Explained.Stated;
import dev.plumbline.why.Explainer.Explained.Way;
import dev.plumbline.why.FailedCondition.Found;
import dev.plumbline.why.Suggestions.Search;
import dev.plumbline.why.Suggestions.Suggestion;
import dev.plumbline.why.WhyNot.Absence;
import dev.plumbline.why.WhyNot.Absence.Attempt;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Why a conclusion does not hold, as JSON. */
final class ExplanationJson {

  private static final int DEEP = 3;

  private final Explainer explainer;
  private final World world;
  private final JsonGenerator json;

  ExplanationJson(Explainer explainer, World world, JsonGenerator json) {
    this.explainer = explainer;
    this.world = world;
    this.json = json;
  }

  void fields(Absence absence) throws IOException {
    json.writeStringField("wanted", absence.goal().toString());
    json.writeBooleanField("holds", !absence.held().isEmpty());
    json.writeBooleanField("told", absence.explainedAbove());
    json.writeArrayFieldStart("attempts");
    for (Attempt attempt : absence.attempts()) {
      json.writeStartObject();
      rule(attempt.rule(), explainer.place(attempt.rule(), attempt.failed().line()), json);
      json.writeNumberField("met", attempt.met());
      json.writeNumberField("of", attempt.of());
      json.writeObjectFieldStart("obstacle");
      failed(attempt.failed());
      json.writeEndObject();
      Absence deeper = attempt.deeper();
      if (deeper != null) {
        json.writeObjectFieldStart("since");
        fields(deeper);
        json.writeEndObject();
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void failed(FailedCondition failed) throws IOException {
    json.writeStringField("message", ExplanationText.sentence(failed, world));
    switch (failed) {
      case FailedCondition.Missing missing -> {
        json.writeStringField("kind", "missing");
        json.writeStringField("type", missing.type().name());
        json.writeObjectFieldStart("wanted");
        for (Map.Entry<String, String> each : missing.required().entrySet()) {
          json.writeStringField(each.getKey(), each.getValue());
        }
        json.writeEndObject();
      }
      case FailedCondition.FailedTest fails -> {
        json.writeStringField("kind", "fails");
        subject(fails.subject());
        json.writeStringField("test", fails.test());
        found(fails.found());
        json.writeNumberField("others", fails.others());
      }
      case FailedCondition.Blocked blocked -> {
        json.writeStringField("kind", "inTheWay");
        json.writeArrayFieldStart("inTheWay");
        for (Object each : blocked.blockers()) {
          if (each instanceof Conclusion conclusion) {
            write(explainer.of(conclusion, DEEP), json);
          } else {
            json.writeStartObject();
            subject(each);
            json.writeEndObject();
          }
        }
        json.writeEndArray();
      }
      case FailedCondition.Counted counted -> {
        json.writeStringField("kind", "counted");
        json.writeStringField("test", counted.test());
        found(counted.found());
      }
      case FailedCondition.Other other -> {
        json.writeStringField("kind", "otherValue");
        json.writeStringField("field", other.field());
        json.writeStringField("made", other.made());
        json.writeStringField("wanted", other.required());
      }
    }
  }

  private void subject(Object subject) throws IOException {
    json.writeStringField(
        subject instanceof Fact ? "fact" : "conclusion", ExplanationText.name(subject));
  }

  private void found(List<Found> found) throws IOException {
    json.writeArrayFieldStart("values");
    for (Found each : found) {
      json.writeStartObject();
      json.writeStringField("of", each.of());
      json.writeStringField("name", each.name());
      json.writeStringField("value", each.value());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  // ---- why something holds

  static void write(List<Explained> explained, JsonGenerator json) throws IOException {
    json.writeStartArray();
    for (Explained each : explained) {
      write(each, json);
    }
    json.writeEndArray();
  }

  static void write(Explained explained, JsonGenerator json) throws IOException {
    json.writeStartObject();
    switch (explained) {
      case Held held -> {
        json.writeNumberField("number", held.number());
        json.writeFieldName("conclusion");
        WireForm.write(held.conclusion(), json);
        json.writeArrayFieldStart("ways");
        for (Way way : held.ways()) {
          write(way, json);
        }
        json.writeEndArray();
        json.writeNumberField("left", held.left());
      }
      case Again again -> {
        json.writeNumberField("see", again.number());
        json.writeFieldName("conclusion");
        WireForm.write(again.conclusion(), json);
      }
      case Cut cut -> {
        json.writeFieldName("conclusion");
        WireForm.write(cut.conclusion(), json);
        json.writeBooleanField("cut", true);
      }
      case Stated stated -> {
        json.writeStringField("fact", stated.key());
        json.writeObjectFieldStart("values");
        for (Map.Entry<String, String> value : stated.values().entrySet()) {
          json.writeStringField(value.getKey(), value.getValue());
        }
        json.writeEndObject();
      }
    }
    json.writeEndObject();
  }

  private static void write(Way way, JsonGenerator json) throws IOException {
    json.writeStartObject();
    rule(way.rule(), way.place(), json);
    json.writeFieldName("from");
    write(way.from(), json);
    json.writeNumberField("left", way.left());
    json.writeArrayFieldStart("and");
    for (String each : way.and()) {
      json.writeString(each);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  static void rule(Rule rule, String place, JsonGenerator json) throws IOException {
    json.writeStringField("rule", rule.id());
    json.writeStringField("finding", rule.name());
    json.writeStringField("place", place);
  }

  // ---- what would change it

  static void search(Search search, JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("suggestions");
    for (Suggestion each : search.suggestions()) {
      json.writeStartObject();
      json.writeStringField("words", ExplanationText.words(each));
      json.writeArrayFieldStart("changes");
      for (FactChange change : each.changes()) {
        json.writeStartObject();
        json.writeStringField("kind", change.kind().name().toLowerCase(Locale.ROOT));
        json.writeStringField("words", change.words());
        json.writeStringField("fact", change.key());
        fact("before", change.before(), json);
        fact("after", change.after(), json);
        json.writeEndObject();
      }
      json.writeEndArray();
      count("added", each.added(), json);
      count("removed", each.removed(), json);
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeObjectFieldStart("search");
    json.writeNumberField("tried", search.tried());
    json.writeStringField("ended", search.ended().name().toLowerCase(Locale.ROOT));
    json.writeEndObject();
  }

  private static void count(String field, @Nullable Integer count, JsonGenerator json)
      throws IOException {
    if (count == null) {
      json.writeNullField(field);
    } else {
      json.writeNumberField(field, count);
    }
  }

  private static void fact(String field, @Nullable Fact fact, JsonGenerator json)
      throws IOException {
    json.writeFieldName(field);
    if (fact == null) {
      json.writeNull();
    } else {
      WireForm.write(fact, json);
    }
  }
}
