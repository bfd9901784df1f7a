package dev.plumbline.host.explain;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.fact.Fact;
import dev.plumbline.rule.why.Absence;
import dev.plumbline.rule.why.Absence.Attempt;
import dev.plumbline.rule.why.Obstacle;
import dev.plumbline.rule.why.Obstacle.Found;
import dev.plumbline.rule.why.World;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Why a conclusion does not hold, as JSON. */
final class AbsentJson {

  private static final int DEEP = 3;

  private final Explainer explainer;
  private final World world;
  private final JsonGenerator json;

  AbsentJson(Explainer explainer, World world, JsonGenerator json) {
    this.explainer = explainer;
    this.world = world;
    this.json = json;
  }

  /** The fields of the object that is open. */
  void fields(Absence absence) throws IOException {
    json.writeStringField("wanted", absence.wanted().toString());
    json.writeBooleanField("holds", !absence.held().isEmpty());
    json.writeBooleanField("told", absence.told());
    json.writeArrayFieldStart("attempts");
    for (Attempt attempt : absence.attempts()) {
      json.writeStartObject();
      ExplainedJson.rule(
          attempt.rule(), explainer.place(attempt.rule(), attempt.obstacle().line()), json);
      json.writeNumberField("met", attempt.met());
      json.writeNumberField("of", attempt.of());
      json.writeObjectFieldStart("obstacle");
      obstacle(attempt.obstacle());
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

  private void obstacle(Obstacle obstacle) throws IOException {
    json.writeStringField("message", AbsentText.sentence(obstacle, world));
    switch (obstacle) {
      case Obstacle.Missing missing -> {
        json.writeStringField("kind", "missing");
        json.writeStringField("type", missing.type().name());
        json.writeObjectFieldStart("wanted");
        for (Map.Entry<String, String> each : missing.wanted().entrySet()) {
          json.writeStringField(each.getKey(), each.getValue());
        }
        json.writeEndObject();
      }
      case Obstacle.Fails fails -> {
        json.writeStringField("kind", "fails");
        subject(fails.subject());
        json.writeStringField("test", fails.test());
        found(fails.found());
        json.writeNumberField("others", fails.others());
      }
      case Obstacle.InTheWay inTheWay -> {
        json.writeStringField("kind", "inTheWay");
        json.writeArrayFieldStart("inTheWay");
        for (Object each : inTheWay.inTheWay()) {
          if (each instanceof Conclusion conclusion) {
            ExplainedJson.write(explainer.of(conclusion, DEEP), json);
          } else {
            json.writeStartObject();
            subject(each);
            json.writeEndObject();
          }
        }
        json.writeEndArray();
      }
      case Obstacle.Counted counted -> {
        json.writeStringField("kind", "counted");
        json.writeStringField("test", counted.test());
        found(counted.found());
      }
      case Obstacle.Other other -> {
        json.writeStringField("kind", "otherValue");
        json.writeStringField("field", other.field());
        json.writeStringField("made", other.made());
        json.writeStringField("wanted", other.wanted());
      }
    }
  }

  private void subject(Object subject) throws IOException {
    json.writeStringField(
        subject instanceof Fact ? "fact" : "conclusion", AbsentText.name(subject));
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
}
