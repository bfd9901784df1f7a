package dev.plumbline.host.explain;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.plumbline.conclusion.PodObstacle;
import dev.plumbline.fact.StatusCondition;
import java.io.IOException;
import java.util.List;

/** A {@link PodExplanation} for programs. */
public final class PodExplanationJson {

  private PodExplanationJson() {}

  /** Writes it as one object. */
  public static void write(PodExplanation explanation, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("pod", explanation.pod().path());
    StatusCondition scheduled = explanation.scheduled();
    if (scheduled != null) {
      json.writeObjectFieldStart("scheduled");
      json.writeStringField("status", scheduled.status());
      json.writeStringField("reason", scheduled.reason());
      json.writeStringField("message", scheduled.message());
      json.writeEndObject();
    }
    texts("ignored", explanation.ignored(), json);
    texts("launchLoops", explanation.loops(), json);
    texts("notJudged", explanation.pod().unjudged().list(), json);
    texts("onTheWay", explanation.onTheWay(), json);
    json.writeArrayFieldStart("ways");
    for (PodExplanation.Way way : explanation.ways()) {
      way(way, json);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void way(PodExplanation.Way way, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("shape", way.shape());
    var destination = way.destination();
    if (destination == null) {
      json.writeNullField("destination");
    } else {
      json.writeObjectFieldStart("destination");
      json.writeStringField("nodePool", destination.nodePool());
      json.writeStringField("instanceType", destination.instanceType());
      json.writeEndObject();
    }
    if (way.nearest() != null) {
      json.writeStringField("nearest", way.nearest());
    }
    json.writeArrayFieldStart("pools");
    for (PodExplanation.Pool pool : way.pools()) {
      pool(pool, json);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void pool(PodExplanation.Pool pool, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("nodePool", pool.nodePool());
    if (pool.position() != null) {
      json.writeNumberField("position", pool.position());
    }
    json.writeBooleanField("admitted", pool.admitted());
    if (pool.instanceType() != null) {
      json.writeStringField("instanceType", pool.instanceType());
    }
    json.writeArrayFieldStart("obstacles");
    for (PodObstacle obstacle : pool.obstacles()) {
      json.writeStartObject();
      json.writeStringField("rule", obstacle.rule());
      json.writeStringField("obstacle", obstacle.obstacle());
      if (obstacle.instanceType() != null) {
        json.writeStringField("instanceType", obstacle.instanceType());
      }
      json.writeStringField("message", obstacle.message());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void texts(String name, List<String> texts, JsonGenerator json)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (String text : texts) {
      json.writeString(text);
    }
    json.writeEndArray();
  }
}
