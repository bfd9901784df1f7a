package dev.plumbline.web.view;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.conclusion.GateClosed;
import dev.plumbline.conclusion.SourceNotReady;
import dev.plumbline.fact.Gate;
import dev.plumbline.fact.GateDependency;
import dev.plumbline.fact.Source;
import dev.plumbline.fact.SourceStatus;
import dev.plumbline.host.Live;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What waits for what: gates, what each is declared to wait for, and the sources below them. */
public final class GatesView {

  /** How many closures of a gate are told one by one. */
  private static final int CLOSURES = 100;

  private GatesView() {}

  /** How they stand in {@code live}. */
  public static JsonNode of(Live live) {
    var gates = new TreeSet<String>();
    Known.facts(live, Gate.class).forEach(gate -> gates.add(gate.name()));
    var closed = new ArrayList<>(live.settlement().of(GateClosed.class));
    closed.addAll(live.gates());
    closed.forEach(each -> gates.add(each.gate()));
    Map<String, List<GateClosed>> closures = Known.by(closed, GateClosed::gate);
    Map<String, List<GateDependency>> waits =
        Known.by(Known.facts(live, GateDependency.class), GateDependency::gate);
    ObjectNode json = Known.document(live);
    json.put("at", Known.now(live).toString());
    ArrayNode all = json.putArray("gates");
    for (String gate : gates) {
      var declared = new TreeSet<String>();
      waits.getOrDefault(gate, List.of()).forEach(each -> declared.add(each.waitsFor()));
      all.add(gate(gate, declared, closures.getOrDefault(gate, List.of()), live));
    }
    sources(live, json.putArray("sources"));
    return json;
  }

  private static ObjectNode gate(
      String gate, TreeSet<String> declared, List<GateClosed> closed, Live live) {
    ObjectNode json = Known.JSON.objectNode().put("name", gate).put("open", closed.isEmpty());
    Instant since =
        closed.stream()
            .map(GateClosed::since)
            .filter(Objects::nonNull)
            .min(Instant::compareTo)
            .orElse(null);
    json.put("since", since == null ? null : since.toString());
    age("age", since, live, json);
    closed.forEach(each -> declared.add(each.waitsFor()));
    json.set("waitsFor", Known.texts(declared));
    var blocks = new TreeSet<String>();
    closed.forEach(each -> blocks.add(each.blocks()));
    json.set("blocks", Known.texts(blocks));
    json.put("message", closed.isEmpty() ? null : closed.getFirst().message());
    ArrayNode told = json.putArray("closed");
    closed.stream()
        .limit(CLOSURES)
        .forEach(
            each ->
                told.addObject()
                    .put("blocks", each.blocks())
                    .put("waitsFor", each.waitsFor())
                    .put("errorClass", each.errorClass())
                    .put("since", each.since() == null ? null : each.since().toString())
                    .put("message", each.message())
                    .put("by", live.gates().contains(each) ? "host" : "rules"));
    return json.put("closures", closed.size());
  }

  private static void sources(Live live, ArrayNode json) {
    var wholes = new TreeMap<String, String>();
    for (Source each : Known.facts(live, Source.class)) {
      if (each.whole() != null) {
        wholes.put(each.name(), each.whole());
      }
    }
    Map<String, List<SourceNotReady>> notReady =
        Known.by(live.settlement().of(SourceNotReady.class), SourceNotReady::source);
    for (SourceStatus each : Known.facts(live, SourceStatus.class)) {
      ObjectNode one = json.addObject().put("name", each.source()).put("state", each.state());
      one.put("since", each.since() == null ? null : each.since().toString());
      age("age", each.lastSuccess(), live, one);
      one.put("code", each.code()).put("partOf", wholes.get(each.source()));
      List<SourceNotReady> why = notReady.getOrDefault(each.source(), List.of());
      one.put("ready", why.isEmpty());
      one.put("message", why.isEmpty() ? null : why.getFirst().message());
    }
  }

  /** Whole seconds from {@code since} to the time that the rules judged by; null without it. */
  private static void age(String field, @Nullable Instant since, Live live, ObjectNode json) {
    if (since == null) {
      json.putNull(field);
    } else {
      json.put(field, Math.max(0, Duration.between(since, Known.now(live)).toSeconds()));
    }
  }
}
