package dev.plumbline.flink;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.backtest.LogSegment;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;

/** What a split holds: a segment to decide again, or a part of the result that is known. */
sealed interface Work {

  /**
   * A segment.
   *
   * @param place of its log: a folder, or s3://bucket/prefix
   */
  record OfSegment(String place, LogSegment segment) implements Work {

    @Override
    public String id() {
      return place + " " + segment.id();
    }

    @Override
    public String key() {
      return segment.cluster() + " " + segment.begin().atZone(ZoneOffset.UTC).toLocalDate();
    }

    @Override
    public byte[] bytes() {
      ObjectNode json = JsonNodeFactory.instance.objectNode();
      json.put("place", place);
      json.put("origin", segment.origin());
      json.put("from", segment.from());
      json.put("to", segment.to());
      ArrayNode rules = json.putArray("rules");
      segment.rules().forEach(rules::add);
      json.put("begin", segment.begin().toString());
      json.put("end", segment.end() == null ? null : segment.end().toString());
      return Wire.bytes(json);
    }
  }

  /**
   * A part that is known.
   *
   * @param of the log or segment it is of
   */
  record Known(String of, Part part) implements Work {

    @Override
    public String id() {
      return of;
    }

    @Override
    public String key() {
      return "";
    }

    @Override
    public byte[] bytes() {
      ObjectNode json = JsonNodeFactory.instance.objectNode();
      json.put("of", of);
      json.set("part", part.json());
      return Wire.bytes(json);
    }
  }

  /** The same for no other work of a job. */
  String id();

  /** What it is merged by first: cluster and day. */
  String key();

  byte[] bytes();

  /** What {@link #bytes} has written. */
  static Work of(byte[] bytes) {
    JsonNode json = Wire.json(bytes);
    if (json.has("part")) {
      return new Known(json.required("of").textValue(), Part.of(json.required("part")));
    }
    var rules = new ArrayList<Long>();
    json.required("rules").forEach(each -> rules.add(each.longValue()));
    JsonNode end = json.required("end");
    return new OfSegment(
        json.required("place").textValue(),
        new LogSegment(
            json.required("origin").textValue(),
            json.required("from").longValue(),
            json.required("to").longValue(),
            rules,
            Instant.parse(json.required("begin").textValue()),
            end.isNull() ? null : Instant.parse(end.textValue())));
  }
}
