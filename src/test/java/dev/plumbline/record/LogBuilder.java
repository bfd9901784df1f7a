package dev.plumbline.record;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.Action;
import dev.plumbline.action.LiveObjects;
import dev.plumbline.action.Plan;
import dev.plumbline.action.plan.ClusterPlanner;
import dev.plumbline.action.plan.PlanJson;
import dev.plumbline.conclusion.WireForm;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.engine.Settlement;
import dev.plumbline.fact.Fact;
import dev.plumbline.log.DecisionLog;
import dev.plumbline.log.Entry.Draft;
import dev.plumbline.log.EntryForm;
import dev.plumbline.log.EntryKind;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.Evaluation.EvaluationResult;
import dev.plumbline.source.Snapshot;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Records settlements of snapshots as a running program would. */
public final class LogBuilder {

  private static final ObjectMapper JSON = new JsonMapper();
  private static final int LARGE = 32 * 1024;

  private final DecisionLog log;
  private Map<String, Fact> facts = new TreeMap<>();
  private final EntryBodies bodies = new EntryBodies(EntryBodies.FORM);
  private Settlement settlement = Settlement.NONE;
  private String rules = "";
  private long decision;

  public LogBuilder(DecisionLog log) {
    this.log = log;
  }

  /** A writer begins. */
  public LogBuilder start(Instant at) {
    ObjectNode body = JSON.createObjectNode();
    body.put("version", "0.1.0").put("origin", log.head().origin()).put("writer", "pod-1");
    body.put("mode", "cluster");
    append(at, EntryKind.START, body);
    return this;
  }

  /** A revision serves. */
  public LogBuilder rules(Instant at, RuleSet set, String author, String changeRef) {
    ObjectNode body = JSON.createObjectNode();
    body.put("digest", set.digest()).put("how", rules.isEmpty() ? "first" : "activated");
    ObjectNode revision = body.putObject("revision");
    revision.put("origin", "ConfigMap plumbline/rules").put("author", author);
    revision.put("changeRef", changeRef).put("approvedBy", "eve");
    revision.put("received", at.toString()).put("activated", at.toString());
    revision.putObject("tests").put("passed", true).put("files", 3).put("ran", 40);
    ObjectNode files = body.putObject("files");
    set.files()
        .all()
        .forEach((name, text) -> files.put(name, log.store(text.getBytes(StandardCharsets.UTF_8))));
    body.putArray("switchedOff");
    rules = set.digest();
    append(at, EntryKind.RULES, body);
    return this;
  }

  /** What a snapshot makes of the rules, as a difference to before. */
  public EvaluationResult settle(Evaluation evaluation, Snapshot snapshot) {
    EvaluationResult evaluated = evaluation.of(snapshot);
    var now = new TreeMap<String, Fact>();
    evaluation.policy().facts().forEach(fact -> now.put(fact.key(), fact));
    snapshot.facts().forEach(fact -> now.put(fact.key(), fact));
    ObjectNode body = JSON.createObjectNode();
    body.put("number", decision).put("spans", 1).put("rules", rules);
    set("facts", facts(now), body);
    set("conclusions", conclusions(evaluated), body);
    Plan plan =
        new ClusterPlanner().plan(evaluated.settlement(), new LiveObjects(snapshot.objects()));
    ObjectNode actions = JSON.createObjectNode();
    actions.set("planned", PlanJson.of(plan));
    actions.putArray("dropped");
    set("actions", actions, body);
    body.putArray("waivers");
    decision = log.head().size();
    append(snapshot.at(), EntryKind.DECISION, body);
    return evaluated;
  }

  /** That these facts and their settlement are what there is, for the next {@link #state}. */
  public LogBuilder take(Iterable<? extends Fact> all, Settlement settled) {
    facts = new TreeMap<>();
    all.forEach(fact -> facts.put(fact.key(), fact));
    settlement = settled;
    return this;
  }

  /** What came of the actions of the last decision. */
  public LogBuilder outcomes(Instant at, EvaluationResult evaluated, String result) {
    Plan plan =
        new ClusterPlanner()
            .plan(evaluated.settlement(), new LiveObjects(evaluated.snapshot().objects()));
    for (Action action : plan.actions()) {
      ObjectNode body = JSON.createObjectNode();
      body.put("decision", decision).put("action", action.kind().wire());
      body.putObject("object")
          .put("apiVersion", action.object().apiVersion())
          .put("kind", action.object().kind())
          .put("namespace", action.object().namespace())
          .put("name", action.object().name());
      body.put("result", result).putNull("code").put("message", "");
      append(at, EntryKind.OUTCOME, body);
    }
    return this;
  }

  /** All of it, whole. */
  public LogBuilder state(Instant at) {
    byte[] lines = EntryBodies.factLines(facts.values());
    byte[] text = bodies.conclusionLines(settlement);
    ObjectNode body = JSON.createObjectNode();
    body.put("rules", rules).put("form", EntryBodies.FORM);
    body.put("facts", log.store(lines));
    body.put("factsDigest", WireForms.sha256(lines));
    body.put("conclusions", log.store(text));
    body.put("settlementDigest", WireForms.sha256(text));
    body.putObject("counts").set("steps", EntryBodies.steps(settlement));
    append(at, EntryKind.STATE, body);
    return this;
  }

  private ObjectNode facts(Map<String, Fact> now) {
    ObjectNode node = JSON.createObjectNode();
    ArrayNode put = node.putArray("put");
    now.forEach(
        (key, fact) -> {
          if (!fact.equals(facts.get(key))) {
            put.add(tree(json -> WireForm.write(fact, json)));
          }
        });
    ArrayNode removed = node.putArray("removed");
    facts.keySet().stream().filter(key -> !now.containsKey(key)).forEach(removed::add);
    facts = now;
    return node;
  }

  private ObjectNode conclusions(EvaluationResult evaluated) {
    ObjectNode node = bodies.conclusions(settlement, evaluated.settlement());
    settlement = evaluated.settlement();
    return node;
  }

  private interface Writing {
    void to(JsonGenerator json) throws IOException;
  }

  private static JsonNode tree(Writing writing) {
    var out = new ByteArrayOutputStream();
    try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
      writing.to(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    try {
      return JSON.readTree(out.toByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void set(String name, ObjectNode part, ObjectNode body) {
    byte[] canonical = EntryForm.canonical(part);
    if (canonical.length > LARGE) {
      body.put(name, log.store(canonical));
    } else {
      body.set(name, part);
    }
  }

  private void append(Instant at, EntryKind kind, ObjectNode body) {
    log.append(List.of(new Draft(at, kind, body)));
  }
}
