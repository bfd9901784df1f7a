package dev.plumbline.host.explain;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.plumbline.conclusion.WireForm;
import dev.plumbline.host.explain.Explained.Again;
import dev.plumbline.host.explain.Explained.Cut;
import dev.plumbline.host.explain.Explained.Held;
import dev.plumbline.host.explain.Explained.Stated;
import dev.plumbline.host.explain.Explained.Way;
import dev.plumbline.rule.Rule;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** An explanation as JSON. */
final class ExplainedJson {

  private ExplainedJson() {}

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

  /** The fields that name a rule. */
  static void rule(Rule rule, String place, JsonGenerator json) throws IOException {
    json.writeStringField("rule", rule.id());
    json.writeStringField("finding", rule.name());
    json.writeStringField("place", place);
  }
}
